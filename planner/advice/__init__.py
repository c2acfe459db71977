"""Advice: what is recommended, with reasons in numbers, what was rejected, and what would change it."""
