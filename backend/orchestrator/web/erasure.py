"""What does a DELETE answer? The receipt of the erasure, by kind; with `?dry_run=true` without deleting."""

from typing import Annotated

from fastapi import Query
from pydantic import BaseModel, ConfigDict

from orchestrator.agent.ports.erasure import Receipt

DryRun = Annotated[bool, Query(description="Only say what would go.")]


class ReceiptOut(BaseModel):
    """How many rows were deleted, rebuilt from other sources, or cleaned of quotations."""

    model_config = ConfigDict(
        json_schema_extra={
            "examples": [{"deleted": {"event": 1, "todo": 2}, "rebuilt": {}, "redacted": {"message": 1}}]
        }
    )

    deleted: dict[str, int]
    rebuilt: dict[str, int]
    redacted: dict[str, int]

    @classmethod
    def of(cls, receipt: Receipt) -> "ReceiptOut":
        """The receipt as it is answered."""
        return cls(deleted=dict(receipt.deleted), rebuilt=dict(receipt.rebuilt), redacted=dict(receipt.redacted))
