"""Tests, in folders by what they look at."""
