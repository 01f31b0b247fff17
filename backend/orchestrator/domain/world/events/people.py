"""By what are the people of an event looked up?"""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any
from uuid import UUID

from orchestrator.language.text.normalize import normalize, tokens


def participants_keys(people: Iterable[Mapping[str, Any]]) -> list[str]:
    """`c:` and the contact's id, `e:` and the folded email, `n:` and the folded name, `w:` and each word of it."""
    keys: dict[str, None] = {}
    for one in people:
        if one["contact_id"]:
            keys[f"c:{one['contact_id']}"] = None
        if one["email"]:
            keys[f"e:{normalize(one['email'])}"] = None
        if one["name"]:
            keys[f"n:{normalize(one['name'])}"] = None
            keys.update({f"w:{word}": None for word in tokens(one["name"])})
    return list(keys)


def participant_keys(*, contact_ids: Sequence[UUID] = (), name: str | None = None) -> tuple[str, ...]:
    """What events with any of these contacts, or with someone so called, are looked up by."""
    if contact_ids:
        return tuple(f"c:{one}" for one in contact_ids)
    words = tokens(name or "")
    return (f"w:{words[0]}",) if len(words) == 1 else (f"n:{normalize(name or '')}",)
