"""Cost: prices, totals, owning against renting."""
