"""Who of the contacts that came just now was here before, under another source? Told to whom brings them; nothing is
merged by it: that is asked (`duplicates.py`), and who is somebody for sure waits for the answer (`waiting.py`)."""

import asyncio
from collections.abc import Sequence
from typing import NamedTuple
from uuid import UUID

from orchestrator.db.tx import Tx
from orchestrator.domain.world.contacts import repository
from orchestrator.domain.world.contacts.merging.duplicate_scoring import Seen, certain, pairs
from orchestrator.domain.world.contacts.model import Contact
from orchestrator.domain.world.contacts.repository import Compared


def as_seen(row: Contact | Compared) -> Seen:
    """The contact as it is compared."""
    return Seen(
        row.id,
        row.display_name,
        row.email_keys,
        row.phone_keys,
        row.nicknames,
        row.birthday,
        row.organization,
        weight=len(row.user_fields) + 100 * (row.origin != "third_party"),
        source=row.source,
        external_id=row.external_id,
        is_card=(row.source or "").startswith(repository.CARD_SOURCES),
        waits=row.waits_for is not None,
    )


class Match(NamedTuple):
    """Who somebody likely is; `certain`: for sure, as another source has them."""

    id: UUID
    certain: bool


async def matched(tx: Tx, ids: Sequence[UUID]) -> dict[UUID, Match]:
    """Of contacts that came just now: the one that was here before and is likely the same person, where there is one.
    By what `propose` asks about; nothing is merged by it."""
    new = set(ids)
    fresh = await repository.contacts.many(tx, list(new))
    if not fresh:
        return {}
    known = await repository.sharing(tx, fresh)
    found: dict[UUID, Match] = {}
    people = {row.id: as_seen(row) for row in (*known, *fresh) if row.hidden_at is None}
    may_be = await asyncio.to_thread(pairs, list(people.values()))
    for pair, why in sorted(may_be.items(), key=str):
        for one, other in (pair, pair[::-1]):
            if why == "name" or one not in new or (other in new and other > one):
                continue
            elsewhere = other not in new and people[one].source != people[other].source
            match = Match(other, elsewhere and certain(people[one], people[other], why))
            if match.certain > found.get(one, Match(other, certain=False)).certain:
                found[one] = match
            found.setdefault(one, match)
    return found
