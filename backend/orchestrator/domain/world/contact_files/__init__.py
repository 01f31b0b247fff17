"""Address books (vCard): read, taken in as contacts, written."""
