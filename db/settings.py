"""Settings of the workspace: small JSON values by key."""

from __future__ import annotations

from typing import Any

import msgspec

from db.database import Database


class SettingStore:
    """The settings of one open database."""

    def __init__(self, database: Database) -> None:
        """Keep the database."""
        self._database = database

    def get(self, key: str, default: Any = None) -> Any:
        """Return the value of ``key``, ``default`` where none was set."""
        found = self._database.value("SELECT value FROM settings WHERE key = ?", (key,))
        return default if found is None else msgspec.json.decode(found)

    def set(self, key: str, value: Any) -> None:
        """Keep a value of JSON types under ``key``; None removes it. Raises KnownStoreError."""
        with self._database.writing() as connection:
            if value is None:
                connection.execute("DELETE FROM settings WHERE key = ?", (key,))
                return
            text = msgspec.json.encode(value).decode()
            connection.execute("INSERT OR REPLACE INTO settings (key, value) VALUES (?, ?)", (key, text))

    def all(self) -> dict[str, Any]:
        """Return all settings."""
        found = self._database.rows("SELECT key, value FROM settings ORDER BY key")
        return {key: msgspec.json.decode(value) for key, value in found}
