"""The server as a process: its socket, its connections, its signals, one for a home."""
