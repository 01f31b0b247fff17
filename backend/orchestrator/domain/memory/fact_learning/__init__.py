"""Facts learned from what the user said: extracted by a model, checked by code."""
