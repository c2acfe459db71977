"""Pictures: frozen scenes in millimetres, a builder for each picture; the painters live in render and in the window."""
