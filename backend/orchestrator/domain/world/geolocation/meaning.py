"""Which place is meant by the words of a question: a name, "Jordan's house", "there", "here", "my place"?"""

from uuid import UUID

from orchestrator.agent.ports.entities import EntityRef
from orchestrator.agent.tools.spec import ToolContext
from orchestrator.agent.types.clarification import NeedUserInput
from orchestrator.db.tx import Tx
from orchestrator.domain.people.accounts import service as accounts
from orchestrator.domain.world.events.service import events
from orchestrator.domain.world.places.likeness import name_key
from orchestrator.domain.world.places.service import described
from orchestrator.domain.world.resolution import asking
from orchestrator.errors import ToolRejected
from orchestrator.kit.ids import parse_id
from orchestrator.language.messages import say
from orchestrator.language.text.normalize import normalize

THERE = frozenset(
    (
        "here|there|this place|that place|it|aqui|ai|ali|la|ca|acola|neste lugar|nesse lugar|naquele lugar|neste sitio"
        "|nesse sitio|este lugar|esse lugar|alli|ahi|alla|aca|en este lugar|en ese lugar|este sitio|ese sitio"
        "|ici|la-bas|la bas|cet endroit|cet endroit-la|ce lieu"
    ).split("|")
)
HOME = frozenset(
    "home|house|place|casa|minha casa|mi casa|em casa|en casa|at home|maison|ma maison|a la maison|chez moi".split("|")
)


async def meant(ctx: ToolContext, phrase: str, *, field: str = "place") -> EntityRef | NeedUserInput | None:
    """The place of a phrase or an id; None for a name that no place has. "Here" is what the conversation was about,
    else the known place where the client is; where there is neither, or several have the name, the user is asked."""
    words = " ".join(phrase.split())
    if normalize(words) in THERE or not words:
        found = await in_mind(ctx.tx, ctx)
        return found if found is not None else NeedUserInput("text", say("geolocation.which", ctx.locale), field=field)
    if (place_id := parse_id(words)) is not None:
        rows = await described(ctx.tx, [place_id])
        if not rows:
            raise ToolRejected(f"There is no place with that id. Give {field}: the name of the place.")
        return EntityRef("place", rows[0].id, rows[0].name)
    named = await asking.place(ctx, words, field=field)
    if isinstance(named, NeedUserInput):
        return named
    if named.id is not None:
        return EntityRef("place", named.id, named.name)
    return await _home(ctx) if name_key(words) in HOME else None


async def in_mind(tx: Tx, ctx: ToolContext) -> EntityRef | None:
    """The place that the conversation was about, that of an event too, else the known place where the client is."""
    for ref in ctx.discourse.recent_entities:
        found = ref.id if ref.type == "place" else await _of_event(tx, ctx, ref)
        there = await described(tx, [found]) if found is not None else []
        if there:
            return EntityRef("place", there[0].id, there[0].name)
    return ctx.discourse.location.place if ctx.discourse.location is not None else None


async def _of_event(tx: Tx, ctx: ToolContext, ref: EntityRef) -> UUID | None:
    """Where an event is: its place, or the known place that its own words name."""
    row = next(iter(await events.many(tx, [ref.id])), None)
    if row is None or row.hidden_at is not None or row.place_id is not None:
        return row.place_id if row is not None else None
    if not row.location_text:
        return None
    named = await ctx.resolver.resolve_place(tx, row.location_text, locale=ctx.locale)
    return named.entities[0].id if named.status == "resolved" else None


async def _home(ctx: ToolContext) -> EntityRef | None:
    """`me.home_place_id`."""
    home = (await accounts.me(ctx.tx)).home_place_id
    rows = await described(ctx.tx, [home]) if home is not None else []
    return EntityRef("place", rows[0].id, rows[0].name) if rows else None
