"""Which change that waits for a yes does a message put at another time by its name: "the review moved to the 11th at
8", "afinal a consulta é às 11h45"?

Nothing of the calendar is meant: what is asked for anew takes the place of what waits, which nobody has confirmed.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from orchestrator.agent.ports.previews import Preview
from orchestrator.agent.ports.requests import StoredMessage
from orchestrator.agent.runs.exchanges import exchanges
from orchestrator.agent.turn.context import TurnContext
from orchestrator.agent.turn.services import Services
from orchestrator.agent.turn.turn import Turn
from orchestrator.language.discourse.marks import around_a_time, marked, says_another_time, without_same_hour
from orchestrator.language.discourse.nearby_days import parts_of
from orchestrator.language.discourse.restating import MOST_CHARACTERS
from orchestrator.language.discourse.retiming import with_time
from orchestrator.language.exemplars.cues import cues
from orchestrator.language.lexicon import LEXICONS
from orchestrator.language.tables import Language
from orchestrator.language.text.normalize import content_words
from orchestrator.language.text.words import level
from orchestrator.language.time import Mention, mentions

_TIMED = frozenset({"start_at", "title"})
"""Fields of a change that has a time and a name."""
_OF_A_NAME = 3
"""Letters of a word that names something."""


@dataclass(frozen=True)
class Moved:
    """The message that asked for it, with the new time; `presented`: the answer that showed what waits."""

    text: str
    presented: StoredMessage


async def moved(turn: Turn, opening: TurnContext, services: Services) -> Moved | None:
    """What is asked for in the place of the one change that the message names; None where it names none, or several."""
    language = turn.route.language
    said = without_same_hour(turn.question, level(turn.question), language)
    time = _new_time(said, turn, language)
    if time is None:
        return None
    async with services.unit_of_work_of(turn.owner.id) as tx:
        waiting = await services.previews.pending(tx, thread_id=turn.thread_id)
    meant = [one for one in waiting if _names(said, time, str(one.arguments.get("title") or ""), language)]
    meant = [one for one in meant if one.target is None and one.arguments.keys() >= _TIMED and not _recurs(one)]
    if len(meant) != 1:
        return None
    return _anew(meant[0], time, turn, opening)


def _new_time(said: str, turn: Turn, language: Language) -> Mention | None:
    """The one time that a message tells for something else than its own."""
    if "?" in said or len(said) > MOST_CHARACTERS or not says_another_time(level(said), language):
        return None
    told = [one for one in mentions(said, now=turn.local_now, locale=turn.locale) if one.has_date or one.has_time]
    return told[0] if len(told) == 1 else None


def _names(said: str, time: Mention, title: str, language: Language) -> bool:
    """Whether the message names what is called so, and says nothing else beside the time."""
    change = marked(level(said), language)
    rest = said
    for start, end in parts_of(time):
        rest = f"{rest[:start]}{' ' * (end - start)}{rest[end:]}"
    rest = rest[change.start : change.end]
    idle = {*around_a_time(), *LEXICONS[language].verbs, *cues("amend", language)}
    called = set(content_words(title))
    named = {word for word in content_words(rest) if len(word) >= _OF_A_NAME and (word in called or word not in idle)}
    return bool(named) and named <= called


def _recurs(preview: Preview) -> bool:
    return any(value for name, value in preview.arguments.items() if "rrule" in name or "recur" in name)


def _anew(preview: Preview, time: Mention, turn: Turn, opening: TurnContext) -> Moved | None:
    """The message that asked for it once more, where that asked for nothing else."""
    for exchange in exchanges(opening):
        shown: Sequence[str] = exchange.answer.metadata.get("previews") or () if exchange.answer is not None else ()
        if exchange.answer is None or str(preview.id) not in shown:
            continue
        made = with_time(exchange.asked, time.text, turn.route.language, now=turn.local_now, sure=True)
        return Moved(made, exchange.answer) if made is not None and len(shown) == 1 else None
    return None
