"""Whom does a card mean by its related people? Somebody in the same file or among the contacts, by UID or by exactly
their name where nobody else is called so; others are kept as words in the notes."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from uuid import UUID

from orchestrator.db.tx import Tx
from orchestrator.domain.foundation.entities.merge_order import root
from orchestrator.domain.foundation.entities.schemas import IngestResult
from orchestrator.domain.world.contact_files.values import Related
from orchestrator.domain.world.contact_files.vcard import VCard, bare_uid
from orchestrator.domain.world.contacts import repository
from orchestrator.domain.world.contacts.links.sourced_links import Word, said_once, take_words
from orchestrator.domain.world.contacts.merging import merged_ingest
from orchestrator.domain.world.contacts.schemas import RelationshipIO, Taken
from orchestrator.kit.ids import parse_id
from orchestrator.language.people.kinship import title_case
from orchestrator.language.text.normalize import normalize

KNOWN_LIMIT = 20_000
BATCH = 5_000
"""UIDs of one query."""
Token = int | UUID
"""A card of the file by its index, or a contact that is there."""


@dataclass(frozen=True)
class Meant:
    """Whom each card's related people are: `known`: (token, label) by card; `unknown`: those who are nobody known."""

    known: Mapping[int, Sequence[tuple[Token, str | None]]]
    unknown: Mapping[int, Sequence[Related]]

    def noted(self, index: int, one: VCard) -> str | None:
        """The card's notes with those whom nobody is known by."""
        said = [f"{title_case(two.label) or 'Related'}: {two.who}" for two in self.unknown.get(index, ())]
        return "\n".join([*([one.fields["notes"]] if one.fields["notes"] else []), *said]) or None


async def read(tx: Tx, cards: Mapping[int, VCard], keys: Mapping[int, str], source: str) -> Meant:
    """Whom the cards mean, before they are taken in."""
    if not any(one.related for one in cards.values()):
        return Meant({}, {})
    named_by = [bare_uid(two.who) for one in cards.values() for two in one.related]
    wanted = list(dict.fromkeys([*keys.values(), *named_by]))
    rows: dict[str, UUID] = {}
    for start in range(0, len(wanted), BATCH):
        named = [(source, key) for key in wanted[start : start + BATCH]]
        found = await repository.contacts.by_keys(tx, named)
        rows |= {key: row.id for (_, key), row in found.items()}
    merged = await merged_ingest.read(tx)
    for key in wanted if merged.pairs else ():
        if (record := merged.record_of(source, key)) is not None:
            rows[key] = root(record, merged.pairs)
    own = set(keys.values())
    in_file = {contact_id for key, contact_id in rows.items() if key in own}
    by_uid: dict[str, Token] = dict(rows)
    by_uid |= {key: index for index, key in keys.items()}
    by_name: dict[str, set[Token]] = {}
    for row in await repository.known(tx, limit=KNOWN_LIMIT):
        if row.id not in in_file:
            by_name.setdefault(normalize(row.display_name), set()).add(row.id)
    for index, one in cards.items():
        by_name.setdefault(normalize(str(one.fields["display_name"])), set()).add(index)
    known: dict[int, list[tuple[Token, str | None]]] = {}
    unknown: dict[int, list[Related]] = {}
    for index, one in cards.items():
        for two in one.related:
            called = by_name.get(normalize(two.who), set())
            meant = by_uid.get(bare_uid(two.who), next(iter(called)) if len(called) == 1 else None)
            if meant is not None and meant != index:
                known.setdefault(index, []).append((meant, two.label or None))
            elif parse_id(bare_uid(two.who)) is None:  # an id that nobody has says nothing to people
                unknown.setdefault(index, []).append(two)
    return Meant(known, unknown)


async def link(
    tx: Tx, meant: Meant, there: Mapping[int, Taken], results: Mapping[int, IngestResult], indexes: Sequence[int]
) -> None:
    """Relate the contacts that the cards of these indexes became, and take back what their cards say no longer; nothing
    that the user said otherwise. What can't be true is told in `notes` of the card's result."""
    words: dict[UUID, Word] = {}
    card_of: dict[UUID, int] = {}
    for index in indexes:
        if (taken := there.get(index)) is None:
            continue
        wanted = [
            RelationshipIO(contact_id=other, label=label)
            for token, label in meant.known.get(index, ())
            if (other := _id_of(token, there)) is not None
        ]
        words[taken.record] = Word(taken.id, said_once(wanted))
        card_of[taken.record] = index
    outcome = await take_words(tx, words)
    for record, notes in outcome.notes.items():
        results[card_of[record]].notes += notes  # type: ignore[attr-defined]
    for record in words:
        index = card_of[record]
        if there[index].id in outcome.changed and results[index].status == "unchanged":
            results[index].status = "updated"


def _id_of(token: Token, there: Mapping[int, Taken]) -> UUID | None:
    if isinstance(token, UUID):
        return token
    return there[token].id if token in there else None
