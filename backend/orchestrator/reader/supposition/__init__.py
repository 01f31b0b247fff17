"""What if: questions about a calendar that is not so."""
