"""Conversations: threads and messages, of this agent and ingested ones."""
