"""Which facts does a query ask for? Its times, words and scopes, as the lists of facts and rules take them."""

from datetime import UTC, datetime
from typing import Annotated

from fastapi import Query

from orchestrator.domain.memory.facts.schemas import SCOPE_TYPES
from orchestrator.errors import InvalidRequest
from orchestrator.kit.text import storable
from orchestrator.kit.zones import named_zone

WORD_CHARACTERS = 200

AsOf = Annotated[str | None, Query(max_length=40, description="What held in the world then; now unless given.")]
KnownAt = Annotated[str | None, Query(max_length=40, description="By what was known here then; now unless given.")]
Word = Annotated[str | None, Query(max_length=WORD_CHARACTERS)]
ScopeQuery = Annotated[
    str | None, Query(max_length=WORD_CHARACTERS, description="A scope's type, or `type:ref` (`project:steward`).")
]


def exact_moment(name: str, text: str | None, zone: str) -> datetime | None:
    """A query's time as an instant, to the microsecond; without an offset it is the user's. Raises InvalidRequest."""
    if not text:
        return None
    try:
        value = datetime.fromisoformat(text.strip().replace(" ", "+") if "T" in text else text.strip())
        return aware(value, zone)
    except (ValueError, OverflowError) as error:
        message = "a time is written as ISO 8601, like 2026-05-01 or 2026-05-01T10:00:00Z"
        raise InvalidRequest(f"`{name}` is no time.", errors=[{"loc": ["query", name], "message": message}]) from error


def aware(moment: datetime, zone: str) -> datetime:
    """In UTC; without an offset it is the user's. Raises OverflowError where UTC has no such year."""
    return (moment if moment.tzinfo is not None else moment.replace(tzinfo=named_zone(zone))).astimezone(UTC)


def plain(word: str | None) -> str | None:
    """A query's word as the database takes it; None of a blank one."""
    return storable(word).strip() or None if word else None


def scope_of(scope: str | None) -> tuple[str | None, str | None]:
    """Type and reference, None of what is not asked for. Raises InvalidRequest."""
    scope_type, _, ref = (plain(scope) or "").partition(":")
    if scope_type and scope_type not in SCOPE_TYPES:
        message = f"one of {', '.join(SCOPE_TYPES)}, alone or with `:ref`"
        raise InvalidRequest("`scope` is no scope.", errors=[{"loc": ["query", "scope"], "message": message}])
    return scope_type or None, plain(ref)
