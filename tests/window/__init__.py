"""Tests of the window, offscreen unless marked ``display``."""
