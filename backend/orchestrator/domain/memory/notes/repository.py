"""Reads and writes `notes`."""

from orchestrator.db.repository import OwnedRepository
from orchestrator.domain.memory.notes.model import Note

notes = OwnedRepository(Note, "note")
