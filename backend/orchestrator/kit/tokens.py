"""How many tokens will a model count? An estimate for budgets; the provider's own count is what is recorded."""

CHARACTERS_PER_TOKEN = 3.6
"""A careful mean over English, Portuguese and Spanish for the BPE vocabularies of small models."""


def estimate(text: str) -> int:
    """Estimated tokens of `text`, rounded up."""
    return int(len(text) / CHARACTERS_PER_TOKEN) + 1 if text else 0
