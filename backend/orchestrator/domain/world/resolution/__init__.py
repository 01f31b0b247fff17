"""Which contact or place do these words mean?"""
