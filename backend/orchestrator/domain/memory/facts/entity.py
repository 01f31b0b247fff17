"""What are facts among the entities? How their fields become columns, what of them is found, what erasing one takes."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import UTC, datetime
from typing import Any, ClassVar
from uuid import UUID

from orchestrator.db.tx import Tx
from orchestrator.domain.foundation.entities.schemas import lines
from orchestrator.domain.foundation.entities.service import EntityService
from orchestrator.domain.foundation.provenance import service as provenance
from orchestrator.domain.foundation.search import service as search
from orchestrator.domain.foundation.search.schemas import IndexEntry
from orchestrator.domain.foundation.slices.erasable import Erasable, ErasedRow
from orchestrator.domain.memory.facts import question_repository, repository
from orchestrator.domain.memory.facts.effect_checks import checked_effect
from orchestrator.domain.memory.facts.model import UserFact
from orchestrator.domain.memory.facts.schemas import PROPOSED, SOFT_FACT, FactFields, FactOut, Source
from orchestrator.domain.people.accounts import service as accounts
from orchestrator.domain.people.conversations import sessions
from orchestrator.errors import Conflict, FieldError, InvalidRequest
from orchestrator.kit.text import shorten
from orchestrator.kit.versions import Expected
from orchestrator.kit.zones import named_zone
from orchestrator.language.statements import claim_of, of_user
from orchestrator.language.text.normalize import normalize

TITLE_CHARACTERS = 80
STATED_CONFIDENCE = 1.0
_TIMES = ("valid_from", "valid_to", "review_after")


class FactService(EntityService[UserFact, FactFields]):
    """Facts. Their acts (state, correct, change, …) are in `service`."""

    kind: ClassVar[str] = "fact"
    fields = FactFields
    out = FactOut
    repository = repository.facts

    async def columns(self, tx: Tx, fields: FactFields, zone: str) -> Mapping[str, Any]:
        columns = fields.model_dump(exclude={"external_id", "source", "tags", "scope", *_TIMES})
        columns["effect"] = await checked_effect(tx, fields.effect, fields.scope)
        columns |= {name: aware(getattr(fields, name), zone) for name in _TIMES}
        if columns["valid_from"] and columns["valid_to"] and columns["valid_to"] <= columns["valid_from"]:
            raise InvalidRequest("A fact can't end before it begins.", errors=[_ends_too_early("valid_to")])
        claim = claim_of(fields.text) if fields.kind == SOFT_FACT else None
        claim = of_user(claim, await accounts.own_names(tx)) if claim is not None else None
        return {
            **columns,
            "confidence": STATED_CONFIDENCE if fields.confidence is None else fields.confidence,
            "scope_type": fields.scope.type,
            "scope_ref": fields.scope.ref,
            "subject_keys": list(dict.fromkeys(normalize(subject) for subject in fields.subjects)),
            "attribute": claim.attribute if claim is not None else None,
            "attribute_value": claim.value if claim is not None else None,
            "folded": normalize(lines([fields.text, fields.category, *fields.subjects])),
        }

    def entry(self, row: UserFact) -> IndexEntry:
        text = lines([row.text, *row.subjects, *row.tags])
        title = shorten(row.text, TITLE_CHARACTERS)
        at = row.valid_from or row.recorded_at
        return IndexEntry(
            "fact", row.id, title, text, at, origin=row.origin, external_id=row.external_id, ends_at=row.valid_to
        )

    async def before_erase(self, tx: Tx, row: UserFact) -> Sequence[ErasedRow]:
        """What it corrected, or was made one of, goes with it: the same statement in earlier words; and the questions
        about any of them. What the user told it with is not read for facts again."""
        earlier = await repository.corrected_by(tx, row.id)
        earlier += await question_repository.about(tx, [row.id, *(one.id for one in earlier)])
        told = [one for each in (row, *earlier) for one in each.provenance if one["kind"] == "message"]
        await sessions.mark_read(tx, {UUID(one["id"]) for one in told})
        await repository.delete(tx, [one.id for one in earlier])
        return [ErasedRow(self.kind, one.id, one.source, one.external_id) for one in earlier]

    async def stays(self, tx: Tx, entity_id: UUID) -> bool:
        """What the user authored, ratified, confirmed or edited is a source of its own."""
        row = await self.repository.find(tx, entity_id)
        return row is not None and row.ratified_at is not None

    async def rebuild(self, tx: Tx, entity_id: UUID) -> None:
        """Other messages say the same: `redact`, which knows what is gone, takes the words from one of these."""
        del tx, entity_id

    async def redact(self, tx: Tx, erased: Sequence[tuple[str, UUID]]) -> Mapping[str, int]:
        """Take quotes of what is gone out of the facts that stay, and their links to facts that are gone."""
        gone = {entity_id for _, entity_id in erased}
        asked = await question_repository.about(tx, gone)  # they quote what was made anew
        await question_repository.delete(tx, [one.id for one in asked])
        rows = await repository.quoting(tx, sorted(gone))
        for row in rows:
            left = [one for one in row.provenance if UUID(one["id"]) not in gone]
            if row.ratified_at is None and left and left[0].get("text"):
                await self._said_again(tx, row, str(left[0]["text"]))
            row.provenance = left
            await self._bump(tx.session, row)
        loosened = await repository.loosen(tx, sorted(gone))
        number = len({*(row.id for row in (*rows, *asked)), *loosened})
        return {self.kind: number} if number else {}

    async def _said_again(self, tx: Tx, row: UserFact, text: str) -> None:
        """Put the words of a source that is left in the place of those of one that is gone."""
        fields = self.checked({**await self.given(tx, row), "text": text}, {"text"})
        for name, value in (await self.columns(tx, fields, "UTC")).items():
            setattr(row, name, value)
        await self.show(tx, row)

    async def read_again(self, tx: Tx, ids: Sequence[UUID]) -> None:
        """The same, with what acts and jobs read of each source."""
        await super().read_again(tx, ids)
        for row in await self.many(tx, ids):
            for one in row.provenance:
                Source(one["kind"], UUID(one["id"]), one["start"], one["end"], one["quote"])

    async def show(self, tx: Tx, row: UserFact) -> None:
        """Have it found as it is now; what is not believed, or waits for the user, is in no search."""
        if row.hidden_at is None and row.superseded_at is None and row.trust != PROPOSED:
            await search.index(tx, [self.entry(row)])
        else:
            await search.withdraw(tx, self.kind, [row.id])

    async def touched(self, tx: Tx, row: UserFact) -> None:
        """A new version of it is to be stored, and found."""
        await self._bump(tx.session, row)
        await self.show(tx, row)

    async def locked(self, tx: Tx, entity_id: UUID, version: Expected) -> UserFact:
        """The row, locked. Raises NotFound, VersionConflict."""
        return await self._locked(tx, entity_id, version)

    async def built(
        self, tx: Tx, fields: FactFields, *, zone: str, origin: str, entity_id: UUID | None = None
    ) -> UserFact:
        """A row for `fields`, not stored yet. Raises InvalidRequest."""
        return await self._built(tx, fields, zone=zone, origin=origin, entity_id=entity_id)

    async def unknown(self, tx: Tx, fields: FactFields, entity_id: UUID) -> None:
        """See to it that a new row's key and id are free, and that it may come back. Raises Conflict
        `already_exists`."""
        if fields.external_id is not None:
            key = (fields.source, fields.external_id)
            if there := (await self.repository.by_keys(tx, [key])).get(key):
                raise Conflict("already_exists", "This fact exists.", extra={"id": str(there.id)})
            await provenance.remove_tombstone(tx, self.kind, fields.source or "", fields.external_id)
        if await self.repository.find(tx, entity_id) is not None:
            raise Conflict("already_exists", "This fact exists.", extra={"id": str(entity_id)})

    def erasable(self) -> Erasable:
        return replace(super().erasable(), rebuild=self.rebuild, redact=self.redact)


facts = FactService()


def aware(moment: datetime | None, zone: str) -> datetime | None:
    """Naive moments are the user's."""
    if moment is None or moment.tzinfo is not None:
        return moment
    return moment.replace(tzinfo=named_zone(zone)).astimezone(UTC)


def _ends_too_early(field: str) -> FieldError:
    return {"loc": [field], "message": "must be later than `valid_from`"}
