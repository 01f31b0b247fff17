"""What becomes of the text of a document: chunks, results, attachments, summaries."""
