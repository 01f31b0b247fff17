"""What went wrong, what helped, and how sure is it? Learnings climb to knowledge by use and by the user's acts."""
