"""Places, events, todos, notes and episodes over HTTP, and `contacts` beside them (api.md, Entities)."""

from typing import Annotated

from fastapi import Query

from orchestrator.api import contacts as contacts_routes
from orchestrator.api import events as events_routes
from orchestrator.api.crud import Conditions, Reader, add_crud
from orchestrator.api.ruled import BoundEvents, BoundTexts
from orchestrator.api.times import Since, Until, moment
from orchestrator.domain.memory.episodes.filters import EpisodeFilter
from orchestrator.domain.memory.episodes.service import episodes
from orchestrator.domain.memory.notes.filters import NoteFilter
from orchestrator.domain.memory.notes.service import notes
from orchestrator.domain.world.events.service import events
from orchestrator.domain.world.places.service import places
from orchestrator.domain.world.todos.filters import TodoFilter, TodoStatus
from orchestrator.domain.world.todos.service import todos
from orchestrator.kit.text import storable
from orchestrator.web.routing import Router
from orchestrator.web.runtime import RuntimeDep

router = Router(tags=["entities"])
WORD_CHARACTERS = 500
Word = Annotated[str | None, Query(max_length=WORD_CHARACTERS)]


async def of_time(principal: Reader, since: Since = None, until: Until = None) -> Conditions:
    """Episodes that overlap the range."""
    zone = principal.timezone
    return EpisodeFilter(moment("since", since, zone), moment("until", until, zone)).conditions()


async def by_status(
    runtime: RuntimeDep, status: Annotated[TodoStatus, Query(description="Which todos.")] = "all"
) -> Conditions:
    """Todos by what became of them."""
    return TodoFilter(status, now=runtime.clock.now()).conditions()


async def of_kind(
    category: Word = None,
    agent: Annotated[str | None, Query(max_length=WORD_CHARACTERS, description="Who observed it.")] = None,
    source: Word = None,
    promoted: Annotated[
        bool | None, Query(description="Those that became part of a rule, or those that did not.")
    ] = None,
    observed: Annotated[bool | None, Query(description="What agents observed, or the user's own notes.")] = None,
) -> Conditions:
    """Notes by what they are about and where they come from."""
    return NoteFilter(_plain(category), _plain(agent), _plain(source), promoted, observed).conditions()


def _plain(word: str | None) -> str | None:
    """A query's word as the database takes it; None of a blank one."""
    return storable(word).strip() or None if word else None


add_crud(router, "/places", places)
add_crud(router, "/events", events, listed=False, erases=False, bound=BoundEvents())  # these two are in `events`
add_crud(router, "/todos", todos, narrow=by_status)
add_crud(router, "/notes", notes, narrow=of_kind, bound=BoundTexts())
add_crud(router, "/episodes", episodes, narrow=of_time)


ROUTERS = (contacts_routes.router, events_routes.router, router)
