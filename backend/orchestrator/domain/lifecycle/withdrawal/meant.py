"""Which thing do the user's words mean, of whatever kind? What is not sure is asked: nobody erases a guess."""

from collections.abc import Iterable, Mapping, Sequence

from orchestrator.agent.tools.spec import ToolContext
from orchestrator.agent.types.clarification import NeedUserInput, Option
from orchestrator.agent.types.origin import least_trusted
from orchestrator.domain.foundation.asking.matching import EXACT, scored
from orchestrator.domain.foundation.slices.withdrawable import Found, Thing, Withdrawable
from orchestrator.domain.foundation.withdrawal.entities import named
from orchestrator.domain.lifecycle.withdrawal.naming import Called, called
from orchestrator.errors import NO_MATCH, ToolRejected
from orchestrator.kit.ids import parse_id
from orchestrator.language.messages import say
from orchestrator.language.text.normalize import normalize

FIELD = "item"
WHOLE = 1.0
"""All words of the phrase are held: from here on a single thing is meant without doubt."""
MOST_OPTIONS = 8
SPOKEN_OF = 12
_THINGS_FIRST = (
    frozenset({"event", "todo", "document", "note", "thread"}),
    frozenset({"place"}),
    frozenset({"contact"}),
)
""" "It" is an event rather than the place where it is or who comes."""


async def meant(ctx: ToolContext, known: Mapping[str, Withdrawable], words: str, kind: str) -> Thing | NeedUserInput:
    """The thing meant, by id or words; `kind` where it is said. Raises ToolRejected where there is none."""
    if (entity_id := parse_id(words.partition("@")[0])) is not None:
        found = [thing for one in known.values() if (thing := await one.get(ctx, entity_id)) is not None]
        if not found:
            raise ToolRejected("There is nothing with this id. Look it up, or ask the user.", code=NO_MATCH)
        return found[0]
    phrase = called(words)
    kind = kind or phrase.kind
    if phrase.points and not phrase.several:
        return await _spoken_of(ctx, known, phrase, kind)
    best = await _best(ctx, known, phrase, kind)
    if phrase.several and not any(score >= EXACT for score, _ in best):
        return NeedUserInput("text", say("erasure.meant.one", ctx.locale), (), "several", FIELD)
    if not best:
        told = f"Nothing of the user's matches '{words}'. Look it up and give its id, or ask the user."
        raise ToolRejected(told, code=NO_MATCH)
    if len(best) == 1 and best[0][0] >= WHOLE:
        return best[0][1]
    return _asked(ctx, [thing for _, thing in best], say("erasure.meant.which", ctx.locale, words=words))


async def _best(ctx: ToolContext, known: Mapping[str, Withdrawable], phrase: Called, kind: str) -> Found:
    """What fits best: of the named kind; else of any that bare words may mean."""
    if kind in known and (found := await _found(ctx, [known[kind]], phrase)):
        return _foremost(found)
    always = await _found(ctx, [one for one in known.values() if one.meant == "always"], phrase)
    if not any(score >= WHOLE for score, _ in always):
        always += await _found(ctx, [one for one in known.values() if one.meant == "last"], phrase)
    return _foremost(always)


async def _found(ctx: ToolContext, among: Iterable[Withdrawable], phrase: Called) -> Found:
    best: dict[tuple[str, object], tuple[float, Thing]] = {}
    for one in among:
        for text in phrase.phrases:
            for score, thing in await one.find(ctx, text):
                key = (thing.kind, thing.id)
                if key not in best or best[key][0] < score:
                    best[key] = (score, thing)
    return list(best.values())


def _foremost(found: Found) -> Found:
    """Those with the most fitting text; what is still there before what was removed."""
    top = max((score for score, _ in found), default=0.0)
    first = [(score, thing) for score, thing in found if score == top]
    return [pair for pair in first if not pair[1].gone] or first


async def _spoken_of(
    ctx: ToolContext, known: Mapping[str, Withdrawable], phrase: Called, kind: str
) -> Thing | NeedUserInput:
    """What "it" means: what the last answer was about, as far as the user asked for it."""
    if kind == "thread" and kind in known and ctx.thread_id is not None:
        own = await known[kind].get(ctx, ctx.thread_id)
        if own is not None:
            return own
    written = ctx.discourse.last_written
    if phrase.last and written is not None and written.type in known:
        last = await known[written.type].get(ctx, written.id)
        if last is not None and not last.gone:
            return last
    refs = [ref for ref in ctx.discourse.last_entities if ref.type in known and (not kind or ref.type == kind)][
        :SPOKEN_OF
    ]
    things = [thing for ref in refs if (thing := await known[ref.type].get(ctx, ref.id)) is not None]
    things = _likeliest([one for one in things if not phrase.kind or _was_told(one, ctx)], person=phrase.person)
    if len(things) > 1:
        things = _asked_for(ctx, things) or things
    if len(things) == 1:
        return things[0]
    if things:
        return _asked(ctx, things, say("erasure.meant.it", ctx.locale))
    return NeedUserInput("text", say("erasure.meant.it", ctx.locale), (), "unclear", FIELD)


def _was_told(thing: Thing, ctx: ToolContext) -> bool:
    """Whether an answer named it: "that task" is none that was only looked up beside what was told."""
    title = normalize(thing.title)
    return any(title in normalize(text) for text in ctx.discourse.told)


def _likeliest(things: Sequence[Thing], *, person: bool) -> list[Thing]:
    order = reversed(_THINGS_FIRST) if person else _THINGS_FIRST
    groups = ([thing for thing in things if thing.kind in kinds] for kinds in order)
    return next((group for group in groups if group), [])


def _asked_for(ctx: ToolContext, things: Sequence[Thing]) -> list[Thing]:
    """Of several those that the user's last words name whole."""
    said_last = ctx.discourse.asked_before[-1] if ctx.discourse.asked_before else ""
    return [thing for thing in things if any(score >= WHOLE for score, _ in scored(thing.title, [(thing, said_last)]))]


def _asked(ctx: ToolContext, things: Sequence[Thing], question: str) -> NeedUserInput:
    options = tuple(Option(str(thing.id), labelled(ctx, thing)) for thing in things[:MOST_OPTIONS])
    return NeedUserInput("choice", question, options, "ambiguous", FIELD, least_trusted(one.origin for one in things))


def labelled(ctx: ToolContext, thing: Thing) -> str:
    """The thing as a person tells it from others: todo “Buy milk”, Friday, 27 November."""
    text = ", ".join(filter(None, [named(thing.kind, thing.title, ctx.locale), thing.label]))
    return say("erasure.meant.gone", ctx.locale, thing=text) if thing.gone else text
