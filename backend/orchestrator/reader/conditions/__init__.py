"""What a question says beside its subject: what is left out, which one in order, which measure."""
