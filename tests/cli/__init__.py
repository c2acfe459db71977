"""The command line: what each command returns, what it says of bad input, and its exit codes."""
