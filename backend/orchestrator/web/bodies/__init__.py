"""Request bodies: limits, JSON, multipart, uploads."""
