"""Questions with an answer of their own kind: documents, places, attendance, memory, talk, the web."""
