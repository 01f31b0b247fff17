"""Where did the user stay, from when to when, by what their devices measured?"""
