"""What was talked about before: what pronouns stand for, what a follow-up changes, what the last answer showed."""
