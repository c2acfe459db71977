"""House rules: what the code base promises about itself."""
