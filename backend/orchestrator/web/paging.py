"""Which page of a list is asked for, and how is it answered? `?limit=&cursor=&q=` → `{"items", "next_cursor"}`."""

from typing import Annotated, Generic, TypeVar

from fastapi import Depends, Query
from pydantic import BaseModel

from orchestrator.errors import InvalidRequest
from orchestrator.kit.paging import DEFAULT_LIMIT, MAX_LIMIT, Page, PageRequest
from orchestrator.kit.text import storable

T = TypeVar("T")
QUERY_LIMIT = 500
MOST_WORDS = 24
"""Of a `q`: more than a question has. Each is a condition, and a hundred of them keep everybody waiting."""
CURSOR_LIMIT = 2_000
Q_TOLD = f"Only items that hold these words, {MOST_WORDS} different ones at most."


class Listed(BaseModel, Generic[T]):
    """One page; `next_cursor` is null on the last."""

    items: list[T]
    next_cursor: str | None = None


async def _page(
    limit: Annotated[int, Query(ge=1, description=f"At most so many items; {MAX_LIMIT} at once.")] = DEFAULT_LIMIT,
    cursor: Annotated[str | None, Query(max_length=CURSOR_LIMIT, description="The `next_cursor` of a page.")] = None,
    q: Annotated[str | None, Query(max_length=QUERY_LIMIT, description=Q_TOLD)] = None,
) -> PageRequest:
    if q and len(frozenset(q.split())) > MOST_WORDS:
        raise InvalidRequest.of_field("q", f"it has at most {MOST_WORDS} different words", loc=("query", "q"))
    return PageRequest(limit=min(limit, MAX_LIMIT), cursor=cursor or None, q=storable(q).strip() or None if q else None)


PageDep = Annotated[PageRequest, Depends(_page)]


def listed(page: Page[T]) -> Listed[T]:
    """The page as it is answered."""
    return Listed(items=list(page.items), next_cursor=page.next_cursor)
