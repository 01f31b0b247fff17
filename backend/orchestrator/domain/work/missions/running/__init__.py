"""A plan carried out: steps as agents' runs, what they call, claim, ask and leave."""
