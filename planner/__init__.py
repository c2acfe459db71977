"""The engine: sizing, checks, cost and papers. Pure: no window, no store, no network, no clock."""
