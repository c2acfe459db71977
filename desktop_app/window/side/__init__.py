"""What stands beside every place: findings and Why?."""
