"""Pictures: their scenes, builders and painters."""
