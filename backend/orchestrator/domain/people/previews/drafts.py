"""Where do the commands of a thread stand now? What their messages say, held against their previews.

A preview may have been edited, confirmed, cancelled by a route, or have expired, since the message that shows it was
written: clients draw a command's card from what this tells.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any
from uuid import UUID

from orchestrator.agent.types.bundle import PreviewOut
from orchestrator.commands.state import CommandState, stored
from orchestrator.db.tx import Tx
from orchestrator.domain.people.conversations import service as conversations
from orchestrator.domain.people.conversations.schemas import MessageOut
from orchestrator.domain.people.previews.service import heads
from orchestrator.kit.ids import parse_id

_GONE = frozenset({"cancelled", "expired"})
_OPEN = frozenset({"clarifying", "preview"})


@dataclass(frozen=True)
class Standing:
    """The `command_result` of a message as it stands now. `latest`: no later message is about its draft."""

    message_id: UUID
    result: Mapping[str, Any]
    latest: bool

    @property
    def waits(self) -> bool:
        """The draft waits for the user."""
        return self.latest and self.result["state"] in _OPEN

    @property
    def pending(self) -> Mapping[str, Any]:
        """`active_command` (api.md): the draft's id under its name, and its state."""
        ids = {name: value for name, value in self.result.items() if name.startswith("pending_")}
        return {**ids, "command_state": self.result["command_state"]}


async def of_thread(tx: Tx, thread_id: UUID, *, now: datetime) -> list[Standing]:
    """The commands of the thread, newest first."""
    told = await conversations.command_results(tx, thread_id)
    parsed = [(message_id, result, stored(result)) for message_id, result in told]
    ids = [found for _, _, state in parsed if state is not None and (found := parse_id(state[1].preview_id or ""))]
    known = await heads(tx, ids)
    standings: list[Standing] = []
    seen: set[str] = set()
    for message_id, result, state in parsed:
        if state is None:
            continue
        latest = state[1].draft_id not in seen
        preview_id = parse_id(state[1].preview_id or "")
        pair = known.get(preview_id) if preview_id is not None else None
        standings.append(Standing(message_id, _now(result, state[1], pair, latest, bool(seen), now), latest))
        seen.add(state[1].draft_id)
    return standings


def _now(
    result: Mapping[str, Any],
    state: CommandState,
    pair: tuple[PreviewOut, PreviewOut] | None,
    latest: bool,
    later_draft: bool,
    now: datetime,
) -> Mapping[str, Any]:
    if state.phase not in _OPEN:
        shown = pair[0] if pair is not None else None
        return {**result, "preview": _dumped(shown)}
    if state.preview_id is None:  # a question without a preview: the next draft drops it, and time does
        lapsed = state.expires_at is not None and state.expires_at <= now
        return _with(result, "cancelled" if lapsed or (latest and later_draft) else state.phase, None)
    if pair is None:
        return _with(result, "cancelled", None)
    own, head = pair
    if head.state == "pending":
        return _with(result, state.phase, head if latest else own)
    return _with(result, "cancelled" if head.state in _GONE else "confirmed", head if latest else own)


def _with(result: Mapping[str, Any], phase: str, preview: PreviewOut | None) -> Mapping[str, Any]:
    kept: dict[str, Any] = {**result["command_state"], "phase": phase}
    if preview is not None:
        kept["preview_id"] = preview.id
    return {**result, "state": phase, "preview": _dumped(preview), "command_state": kept}


def _dumped(preview: PreviewOut | None) -> Mapping[str, Any] | None:
    return preview.model_dump(mode="json") if preview is not None else None


def with_standing(messages: Sequence[MessageOut], standings: Sequence[Standing]) -> list[MessageOut]:
    """The messages, each with its `command_result` as it stands now."""
    now = {one.message_id: one.result for one in standings}
    return [
        message.model_copy(update={"metadata": {**message.metadata, "command_result": now[message.id]}})
        if message.id in now
        else message
        for message in messages
    ]
