"""May a preview still be confirmed, edited or undone? Its state, the digest that was seen, its inverse.

Pure: a preview and the moment in, a `Conflict` to tell or None out. Source: product.md section 1, "Writes are
previews".
"""

from dataclasses import dataclass
from datetime import datetime

from orchestrator.agent.ports.previews import Preview
from orchestrator.agent.tools.freezing import shown
from orchestrator.agent.tools.spec import FrozenTool, ToolSpec
from orchestrator.agent.types.bundle import PreviewOut
from orchestrator.errors import Conflict, InvalidRequest


@dataclass(frozen=True)
class Decided:
    """What one transaction came to: the preview as it is now, and the conflict to tell, if one. `claimed`: who asked is
    to carry out its effect outside the database, and nobody else."""

    preview: Preview
    conflict: Conflict | None = None
    invalid: InvalidRequest | None = None
    claimed: bool = False

    def answer(self, now: datetime) -> PreviewOut:
        """The preview as it is shown. Raises what was decided against it."""
        if self.invalid is not None:
            raise self.invalid
        if self.conflict is not None:
            raise self.conflict
        return shown(self.preview, now=now)


def changed(fresh: Preview, detail: str) -> Conflict:
    """`preview_changed` with the preview that has to be looked at instead."""
    return Conflict("preview_changed", detail, extra={"preview": shown(fresh).model_dump(mode="json")})


def against_editing(preview: Preview, now: datetime) -> Conflict | None:
    """The conflict of a preview whose fields can't be edited any more."""
    if preview.state in {"confirmed", "undone", "executing", "unknown"}:
        return changed(preview, f"This preview is {preview.state} and can't be edited any more.")
    return against_waiting(preview, now)


def against_waiting(preview: Preview, now: datetime) -> Conflict | None:
    """The conflict of a preview that waits no more."""
    if preview.state == "superseded":
        extra = {"superseded_by": str(preview.superseded_by) if preview.superseded_by else None}
        return Conflict("preview_superseded", "A newer preview has taken its place.", extra=extra)
    if preview.state == "cancelled":
        because = f": {preview.last_error}" if preview.last_error else ""
        return Conflict("preview_cancelled", f"This preview was cancelled{because}.")
    if preview.state == "expired" or preview.expires_at <= now:
        return Conflict("preview_expired", "This preview has expired. Ask for it again.")
    return None


def against_digest(preview: Preview, digest: str | None) -> Conflict | None:
    """The conflict where another preview was seen than would be executed."""
    if digest is None or digest == preview.digest:
        return None
    return changed(preview, "The digest is not that of this preview: what was seen is not what would be executed.")


def against_undoing(preview: Preview, spec: ToolSpec | None, now: datetime) -> str | None:
    """Why a write can't be taken back."""
    if preview.state != "confirmed":
        return f"Only a confirmed write can be undone; this one is {preview.state}."
    if isinstance(spec, FrozenTool) and spec.irreversible:
        return "What was erased for good can't be brought back."
    if not isinstance(spec, FrozenTool) or spec.undo is None or preview.undo is None:
        return "This write has no exact inverse, so it can't be undone."
    if preview.undo_until is None or preview.undo_until <= now:
        return "The time in which it could be undone is over."
    return None
