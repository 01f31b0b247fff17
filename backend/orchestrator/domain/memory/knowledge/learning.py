"""What helped before, and what is found out? Implements the port `Lessons` over `knowledge`.

What is learned is made of words of tool contracts alone (agent/turn/error_signatures.py): it quotes nobody, so it is
derived from no message and stays when its run is erased; that the run used it goes with the run.
"""

from collections.abc import Collection, Sequence
from typing import cast
from uuid import UUID

from sqlalchemy import func

from orchestrator.agent.ports.lessons import CallError, Learned, Lesson, ToldLesson
from orchestrator.db.tx import Tx
from orchestrator.domain.foundation.provenance import service as provenance
from orchestrator.domain.memory.knowledge import hashing, repository
from orchestrator.domain.memory.knowledge.ladder import Standing, State, counted_step
from orchestrator.domain.memory.knowledge.model import Learning
from orchestrator.domain.memory.knowledge.schemas import HERE
from orchestrator.domain.memory.knowledge.service import SOURCE, STEWARD, knowledge
from orchestrator.domain.people.runs import service as runs
from orchestrator.kit.ids import new_id
from orchestrator.language.text.normalize import normalize

AGENT = "agent"
JOINT = "; "
"""Between the changes of a fix that code found out."""


class KnownLessons:
    """Lessons of the user's learnings. No state of its own."""

    async def known(
        self, tx: Tx, errors: Sequence[CallError], *, but: Collection[UUID] = ()
    ) -> Sequence[Lesson | None]:
        """Learnings by the error's shape, and by its words as a user may have copied them from a run's page."""
        hashes = [(hashing.error_hash(one.shape), hashing.error_hash(one.said)) for one in errors]
        rows = await repository.of_errors(tx, {one for pair in hashes for one in pair}, but=but)
        found: list[Lesson | None] = []
        for error, pair in zip(errors, hashes, strict=True):
            fitting = (row for row in rows if row.error_hash in pair and _applies(row, error))
            row = next(fitting, None)
            found.append(_lesson(row) if row is not None else None)
        return found

    async def note(
        self, tx: Tx, run_id: UUID, *, told: Sequence[ToldLesson], learned: Sequence[Learned]
    ) -> Sequence[UUID]:
        """One count a learning and run: where it was told more than once, or found out too, that it helped once is what
        counts."""
        if not await runs.held(tx, run_id):
            return ()  # it was erased while it went on
        await repository.lock(tx)
        outcomes: dict[UUID, bool | None] = {}
        for one in told:
            outcomes[one.lesson.id] = one.helped
        kept: list[UUID] = []
        for found in _distinct(learned):
            row, is_new = await self._kept(tx, found)
            if row is None:
                continue
            kept.append(row.id)
            if not is_new:
                outcomes[row.id] = True
        for learning_id, helped in outcomes.items():
            await self._count(tx, learning_id, run_id, helped)
        return kept

    async def _kept(self, tx: Tx, found: Learned) -> tuple[Learning | None, bool]:
        """The learning that says this, and whether it is new; None where the user erased it, or made another of it."""
        error, fix = found.error, JOINT.join(found.changes)
        digest = hashing.digest(error.shape, fix)
        there = await repository.same(tx, digest, error.tool, error.domain)
        if there is not None:
            return there, False
        key = (SOURCE, f"{error.tool}:{digest.hex()}")
        known = (await knowledge.repository.by_keys(tx, [key])).get(key)
        if known is not None:  # the user moved or reworded it: it is not made again beside theirs
            return None, False
        if await provenance.buried(tx, knowledge.kind, [key]):
            return None, False
        row = Learning(
            id=new_id(),
            user_id=tx.owner_id,
            source=key[0],
            external_id=key[1],
            origin=AGENT,
            version=1,
            tags=[],
            user_fields=[],
            error=error.shape,
            fix=fix,
            tool=error.tool,
            domain=error.domain,
            scope_type="project",
            scope_ref=HERE,
            error_hash=hashing.error_hash(error.shape),
            digest=digest,
            folded=normalize(f"{error.shape}\n{fix}\n{error.tool}\n{HERE}"),
        )
        await knowledge.repository.add(tx.session, row)
        await repository.add_step(tx.session, row, "learned", STEWARD)
        return row, True

    async def _count(self, tx: Tx, learning_id: UUID, run_id: UUID, helped: bool | None) -> None:
        row = await knowledge.repository.find(tx, learning_id, for_update=True)
        if row is None or not await repository.add_use(tx, learning_id, run_id, helped):
            return
        row.uses += 1
        row.last_used_at = await tx.session.scalar(func.steward_now().select())
        row.updated_at = row.last_used_at or row.updated_at
        if helped is None:
            await tx.session.flush()
            return
        before = Standing(cast("State", row.state), row.streak)
        after = before.succeeded() if helped else before.failed()
        row.successes += helped
        row.failures += not helped
        row.streak, row.confidence = after.streak, after.confidence
        act = counted_step(before, after)
        if act is not None:
            row.version += 1
        await tx.session.flush()
        if act is not None:
            await repository.add_step(tx.session, row, act, STEWARD)


def _applies(row: Learning, error: CallError) -> bool:
    """Whether it holds for the tool that failed: the same that `repository.applies` says."""
    ref = (row.scope_ref or "").lower()
    if row.scope_type == "universal":
        return True
    if row.scope_type == "language":
        return ref == error.domain.lower()
    return ref == HERE and row.tool in {None, error.tool}


def _lesson(row: Learning) -> Lesson:
    by_code = row.source == SOURCE and not {"error", "fix"} & set(row.user_fields)
    return Lesson(row.id, row.fix, frozenset(row.fix.split(JOINT)) if by_code else None)


def _distinct(learned: Sequence[Learned]) -> list[Learned]:
    return list({(one.error.tool, one.error.shape, one.changes): one for one in learned}.values())
