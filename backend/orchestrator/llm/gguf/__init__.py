"""GGUF files run in the process."""
