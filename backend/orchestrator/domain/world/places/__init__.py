"""Where things happen and people live."""
