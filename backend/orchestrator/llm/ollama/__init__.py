"""Ollama: its wire format, its model, and which installed one serves best."""
