"""What the product knows and does, in slices; a group uses those listed above it in house.md, never below."""
