"""Papers as frozen nodes, and one builder for each paper; text is already in the paper's language."""
