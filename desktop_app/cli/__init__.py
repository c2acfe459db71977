"""The command line: one module for each group of commands; nothing here decides anything."""
