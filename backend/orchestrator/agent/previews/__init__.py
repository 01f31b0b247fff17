"""What happens to a preview: confirmed, edited, cancelled, undone, by its route or by a message."""
