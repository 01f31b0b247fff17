"""What a message wants: a question, a change, a rule, something forgotten."""
