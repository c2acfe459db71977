"""The store with real files: opening, searching, revisions, kills, migrations, backups."""
