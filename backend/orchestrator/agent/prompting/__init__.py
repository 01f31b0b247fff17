"""What a model is told: the parts of a prompt, their budget, results as text."""
