"""Model and tools by turns, bounded, and the checks before an answer is accepted."""
