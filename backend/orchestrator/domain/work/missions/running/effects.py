"""What was called, and what became of it? A row is written before each call and settled after it, so that a process
that dies leaves no call that nobody knows of; after that what can be looked up is, and the rest stays `unknown`.

A step that calls the same with the same result for the third time goes round in a circle, and its attempt ends.
"""

import hashlib
from collections import Counter
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any
from uuid import UUID

from sqlalchemy import func, select, update

from orchestrator.agent.execution.call_site import CallSite
from orchestrator.agent.execution.executor import Beside, ToolExecutor
from orchestrator.agent.execution.results import BatchOutcome
from orchestrator.agent.execution.validation import ValidatedCall
from orchestrator.agent.runs.delegated import OutOfBudget
from orchestrator.agent.tools.freezing import canonical
from orchestrator.agent.tools.spec import ReadTool
from orchestrator.agent.turn.services import Services
from orchestrator.agent.turn.state import RunLessons
from orchestrator.agent.turn.turn import Turn
from orchestrator.agent.types.bundle import ProposalRecord
from orchestrator.db.retry import retry_on_disconnect
from orchestrator.db.tx import Tx
from orchestrator.domain.people.previews.service import Previews
from orchestrator.domain.work.missions import ledger, repository
from orchestrator.domain.work.missions.ledger import Account, Amount
from orchestrator.domain.work.missions.model import MissionExecution
from orchestrator.kit.ids import new_id, parse_id
from orchestrator.kit.text import shorten, storable_json
from orchestrator.llm.messages import LedgerEntry

SAME_RESULTS = 3
SUMMARY_CHARACTERS = 500
_SETTLED = {"done": "done", "waiting": "waiting", "refused": "refused", "failed": "failed", "needs_input": "refused"}


Settle = Callable[[Tx], Awaitable[None]]


class GoingInCircles(OutOfBudget):
    """The third identical result: the attempt ends."""


@dataclass(frozen=True)
class Place:
    """Whose calls they are: a mission's step, by one agent's brief."""

    mission_id: UUID
    step_key: str
    brief_id: UUID


class RecordedExecutor(ToolExecutor):
    """Carries out batches as any, behind the ledger and with a row a call. `own`: tools of the mission itself, which
    are neither counted nor recorded; `spending`: those of them whose work is paid from what is left, so that it has to
    be known; `settle`: stores what calls of models used, with whatever is stored next."""

    def __init__(
        self,
        services: Services,
        account: Account,
        place: Place,
        own: frozenset[str],
        *,
        spending: frozenset[str] = frozenset(),
        settle: Settle,
    ) -> None:
        super().__init__(services)
        self._of = services
        self._account = account
        self._place = place
        self._own = own
        self._spending = spending
        self._settle = settle
        self._made: Counter[str] = Counter()

    async def execute(
        self,
        batch: Sequence[ValidatedCall],
        turn: Turn,
        site: CallSite,
        lessons: RunLessons,
        *,
        index: int,
        model_call: Mapping[str, Any],
        beside: Beside | None = None,
    ) -> BatchOutcome:
        """Raises OutOfBudget where the calls would pass what is left; nothing of the batch is carried out then."""
        counted = [one for one in batch if one.accepted and one.spec is not None and one.spec.name not in self._own]
        ticket: UUID | None = None
        rows: Mapping[int, UUID] = {}
        if counted:
            ticket, rows = await retry_on_disconnect(lambda: self._begun(counted, turn))
        elif any(one.call.name in self._spending for one in batch):
            await retry_on_disconnect(lambda: self._settled_first(turn))

        async def over(tx: Tx, outcome: BatchOutcome) -> None:
            await self._settle(tx)
            if ticket is not None:
                await self._over(tx, ticket, rows, batch, outcome)
            if beside is not None:
                await beside(tx, outcome)

        ends = beside is None and not counted and all(_may_end(one) for one in batch)  # then its run's end settles it
        stored = None if ends else over
        return await super().execute(batch, turn, site, lessons, index=index, model_call=model_call, beside=stored)

    async def _settled_first(self, turn: Turn) -> None:
        async with self._of.unit_of_work_of(turn.owner.id) as tx:
            await self._settle(tx)

    async def _begun(self, counted: Sequence[ValidatedCall], turn: Turn) -> tuple[UUID, dict[int, UUID]]:
        rows: dict[int, UUID] = {}
        keys: list[str] = []
        async with self._of.unit_of_work_of(turn.owner.id) as tx:
            await self._settle(tx)
            ticket = await ledger.reserve(tx, self._account, Amount(calls=len(counted)))
            for one in counted:
                assert one.spec is not None
                key = key_of(self._place, one.spec.name, one.arguments or {})
                if await self._repeats(tx, key):
                    raise GoingInCircles(f"'{one.spec.name}' gave the same result {SAME_RESULTS} times.")
                row = MissionExecution(
                    id=new_id(),
                    user_id=tx.owner_id,
                    mission_id=self._place.mission_id,
                    brief_id=self._place.brief_id,
                    step_key=self._place.step_key,
                    call_id=one.call.id,
                    tool=one.spec.name,
                    arguments=storable_json(dict(one.arguments or {})),
                    effect=one.spec.effect.value,
                    idempotency_key=key,
                    run_id=turn.run_id,
                )
                tx.session.add(row)
                rows[id(one)] = row.id
                keys.append(key)
            await tx.session.flush()
        self._made.update(keys)
        return ticket, rows

    async def _repeats(self, tx: Tx, key: str) -> bool:
        """Whether this attempt had the same result of it often enough; asked only where it made the call that often."""
        if self._made[key] < SAME_RESULTS:
            return False
        most = (
            select(func.count())
            .where(
                MissionExecution.user_id == tx.owner_id,
                MissionExecution.idempotency_key == key,
                MissionExecution.brief_id == self._place.brief_id,  # what a death had done again is no circle
                MissionExecution.state.in_(("done", "waiting")),
            )
            .group_by(MissionExecution.result_hash)
            .order_by(func.count().desc())
            .limit(1)
        )
        return int(await tx.session.scalar(most) or 0) >= SAME_RESULTS

    async def _over(
        self,
        tx: Tx,
        ticket: UUID,
        rows: Mapping[int, UUID],
        batch: Sequence[ValidatedCall],
        outcome: BatchOutcome,
    ) -> None:
        entries, done = list(outcome.step.entries), 0
        for one, record in zip(batch, outcome.step.record.proposals, strict=True):
            entry = next((each for each in entries if _is_of(each, record)), None)
            if entry is not None:
                entries.remove(entry)
            if (row_id := rows.get(id(one))) is None:
                continue
            done += record.outcome in {"done", "waiting", "failed"}
            values = _settled(record, entry)
            await _update(tx, row_id, values)
            told = {"id": str(row_id), "step": self._place.step_key, "tool": record.tool}
            told |= {"state": values["state"], "summary": values["summary"]}
            await repository.tell(tx, self._place.mission_id, "execution", told)
            if values["state"] == "waiting":
                preview = {"preview_id": record.preview_id, "tool": record.tool, "summary": values["summary"]}
                await repository.tell(tx, self._place.mission_id, "preview", preview)
        await ledger.settle(tx, ticket, Amount(calls=min(done, len(rows))))


def key_of(place: Place, tool: str, arguments: Mapping[str, Any]) -> str:
    """The same for the same call of a step, whoever makes it again."""
    told = canonical([str(place.mission_id), place.step_key, tool, dict(arguments)])
    return hashlib.sha256(told.encode()).hexdigest()


def hash_of(data: Mapping[str, Any]) -> str:
    """Of a result."""
    return hashlib.sha256(canonical(data).encode()).hexdigest()


def _may_end(one: ValidatedCall) -> bool:
    return isinstance(one.spec, ReadTool) and one.spec.concludes


def _is_of(entry: LedgerEntry, record: ProposalRecord) -> bool:
    return entry.tool == record.tool and entry.outcome == record.outcome and entry.arguments == record.arguments


def _settled(record: ProposalRecord, entry: LedgerEntry | None) -> dict[str, Any]:
    clean = storable_json(dict(entry.data)) if entry is not None else {}
    data: Mapping[str, Any] = clean if isinstance(clean, Mapping) else {}
    ids = [found for one in record.read if (found := parse_id(one.id)) is not None]
    if record.preview_id:
        data = {"preview_id": record.preview_id}  # its words are the preview's, which may be erased
    return {
        "state": _SETTLED.get(record.outcome, "refused"),
        "summary": shorten(record.result_summary or record.reason, SUMMARY_CHARACTERS),
        "data": data,
        "result_hash": hash_of(data),
        "origin": record.origin,
        "read_ids": list(dict.fromkeys(ids)),
        "preview_id": parse_id(record.preview_id or ""),
        "finished_at": func.steward_now(),
    }


async def _update(tx: Tx, row_id: UUID, values: Mapping[str, Any]) -> None:
    await tx.session.execute(
        update(MissionExecution)
        .where(MissionExecution.user_id == tx.owner_id, MissionExecution.id == row_id)
        .values(**values)
        .execution_options(synchronize_session=False)
    )


async def probe(tx: Tx, mission_id: UUID) -> int:
    """What a process that died had begun: a read changed nothing, a change is looked up among the previews of its run,
    and what left the house can't be looked up. Answers how many there were."""
    rows = await repository.begun(tx, mission_id)
    if not rows:
        return 0
    waiting = await Previews().pending(tx, limit=100)
    taken = {one.preview_id for one in await repository.parts(tx, MissionExecution, mission_id)}
    for row in rows:
        found = next(
            (one for one in waiting if one.run_id == row.run_id and one.tool == row.tool and one.id not in taken), None
        )
        if row.effect == "read":
            values: dict[str, Any] = {"state": "interrupted"}
        elif found is not None:
            taken.add(found.id)
            values = {"state": "waiting", "preview_id": found.id, "summary": found.summary}
            values |= {"data": {"preview_id": str(found.id)}}
            told = {"preview_id": str(found.id), "tool": row.tool, "summary": found.summary}
            await repository.tell(tx, mission_id, "preview", told)
        elif row.effect == "write":
            values = {"state": "interrupted"}  # its preview and its run's step are stored together, or neither is
        else:
            values = {"state": "unknown"}
        await _update(tx, row.id, {**values, "finished_at": func.steward_now()})
    return len(rows)
