"""What does a file say? Its text by page or section, read in a child process that can do no harm."""
