"""Which sentence of what was said and written answers a question?"""
