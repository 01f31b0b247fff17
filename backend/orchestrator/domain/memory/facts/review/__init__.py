"""Facts that wait for the user: proposals, questions, what to look at again."""
