"""Which fact do the user's words mean? What is not sure is asked."""

from orchestrator.agent.ports.entities import EntityRef
from orchestrator.agent.tools.spec import ToolContext
from orchestrator.agent.types.clarification import NeedUserInput, Option
from orchestrator.domain.foundation.asking.matching import scored
from orchestrator.domain.foundation.entities.schemas import lines
from orchestrator.domain.memory.facts import reading
from orchestrator.domain.memory.facts.entity import facts
from orchestrator.domain.memory.facts.model import UserFact
from orchestrator.errors import NO_MATCH, ToolRejected
from orchestrator.kit import patterns
from orchestrator.kit.ids import parse_id
from orchestrator.kit.text import shorten
from orchestrator.language.messages import say
from orchestrator.language.statements import claim_of
from orchestrator.language.statements.topics import called
from orchestrator.language.text.normalize import content_words, normalize

FIELD = "fact"
MOST_OPTIONS = 8
SHOWN_CHARACTERS = 120
_LEAD = patterns.compile(
    r"^(?:(?:what|everything|all|the fact|the thing|o que|tudo o que|o facto|o fato|lo que|todo lo que|el hecho)"
    r"(?: that| de)? )?(?:(?:i|you) (?:told|said|know|remember)(?: to)?(?: you)?(?: about)? ?"
    r"|(?:te |lhe )?(?:disse|contei|sabes|sabe)(?: sobre| d[oae]s?)? ?|(?:te )?(?:dije|conte|sabes)(?: sobre| de)? ?"
    r"|about |sobre |acerca de |que |that )?(?:my |mine |meu |minha |o meu |a minha |mi )?"
)
_POINTS = frozenset(
    "it that this isso isto aquilo eso esto aquello lo what i just said the last one o que eu disse lo que dije".split()
)


def ref(row: UserFact) -> EntityRef:
    """The fact by its words."""
    return EntityRef(facts.kind, row.id, shorten(row.text, SHOWN_CHARACTERS))


async def meant(ctx: ToolContext, words: str, *, nothing: str) -> UserFact | NeedUserInput:
    """The believed fact that is meant, by id or words, or by what was spoken of. `nothing`: the question where they
    name none. Raises ToolRejected where there is none of these words."""
    if (fact_id := parse_id(words)) is not None:
        found = await facts.many(ctx.tx, [fact_id])
        if not found or found[0].hidden_at is not None or found[0].superseded_at is not None:
            raise ToolRejected("There is no such fact. Ask the user which one they mean.", code=NO_MATCH)
        return found[0]
    phrase = _LEAD.sub("", normalize(words).strip(" .,;:!?\"'“”«»"), count=1)
    if not content_words(phrase) or points(phrase):
        return await _spoken_of(ctx, nothing)
    believed = await reading.facts_now(ctx.tx)
    claim = claim_of(words)
    same = [row for row in believed if claim is not None and claim.known and row.attribute == claim.attribute]
    if len(same) == 1:
        return same[0]
    pairs = scored(phrase, [(row, lines([row.text, *row.subjects, called(row.attribute)])) for row in believed])
    top = max((score for score, _ in pairs), default=0.0)
    best = [row for score, row in pairs if score == top]
    if not best:
        raise ToolRejected(f"Nothing that is known of the user matches '{words}'. Tell the user.", code=NO_MATCH)
    return best[0] if len(best) == 1 else _asked(ctx, best)


def points(words: str) -> bool:
    """Whether they only point at what was spoken of: "that", "isso"."""
    said_words = normalize(words).strip(" .,;:!?").split()
    return bool(said_words) and set(said_words) <= _POINTS


async def spoken_of(ctx: ToolContext) -> list[UserFact]:
    """What "that" means: the believed facts that the last answer was about."""
    ids = [one.id for one in ctx.discourse.last_entities if one.type == facts.kind]
    found = await facts.many(ctx.tx, ids)
    return [row for row in found if row.hidden_at is None and row.superseded_at is None]


async def _spoken_of(ctx: ToolContext, nothing: str) -> UserFact | NeedUserInput:
    rows = await spoken_of(ctx)
    if len(rows) == 1:
        return rows[0]
    if rows:
        return _asked(ctx, rows)
    return NeedUserInput("text", say(nothing, ctx.locale), (), "unclear", FIELD)


def _asked(ctx: ToolContext, rows: list[UserFact]) -> NeedUserInput:
    options = tuple(Option(str(row.id), shorten(row.text, SHOWN_CHARACTERS)) for row in rows[:MOST_OPTIONS])
    return NeedUserInput("choice", say("facts.which", ctx.locale), options, "ambiguous", FIELD)
