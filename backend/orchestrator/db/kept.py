"""What was made of an owner's rows lately, and is right as long as their state is the same?

A turn asks for all that the user's contacts are called several times over; to read a thousand of them takes longer than
all else that it does. What was made is kept in memory with the state that it was made of, and given out again where the
state is still that: the state is asked of the database each time, so that no writer has to tell anybody. Nobody may
change what is kept.
"""

from collections import OrderedDict
from collections.abc import Awaitable, Callable, Hashable
from typing import Any, TypeVar, cast
from uuid import UUID

from orchestrator.db.tx import Tx

T = TypeVar("T")
MOST_KEPT = 48
"""Things of owners, up to three of each; an address book of 5,000 people takes some 20 MB."""
KEPT = "steward_kept"


class Kept:
    """The things of the owners who asked last, of one database."""

    def __init__(self) -> None:
        self._things: OrderedDict[tuple[str, UUID], tuple[Hashable, Any]] = OrderedDict()

    def get(self, what: str, owner_id: UUID, state: Hashable) -> tuple[Any] | None:
        """The thing, where it was made of this state."""
        found = self._things.get((what, owner_id))
        if found is None or found[0] != state:
            return None
        self._things.move_to_end((what, owner_id))
        return (found[1],)

    def put(self, what: str, owner_id: UUID, state: Hashable, thing: Any) -> None:
        """Keep it in the place of the one that was made of another state."""
        self._things[what, owner_id] = (state, thing)
        self._things.move_to_end((what, owner_id))
        while len(self._things) > MOST_KEPT:
            self._things.popitem(last=False)


async def kept(tx: Tx, what: str, state: Hashable, make: Callable[[], Awaitable[T]]) -> T:
    """What `make` answers, or did when the state was this. `what` names it; the owner is the transaction's."""
    there: Kept | None = tx.session.info.get(KEPT)
    if there is None:  # a session of no Database: a test's
        return await make()
    if (found := there.get(what, tx.owner_id, state)) is not None:
        return cast("T", found[0])
    made = await make()
    there.put(what, tx.owner_id, state, made)
    return made
