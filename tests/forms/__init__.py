"""Forms of users: found, filled, refused, and left alone where nothing is to be filled."""
