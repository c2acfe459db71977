"""The catalog's domain: items, attributes, prices, loading of the bundled tables."""
