"""Tests of laws that hold for every input."""
