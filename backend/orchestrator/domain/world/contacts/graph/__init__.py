"""Several contacts and their ties proposed as one: the command `/contact` and the tool `contact_graph`."""
