"""Tests of advice: the tables of the guide, the right numbers, and what must not be reproduced."""
