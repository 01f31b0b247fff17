"""What have the tools of all slices in common? Their arguments, times in words, and questions back to the user."""
