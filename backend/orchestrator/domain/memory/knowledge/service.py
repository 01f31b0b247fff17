"""What happens to a learning between its making and its erasure? The user's acts; what Steward counts is in `learning`.

Learnings and knowledge are one store: what the user approved is knowledge. They stand in no index: they are about
errors of agents, not about the user, and are found by their error.
"""

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar, cast
from uuid import UUID

from sqlalchemy.ext.asyncio import AsyncSession

from orchestrator.agent.turn.state import KIND
from orchestrator.db.tx import Tx
from orchestrator.domain.foundation.entities.schemas import EntityOut, lines
from orchestrator.domain.foundation.entities.service import EntityService
from orchestrator.domain.foundation.search.schemas import IndexEntry
from orchestrator.domain.memory.facts.retrieval.scopes import names
from orchestrator.domain.memory.knowledge import hashing, repository
from orchestrator.domain.memory.knowledge.ladder import DOUBTED, ScopeType, Standing, State, wider
from orchestrator.domain.memory.knowledge.model import Learning
from orchestrator.domain.memory.knowledge.schemas import ApprovedOut, LearningFields, LearningOut
from orchestrator.errors import Conflict, InvalidRequest
from orchestrator.kit.text import shorten
from orchestrator.kit.versions import Expected
from orchestrator.language.text.normalize import normalize
from orchestrator.language.text.secrets import holds_secret

USER, STEWARD = "user", "steward"
SOURCE = "steward.lessons"
"""The source of what Steward learned by itself; the external id is the hash of tool, error and fix, so that what the
user erased is not learned again."""
_WHAT_IT_SAYS = ("error", "fix", "tool")
_TITLE_CHARACTERS = 80


class KnowledgeService(EntityService[Learning, LearningFields]):
    """Learnings. Everything that makes or moves one takes the user's lock first: two runs may find out the same."""

    kind: ClassVar[str] = KIND
    searchable: ClassVar[bool] = False
    fields = LearningFields
    out = LearningOut
    repository = repository.knowledge

    async def columns(self, tx: Tx, fields: LearningFields, zone: str) -> Mapping[str, Any]:
        del tx, zone
        for name in _WHAT_IT_SAYS:
            if holds_secret(getattr(fields, name) or ""):
                raise InvalidRequest.of_field(name, "it holds what reads like a credential; leave that out")
        return {
            "error": fields.error,
            "fix": fields.fix,
            "tool": fields.tool,
            "scope_type": fields.scope.type,
            "scope_ref": fields.scope.ref,
            "error_hash": hashing.error_hash(fields.error),
            "digest": hashing.digest(fields.error, fields.fix),
            "folded": normalize(lines([fields.error, fields.fix, fields.tool, fields.scope.ref])),
        }

    def entry(self, row: Learning) -> IndexEntry:
        return IndexEntry(self.kind, row.id, shorten(row.error, _TITLE_CHARACTERS), "", row.created_at)

    async def present(self, tx: Tx, rows: Sequence[Learning]) -> list[EntityOut]:
        ways: dict[UUID, list[dict[str, Any]]] = {row.id: [] for row in rows}
        for step in await repository.steps(tx, ways) if ways else ():
            scope = {"type": step.scope_type, "ref": step.scope_ref}
            told = {name: getattr(step, name) for name in ("act", "by", "known_as", "confidence")}
            ways[step.knowledge_id].append({**told, "scope": scope, "at": step.created_at})
        return [self._out(row, ways[row.id]) for row in rows]

    def _out(self, row: Learning, history: Sequence[Mapping[str, Any]]) -> LearningOut:
        plain = (name for name in LearningOut.model_fields if name not in {"history", "doubted"})
        told = {name: getattr(row, name) for name in plain}
        return LearningOut.model_validate({**told, "doubted": row.confidence <= DOUBTED, "history": history})

    # The user's acts

    async def file(self, tx: Tx, fields: LearningFields, *, zone: str, known_as: str) -> Learning:
        """A learning that somebody with a token files; at 0.7 like any other. Raises InvalidRequest, Conflict
        `already_exists` with the `id` of the same error and fix in the same scope."""
        if fields.source == SOURCE:
            raise InvalidRequest.of_field("source", f"{SOURCE} is what Steward learns by itself; give another one")
        await repository.lock(tx)
        await self._alone(tx, await self.columns(tx, fields, zone))
        row = await self.create(tx, fields, zone=zone)
        await repository.add_step(tx.session, row, "filed", USER, known_as)
        return row

    async def edit(
        self,
        tx: Tx,
        entity_id: UUID,
        changes: Mapping[str, Any],
        *,
        zone: str,
        known_as: str,
        version: Expected = None,
    ) -> Learning:
        """Change what it says. Other words for error, fix or tool begin anew at 0.7, with nothing counted: use, review
        and approval were of the old ones. Raises NotFound, VersionConflict, InvalidRequest (another scope is
        `promote`'s alone), Conflict `already_exists`."""
        await repository.lock(tx)
        row = await self._locked(tx, entity_id, version)
        if changes.get("scope", row.scope) not in (row.scope, None):
            raise InvalidRequest.of_field("scope", "promote it to a wider scope, or file it anew in another one")
        said = {name: value for name, value in changes.items() if name in _WHAT_IT_SAYS}
        fields = self.checked({**await self.given(tx, row), **said})
        other = any(getattr(fields, name) != getattr(row, name) for name in _WHAT_IT_SAYS)
        if other:
            await self._alone(tx, await self.columns(tx, fields, zone), but=row.id)
        row = await self.update(tx, entity_id, changes, zone=zone, version=version)
        if not other:
            return row
        self._stand(row, Standing().edited())
        row.uses = row.successes = row.failures = 0
        row.last_used_at = None
        await repository.add_step(tx.session, row, "edited", USER, known_as)
        return row

    async def review(self, tx: Tx, entity_id: UUID, *, known_as: str, version: Expected = None) -> Learning:
        """The user looked at it: 0.95. What is reviewed or approved already stays as it is."""
        row = await self._to_move(tx, entity_id, version)
        return await self._moved(tx.session, row, _standing(row).reviewed(), known_as)

    async def approve(self, tx: Tx, entity_id: UUID, *, known_as: str, version: Expected = None) -> Learning:
        """The user makes it knowledge: 1.0, told to other agents. What is approved already stays as it is."""
        row = await self._to_move(tx, entity_id, version)
        return await self._moved(tx.session, row, _standing(row).approved(), known_as)

    async def promote(
        self, tx: Tx, entity_id: UUID, ref: str | None, *, known_as: str, version: Expected = None
    ) -> Learning:
        """Let it hold in the next wider scope, one step at a time. Raises InvalidRequest where a language's name is
        missing, Conflict `not_promotable` at the widest, `already_exists` where the same stands there."""
        row = await self._to_move(tx, entity_id, version)
        scope = wider(cast("ScopeType", row.scope_type))
        if scope is None:
            raise Conflict("not_promotable", "It holds everywhere already; there is no wider scope.")
        named = (ref or row.domain) if scope == "language" else None
        if scope == "language" and named is None:
            raise InvalidRequest.of_field("ref", "name the language or the domain of tools that it is to hold for")
        await self._alone(tx, {**_place(row), "scope_type": scope, "scope_ref": named}, but=row.id)
        row.scope_type, row.scope_ref = scope, named
        row.folded = normalize(lines([row.error, row.fix, row.tool, named]))
        await self._bump(tx.session, row)
        await repository.add_step(tx.session, row, "promoted", USER, known_as)
        return row

    # Inside

    async def _to_move(self, tx: Tx, entity_id: UUID, version: Expected) -> Learning:
        await repository.lock(tx)
        return await self._locked(tx, entity_id, version)

    async def _moved(self, session: AsyncSession, row: Learning, to: Standing, known_as: str) -> Learning:
        if to.state == row.state:
            return row
        self._stand(row, to)
        await self._bump(session, row)
        await repository.add_step(session, row, to.state, USER, known_as)
        return row

    def _stand(self, row: Learning, standing: Standing) -> None:
        row.state, row.streak, row.confidence = standing.state, standing.streak, standing.confidence

    async def _alone(self, tx: Tx, place: Mapping[str, Any], *, but: UUID | None = None) -> None:
        where = {name: place[name] for name in ("digest", "scope_type", "scope_ref", "tool")}
        there = await repository.twin(tx, but=but, **where)
        if there is not None:
            raise Conflict("already_exists", "The same error and fix stand there already.", extra={"id": str(there.id)})


knowledge = KnowledgeService()


def _standing(row: Learning) -> Standing:
    return Standing(cast("State", row.state), row.streak)


def _place(row: Learning) -> dict[str, Any]:
    return {name: getattr(row, name) for name in ("digest", "scope_type", "scope_ref", "tool")}


MOST_READ = 500


async def approved_for(tx: Tx, project_context: str | None) -> list[ApprovedOut]:
    """Approved knowledge that holds in the project, or for a language, that the context names, and what holds
    everywhere; the narrowest first."""
    rows = await repository.approved(tx, limit=MOST_READ)
    return [ApprovedOut.model_validate(row) for row in rows if _holds(row, project_context or "")]


def _holds(row: Learning, context: str) -> bool:
    return row.scope_type == "universal" or names(context, row.scope_ref or "")
