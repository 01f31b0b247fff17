"""Goals that agents work on: planned, costed, approved, carried out within a budget, proved and reported."""
