"""How the built-in reader understands a message: its parsed form, the recognisers, the choice among their frames."""
