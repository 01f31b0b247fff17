"""Which places do sources say are a contact's, and which did they stop saying? As `sourced_links`, for places."""

from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass
from uuid import UUID

from orchestrator.db.tx import Tx
from orchestrator.domain.foundation.provenance import service as provenance
from orchestrator.domain.world.contacts import repository
from orchestrator.domain.world.contacts.model import ContactPlace
from orchestrator.domain.world.places import service as places
from orchestrator.kit.ids import new_id

KIND = "contact_place"
FIELD = "places"


@dataclass(frozen=True)
class PlaceWord:
    """What one record says of the contact `of`: the label of each of its places."""

    of: UUID
    said: Mapping[UUID, str | None]


async def take_places(tx: Tx, words: Mapping[UUID, PlaceWord]) -> set[UUID]:
    """Let the places be what the records say, by the record's id; answers the contacts with others than before. What
    the user said stays."""
    if not words:
        return set()
    ids = sorted({word.of for word in words.values()})
    contacts = {row.id: row for row in await repository.contacts.many(tx, ids)}
    linked: dict[UUID, list[ContactPlace]] = defaultdict(list)
    for row in await repository.places(tx, ids):
        linked[row.contact_id].append(row)
    rows = [row.id for listed in linked.values() for row in listed]
    sources = await provenance.sources_of_each(tx, KIND, rows)
    writing = _Writing({row_id: {one for kind, one in refs if kind == "contact"} for row_id, refs in sources.items()})
    for record, word in words.items():
        if (contact := contacts.get(word.of)) is not None and FIELD not in contact.user_fields:
            writing.take(record, word, linked[word.of])
    await _write(tx, writing)
    return writing.changed


class _Writing:
    """What follows from the words of all records."""

    def __init__(self, sayers: Mapping[UUID, set[UUID]]) -> None:
        self.sayers: dict[UUID, set[UUID]] = defaultdict(set, sayers)
        self.changed: set[UUID] = set()
        self.made: list[ContactPlace] = []
        self.gone: list[ContactPlace] = []
        self.new_words: list[tuple[UUID, ContactPlace]] = []
        self.lost_words: list[tuple[UUID, ContactPlace]] = []

    def take(self, record: UUID, word: PlaceWord, linked: list[ContactPlace]) -> None:
        """What one record says."""
        for row in list(linked):
            sayers = self.sayers[row.id]
            if row.place_id not in word.said and record in sayers:
                self.lost_words.append((record, row))
                sayers.discard(record)
                if not sayers:
                    self.gone.append(row)
                    linked.remove(row)
                    self.changed.add(word.of)
            elif record in sayers and row.label != word.said[row.place_id] and sayers == {record}:
                row.label = word.said[row.place_id]
                self.changed.add(word.of)
        there = {row.place_id: row for row in linked}
        for place_id, label in word.said.items():
            row = there.get(place_id) or ContactPlace(id=new_id(), contact_id=word.of, place_id=place_id, label=label)
            if place_id not in there:
                self.made.append(row)
                linked.append(row)
                self.changed.add(word.of)
            if record not in self.sayers[row.id]:
                self.sayers[row.id].add(record)
                self.new_words.append((record, row))


async def _write(tx: Tx, writing: _Writing) -> None:
    gone = {row.id for row in writing.gone}
    known = await places.named(tx, sorted({row.place_id for row in writing.made}))
    for row in writing.made:
        if row.place_id in known and row.id not in gone:
            row.user_id = tx.owner_id
            tx.session.add(row)
    await tx.session.flush()
    await repository.drop_places(tx, sorted(gone))
    await provenance.forget(tx, [(KIND, one) for one in sorted(gone)])
    for record, row in writing.lost_words:
        if row.id not in gone:
            await provenance.unlink(tx, source=("contact", record), derived=(KIND, row.id))
        await provenance.unlink(tx, source=("contact", record), derived=(places.places.kind, row.place_id))
    said = [(("contact", record), (KIND, row.id)) for record, row in writing.new_words if row.id not in gone]
    await provenance.record_pairs(tx, said)
    await repository.touch(tx, writing.changed)
