"""Which calendar elsewhere do the user's words name: "in my Work calendar", "na agenda Casa"? And what of a title is
only that?"""

from collections.abc import Sequence

from orchestrator.agent.tools.spec import ToolContext
from orchestrator.agent.types.clarification import NeedUserInput, Option
from orchestrator.agent.types.origin import Origin
from orchestrator.domain.world.events.sync import writable
from orchestrator.language.messages import say
from orchestrator.language.text.normalize import normalize, tokens

WORDS = frozenset({"calendar", "calendario", "agenda"})
_LEADING = frozenset("to in into on my the no na ao a meu minha en el la mi al".split())
_AROUND = 8
"""Words on either side of "calendar" among which its name is looked for."""


def around(text: str) -> str:
    """The words about a calendar in a text; "" where it names none."""
    words = text.split()
    at = next((place for place, word in enumerate(words) if set(tokens(word)) & WORDS), None)
    return " ".join(words[max(at - _AROUND, 0) : at + _AROUND + 1]) if at is not None else ""


async def meant(ctx: ToolContext, words: str) -> str | NeedUserInput:
    """The calendar that the words name, as `writable.placed` takes it; "" where they name none."""
    known = await writable.calendars(ctx.tx) if words else []
    exact = [one for one in known if normalize(words) == normalize(f"{one.name} ({one.account})")]
    found = exact or [one for one in known if is_named(one.name, list(tokens(words)))]
    if len(found) > 1:
        options = tuple(Option(told, told) for told in (f"{one.name} ({one.account})" for one in found))
        question = say("events.calendar.which", ctx.locale)
        return NeedUserInput("choice", question, options, "ambiguous", "calendar", Origin.THIRD_PARTY)
    if not found:
        return ""
    (one,) = found
    return f"{one.name} ({one.account})" if exact else one.name


def is_named(name: str, words: Sequence[str]) -> bool:
    """ "my Work calendar", "calendário Trabalho", "en la agenda Casa": the name beside the word."""
    wanted = list(tokens(name))
    size = len(wanted)
    for at in range(len(words) - size + 1):
        if size and list(words[at : at + size]) == wanted:
            beside = {*words[max(at - 1, 0) : at], *words[at + size : at + size + 1]}
            if beside & WORDS:
                return True
    return False


def untitled(title: str, calendar: str, question: str) -> str:
    """A title without the words that name the calendar, where a model or the reader left them in: "dentist, to my Work
    calendar", and "dentist Work" where the question says "Work" no more often than the title."""
    words = title.split()
    folded = [normalize(word).strip(".,") for word in words]
    name = list(tokens(calendar))
    for at in range(len(folded) - len(name) + 1):
        if folded[at : at + len(name)] != name:
            continue
        start, end = at, at + len(name)
        if folded[end : end + 1] and folded[end] in WORDS:
            end += 1
        elif start and folded[start - 1] in WORDS:
            start -= 1
        elif not start or end < len(folded) or _times(name, list(tokens(question))) > _times(name, folded):
            continue
        while start and folded[start - 1] in _LEADING:
            start -= 1
        return " ".join([*words[:start], *words[end:]]) or title
    return title


def _times(name: Sequence[str], words: Sequence[str]) -> int:
    """How often the name stands in the words."""
    size = len(name)
    return sum(list(words[at : at + size]) == list(name) for at in range(len(words) - size + 1))
