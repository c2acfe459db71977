"""Tests of single modules against hand-worked values."""
