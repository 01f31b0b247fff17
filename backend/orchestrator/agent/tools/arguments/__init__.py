"""A call's arguments: schema check, repair, coercion."""
