"""Hard rules: their typed effects, and which of them bind."""
