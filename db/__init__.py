"""The workspace store: one SQLite file with catalog, plans, revisions and settings. No SQL lives outside this folder."""
