"""Which words of a contact can it be found by?"""

from collections.abc import Iterable, Mapping
from typing import Any

from orchestrator.domain.foundation.entities.schemas import lines
from orchestrator.domain.foundation.search.schemas import IndexEntry
from orchestrator.domain.world.contacts.model import Contact
from orchestrator.language.text.normalize import normalize

_TEXTS = ("display_name", "given_name", "family_name", "organization", "title")
_LISTS = ("aliases", "nicknames", "groups")


def folded(columns: Mapping[str, Any]) -> str:
    """What `?q=` looks into, of the columns of a contact."""
    listed = [one for name in _LISTS for one in columns[name]]
    reached = _values((*columns["emails"], *columns["phones"]))
    return normalize(lines([*(columns[name] for name in _TEXTS), *listed, *reached]))


def folded_row(row: Contact) -> str:
    """The same of a row."""
    return folded({name: getattr(row, name) for name in (*_TEXTS, *_LISTS, "emails", "phones")})


def entry(row: Contact) -> IndexEntry:
    """The contact in the index."""
    text = lines(
        [
            *row.aliases,
            *row.nicknames,
            row.organization,
            row.title,
            *_values((*row.emails, *row.phones)),
            row.birthday,
            *row.groups,
            *row.tags,
            row.notes,
        ]
    )
    return IndexEntry("contact", row.id, row.display_name, text, None, origin=row.origin, external_id=row.external_id)


def _values(labelled: Iterable[Mapping[str, Any]]) -> list[str]:
    return [str(one["value"]) for one in labelled]
