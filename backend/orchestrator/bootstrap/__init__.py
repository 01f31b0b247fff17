"""How is a running Steward put together, and taken down again? The only composition root: Settings -> Runtime.

A file a question; `running` in `runtime.py` asks them all.
"""

from orchestrator.bootstrap.agent import limits_of
from orchestrator.bootstrap.database import OpenedDatabase, opened_database, restoring_mark
from orchestrator.bootstrap.kept_secrets import check_secrets, kept_token, open_to_others
from orchestrator.bootstrap.models import chosen_provider
from orchestrator.bootstrap.runtime import Runtime, running
from orchestrator.bootstrap.services import file_store
from orchestrator.bootstrap.vectors import chosen_embedder

__all__ = [
    "OpenedDatabase",
    "Runtime",
    "check_secrets",
    "chosen_embedder",
    "chosen_provider",
    "file_store",
    "kept_token",
    "limits_of",
    "open_to_others",
    "opened_database",
    "restoring_mark",
    "running",
]
