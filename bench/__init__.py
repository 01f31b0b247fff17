"""What the project claims, measured (`make bench`; README.md says how to read and repeat it)."""
