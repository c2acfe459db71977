"""The engine: from who will run what to purchase papers; pure functions on frozen values, no window, no store, no clock."""
