"""Papers about the room: for the building office, the electrician, and the wall beside the door."""
