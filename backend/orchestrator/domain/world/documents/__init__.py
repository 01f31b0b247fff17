"""What papers has the user, what do they say, and whose are they?"""
