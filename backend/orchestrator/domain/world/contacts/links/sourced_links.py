"""What do sources say that contacts are to each other, and what did they stop saying?

Who says a relationship is remembered in provenance: it goes when nobody says it any more, unless the user touched the
relationships of the contact. All that a delivery says is read and written together: an address book has thousands.
"""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from uuid import UUID

from orchestrator.db.tx import Tx
from orchestrator.domain.foundation.provenance import service as provenance
from orchestrator.domain.world.contacts import owner_locale, repository
from orchestrator.domain.world.contacts.links import relation_specialization
from orchestrator.domain.world.contacts.links.relations import Edge, Known, is_forebear, labels_said, written
from orchestrator.domain.world.contacts.links.service import seen_from
from orchestrator.domain.world.contacts.model import Contact, Relationship
from orchestrator.domain.world.contacts.schemas import RelationshipIO
from orchestrator.errors import InvalidRequest
from orchestrator.kit.ids import new_id
from orchestrator.language.people import kinship

KIND = "contact_relationship"
FIELD = "relationships"
Said = Mapping[UUID, RelationshipIO]
"""What others are to one contact, by their ids."""


@dataclass(frozen=True)
class Word:
    """What one record says of the contact `of` (itself, or the one that it was merged into)."""

    of: UUID
    said: Said


@dataclass
class Outcome:
    """`changed`: contacts with other relationships than before; `notes`: by record, what of it can't be true."""

    changed: set[UUID] = field(default_factory=set)
    notes: dict[UUID, list[str]] = field(default_factory=lambda: defaultdict(list))


async def take_words(tx: Tx, words: Mapping[UUID, Word]) -> Outcome:
    """Let the relationships be what the records say, by the record's id. What the user said stays."""
    if not words:
        return Outcome()
    web = await _read(tx, words)
    for record, word in words.items():
        if (row := web.contacts.get(word.of)) is not None and FIELD not in row.user_fields:
            web.take(record, word)
    await _write(tx, web)
    return web.outcome


@dataclass
class _Web:
    """The relationships around the contacts of one delivery, as they are and as they become."""

    locale: str
    contacts: Mapping[UUID, Contact]
    rows: dict[UUID, Relationship]
    sayers: dict[UUID, set[UUID]]
    outcome: Outcome = field(default_factory=Outcome)
    made: dict[UUID, Relationship] = field(default_factory=dict)
    gone: set[UUID] = field(default_factory=set)
    new_words: list[tuple[UUID, UUID]] = field(default_factory=list)
    lost_words: list[tuple[UUID, UUID]] = field(default_factory=list)
    at: dict[UUID, set[UUID]] = field(default_factory=lambda: defaultdict(set))

    def __post_init__(self) -> None:
        for row in self.rows.values():
            self._hang(row)

    def take(self, record: UUID, word: Word) -> None:
        """What one record says: its own relationships stay, go or are made."""
        there: set[UUID] = set()
        for row in self._rows_of(word.of):
            seen = seen_from(word.of, row)
            own = record in self.sayers[row.id]
            told = seen.contact_id in word.said
            label = word.said[seen.contact_id].label if told else None
            alone = own and self.sayers[row.id] == {record}
            if own and (not told or (alone and not _stands(label, seen.label))):
                self._unsay(record, row, word.of, alone=alone)
                if not alone:
                    there.add(seen.contact_id)
                continue
            there.add(seen.contact_id)
            agrees = told and (_stands(label, seen.label) or _role(label) == _role(seen.label))
            if agrees and not own:
                self._say(record, row)
            elif own and not agrees:
                self._unsay(record, row, word.of, alone=False)
        for other, link in word.said.items():
            if other not in there and other in self.contacts and other != word.of:
                self._make(record, word.of, link)

    def _make(self, record: UUID, contact_id: UUID, link: RelationshipIO) -> None:
        ends = (contact_id, link.contact_id)
        edges = [_edge(row) for end in ends for row in self._rows_of(end)]
        edges.append((contact_id, link.contact_id, link.label, link.reciprocal_label))
        known = Known(
            contact_id=contact_id,
            locale=self.locale,
            present=[seen_from(contact_id, row) for row in self._rows_of(contact_id)],
            said=labels_said(edges, {end: self.contacts[end].tags for end in ends}),
            edges=self._family(ends),
        )
        try:
            whole = written(link, known)
        except InvalidRequest as error:
            self.outcome.notes[record].append(error.detail)
            return
        row = Relationship(
            id=new_id(),
            contact_id=contact_id,
            other_id=whole.contact_id,
            label=whole.label,
            reciprocal_label=whole.reciprocal_label,
        )
        self.made[row.id] = self.rows[row.id] = row
        self._hang(row)
        self._say(record, row)
        self.outcome.changed.update(ends)

    def _say(self, record: UUID, row: Relationship) -> None:
        self.sayers[row.id].add(record)
        self.new_words.append((record, row.id))

    def _unsay(self, record: UUID, row: Relationship, contact_id: UUID, *, alone: bool) -> None:
        self.sayers[row.id].discard(record)
        self.lost_words.append((record, row.id))
        if alone:
            self.gone.add(row.id)
            del self.rows[row.id]
            for end in (row.contact_id, row.other_id):
                self.at[end].discard(row.id)
            self.outcome.changed |= {contact_id, row.contact_id, row.other_id}

    def _hang(self, row: Relationship) -> None:
        self.at[row.contact_id].add(row.id)
        self.at[row.other_id].add(row.id)

    def _rows_of(self, contact_id: UUID) -> list[Relationship]:
        return [self.rows[one] for one in sorted(self.at[contact_id])]

    def _family(self, ends: Iterable[UUID]) -> list[Edge]:
        """All that puts one above the other in the family trees of these."""
        reached, left, found = set(ends), list(ends), {}
        while left:
            for row in self._rows_of(left.pop()):
                if row.id not in found and (is_forebear(row.label) or is_forebear(row.reciprocal_label)):
                    found[row.id] = _edge(row)
                    new = {row.contact_id, row.other_id} - reached
                    reached |= new
                    left += new
        return list(found.values())


async def _read(tx: Tx, words: Mapping[UUID, Word]) -> _Web:
    named = {word.of for word in words.values()} | {other for word in words.values() for other in word.said}
    rows = {row.id: row for row in await repository.all_relationships(tx, named)}
    said = [link for word in words.values() for link in word.said.values()]
    if any(is_forebear(link.label) or is_forebear(link.reciprocal_label) for link in said):
        await _widen(tx, rows, named)
    contacts = {row.id: row for row in await repository.contacts.many(tx, sorted(named))}
    sources = await provenance.sources_of_each(tx, KIND, list(rows))
    sayers: dict[UUID, set[UUID]] = defaultdict(set)
    for row_id, refs in sources.items():
        sayers[row_id] = {record for kind, record in refs if kind == "contact"}
    return _Web(await owner_locale.locale(tx), contacts, rows, sayers)


async def _widen(tx: Tx, rows: dict[UUID, Relationship], known: set[UUID]) -> None:
    """Read further along family lines: whether somebody would be their own forebear is told by all of them."""
    reached = set(known)
    while (
        new := {
            end
            for row in rows.values()
            if is_forebear(row.label) or is_forebear(row.reciprocal_label)
            for end in (row.contact_id, row.other_id)
        }
        - reached
    ):
        reached |= new
        rows |= {row.id: row for row in await repository.all_relationships(tx, new)}


async def _write(tx: Tx, web: _Web) -> None:
    for row in web.made.values():
        if row.id not in web.gone:
            row.user_id = tx.owner_id
            tx.session.add(row)
    await tx.session.flush()
    gone = sorted(web.gone - web.made.keys())
    await repository.drop_relationships(tx, gone)
    await provenance.forget(tx, [(KIND, one) for one in gone])
    for record, row_id in web.lost_words:
        if row_id not in web.gone:
            await provenance.unlink(tx, source=("contact", record), derived=(KIND, row_id))
    said = [(("contact", record), (KIND, row_id)) for record, row_id in web.new_words if row_id not in web.gone]
    await provenance.record_pairs(tx, said)
    refined = await relation_specialization.refine(tx, web.outcome.changed, fresh=set(web.made))
    web.outcome.changed |= refined
    await repository.touch(tx, web.outcome.changed)


def said_once(links: Sequence[RelationshipIO]) -> Said:
    """The first word of each."""
    return {one.contact_id: one for one in reversed(links)}


def _stands(said: str | None, label: str | None) -> bool:
    """Whether what is said is what stands there, or a general word for it ("Sibling" of a brother)."""
    if not said or (label is not None and kinship.title_case(said) == label):
        return True
    kin = kinship.kin_of(said)
    return kin is not None and kin.gender is None and _role(label) == kin.role


def _role(label: str | None) -> str | None:
    kin = kinship.kin_of(label) if label else None
    return kin.role if kin is not None else label


def _edge(row: Relationship) -> Edge:
    return (row.contact_id, row.other_id, row.label, row.reciprocal_label)
