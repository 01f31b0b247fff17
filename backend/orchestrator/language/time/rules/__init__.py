"""Rules by which pieces of a time phrase make larger ones, by what they are about."""
