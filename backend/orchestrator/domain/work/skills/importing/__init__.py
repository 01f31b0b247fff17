"""What strangers send as a skill: taken out of its archive, read, and looked through, before it is kept."""
