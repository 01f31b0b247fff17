"""How well do agents do? What each generation was, whether it was corrected, and what each agent was told."""
