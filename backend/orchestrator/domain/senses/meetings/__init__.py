"""What was said in a meeting, and who does what now?"""
