"""What does `steward eval names` answer to one case? Formats: api.md, Evaluation."""

from collections.abc import Iterable
from typing import Any

from orchestrator.domain.world.resolution.book import AddressBook
from orchestrator.domain.world.resolution.records import Record
from orchestrator.language.text.normalize import normalize


def names_verdict(case: dict[str, Any]) -> dict[str, Any]:
    """`{"id", "query", "contacts": [{"id", "name", "aliases", "relation", "groups"}]}` -> `{"id", "status",
    "contact_ids"}`. A contact may also have `nicknames`, `relations`, `organization`, `emails`. Raises `KeyError` for a
    case without `query` or `contacts`, or a contact without `id`.
    """
    book = AddressBook([_record(one) for one in case["contacts"]])
    found = book.resolve(str(case["query"]))
    ids = {str(one["id"]): one["id"] for one in case["contacts"]}
    return {"id": case.get("id"), "status": found.status, "contact_ids": [ids[one] for one in found.ids]}


def _record(contact: dict[str, Any]) -> Record:
    return Record(
        id=str(contact["id"]),
        name=str(contact.get("name") or ""),
        aliases=_texts(contact.get("aliases")),
        nicknames=_texts(contact.get("nicknames")),
        relations=(*_texts(contact.get("relation")), *_texts(contact.get("relations"))),
        groups=_texts(contact.get("groups")),
        organization=str(contact["organization"]) if contact.get("organization") else None,
        emails=tuple(normalize(one) for one in _texts(contact.get("emails"))),
    )


def _texts(value: object) -> tuple[str, ...]:
    if isinstance(value, str):
        return (value,) if value else ()
    listed = value if isinstance(value, Iterable) and not isinstance(value, dict) else ()
    found = (one.get("value") if isinstance(one, dict) else one for one in listed)
    return tuple(str(one) for one in found if one)
