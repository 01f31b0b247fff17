"""Which tags do events, contacts and documents get by themselves?"""
