"""An invented person's life, as `steward demo` writes it into a home of its own."""
