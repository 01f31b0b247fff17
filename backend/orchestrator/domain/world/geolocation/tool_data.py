"""Which known place does a tool's argument name, and what is told of it?"""

from typing import Any

from orchestrator.agent.ports.entities import EntityRef
from orchestrator.agent.tools.spec import ToolContext, ToolResult
from orchestrator.agent.types.clarification import NeedUserInput, Option
from orchestrator.domain.world.geolocation.meaning import meant
from orchestrator.domain.world.places.common_names import commonly_named
from orchestrator.domain.world.places.known import KnownPlace
from orchestrator.domain.world.places.service import described
from orchestrator.language.messages import say

MOST_OPTIONS = 6
WHERE = "The place's name or id, 'Jordan's house', or 'here' and 'there' as the user says it."


async def place_meant(ctx: ToolContext, phrase: str) -> KnownPlace | NeedUserInput | None:
    """The place, the only one of a kind ("el gimnasio"), a question which one, or None where it is not known."""
    found = await meant(ctx, phrase)
    if isinstance(found, EntityRef):
        return next(iter(await described(ctx.tx, [found.id])), None)
    of_kind = await _of_kind(ctx, phrase)
    # "museu" is like "Museum" and asks whether that is meant; that it is the only one of its kind is the better answer.
    return of_kind if found is None or isinstance(of_kind, KnownPlace) else found


async def _of_kind(ctx: ToolContext, phrase: str) -> KnownPlace | NeedUserInput | None:
    found = await commonly_named(ctx.tx, phrase)
    if len(found) <= 1:
        return found[0] if found else None
    options = tuple(Option(str(one.id), one.name) for one in found[:MOST_OPTIONS])
    return NeedUserInput("choice", say("geolocation.which", ctx.locale), options, "ambiguous", "place")


def no_such_place(phrase: str, what: str) -> ToolResult:
    """Found, of `what`: none, for the place is not known."""
    return ToolResult(
        data={"place": None, what: [], "total": 0},
        summary=f"No known place is called “{phrase}”",
        empty=True,
        evidence=frozenset({"retrieval"}),
    )


def place_data(place: KnownPlace) -> dict[str, Any]:
    """What a model is told of a place."""
    fields = ("name", "category", "address", "home_like", "origin", "attribution")
    return {"id": str(place.id), **{name: value for name in fields if (value := getattr(place, name))}}
