"""What does Steward do for itself while nobody is there?"""
