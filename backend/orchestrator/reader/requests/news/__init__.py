"""What does the user tell that events and to-dos have to follow?"""
