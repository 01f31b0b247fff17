"""Ingestion, imports and exports over HTTP."""
