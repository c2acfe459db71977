"""Measurements against a baseline of the same machine and the same minute; run by ``make bench``, not by pytest."""
