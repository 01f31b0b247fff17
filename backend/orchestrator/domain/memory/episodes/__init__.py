"""Episodes: what happened in a session, distilled once it is over."""
