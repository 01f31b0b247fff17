"""Must the user be called? Where a run ended needing them, and nobody was there to see it.

The words are the controller's own: what a run read or proposed does not leave the house for a lock screen.
"""

import asyncio
from datetime import datetime
from uuid import UUID

from sqlalchemy.exc import SQLAlchemyError

from orchestrator.agent.ports.notifications import Push
from orchestrator.agent.ports.previews import Preview
from orchestrator.agent.turn.services import Services
from orchestrator.agent.types.bundle import Bundle
from orchestrator.db.tx import Tx
from orchestrator.errors import ClientError
from orchestrator.kit.ids import parse_id
from orchestrator.language.messages import say
from orchestrator.language.speech_acts.mood import mood_of
from orchestrator.telemetry.logging import get_logger

log = get_logger(__name__)


class NeedsInputNotifier:
    """Calls users to what waits for them, through the Notifier; once a run, however often it is asked to."""

    def __init__(self, services: Services) -> None:
        self._services = services
        self._calling: set[asyncio.Task[None]] = set()

    async def call(self, tx: Tx, bundle: Bundle, *, question: str, locale: str) -> None:
        """In the unit of work that stores the answer: both are there, or neither."""
        if not needs_user(bundle):
            return
        rules = await self._services.rules.rules(tx)
        spoken = rules.spoken or mood_of(question, locale).language
        push = call_for(bundle, language=spoken)
        if push is not None:
            await self._services.notifier.notify(tx, push)

    def call_later(self, owner_id: UUID, bundle: Bundle, *, question: str, locale: str) -> None:
        """Of a run that is stored: who asked left before they had the answer."""
        if not needs_user(bundle):
            return

        async def calling() -> None:
            try:
                async with self._services.unit_of_work_of(owner_id) as tx:
                    await self.call(tx, bundle, question=question, locale=locale)
            except (SQLAlchemyError, OSError, ClientError):
                log.warning("a user could not be called", run_id=bundle.run.id, exc_info=True)

        task = asyncio.create_task(calling(), name=f"call the user of run {bundle.run.id}")
        self._calling.add(task)
        task.add_done_callback(self._calling.discard)

    async def close(self) -> None:
        """Until what is under way is done."""
        await asyncio.gather(*self._calling, return_exceptions=True)


def needs_user(bundle: Bundle) -> bool:
    """It asks, or proposes what only a yes carries out. Who cancelled a run wants nothing more of it."""
    if bundle.run.stop_reason == "cancelled":
        return False
    return bundle.need_user_input is not None or bool(_waiting(bundle))


def call_for(bundle: Bundle, *, language: str) -> Push | None:
    """The push that opens what needs the user, once a run: its thread, else the first preview that waits; None where
    nothing does, or it has no place to be opened (a question without a thread is its client's alone)."""
    if not needs_user(bundle):
        return None
    waiting = _waiting(bundle)
    thread_id, run_id = parse_id(bundle.thread_id), parse_id(bundle.run.id)
    if thread_id is not None:
        opens, url, source = bundle.thread_id, f"/threads/{bundle.thread_id}", ("thread", thread_id)
    elif waiting and run_id is not None:
        opens, url, source = waiting[0], f"/previews/{waiting[0]}", ("run", run_id)
    else:
        return None
    body = "agent.question_waits" if bundle.need_user_input is not None else "agent.proposal_waits"
    return Push(
        title=say("agent.needs_you", language),
        body=say(body, language),
        data={"kind": "needs_input", "id": opens, "url": url},
        once=f"needs_input:{bundle.run.id}",
        sources=(source,),
        answers=_answerable(bundle, waiting),
    )


def _answerable(bundle: Bundle, waiting: list[str]) -> tuple[UUID, str] | None:
    """The one preview that waits, where nothing else does: a yes without opening the app can mean it alone."""
    shown = {preview.id: preview.digest for preview in bundle.previews}
    if bundle.need_user_input is not None or len(waiting) != 1 or waiting[0] not in shown:
        return None
    preview_id = parse_id(waiting[0])
    return (preview_id, shown[waiting[0]]) if preview_id is not None else None


def call_to(preview: Preview, *, language: str, now: datetime) -> Push:
    """The push that opens what an agent from outside left; once an hour, however much it leaves."""
    return Push(
        title=say("agent.needs_you", language),
        body=say("agent.proposal_waits", language),
        data={"kind": "needs_input", "id": str(preview.id), "url": f"/previews/{preview.id}"},
        once=f"needs_input:outside:{now:%Y-%m-%dT%H}",
    )


def _waiting(bundle: Bundle) -> list[str]:
    """The previews that wait; of a run that was interrupted the actions alone tell."""
    shown = [preview.id for preview in bundle.previews if preview.state == "pending"]
    done = [action.preview_id for action in bundle.actions if action.outcome == "waiting" and action.preview_id]
    return list(dict.fromkeys([*shown, *done]))
