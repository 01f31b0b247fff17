"""Does the title of what would be made name that, and nothing else?

A title is what a message leaves when its times, people and places are taken out, so whatever was not understood ends up
in it. What surely names nothing ("or so", "if that works") is cut off its end; a question, the rest of a clause, or a
second request in it stops the write, and is named. A title in quotation marks is the user's own.
"""

from collections.abc import Sequence
from dataclasses import replace

from orchestrator.language.discourse.dated_things import ANCHORS
from orchestrator.language.pattern_tables import Compiled, LookingToEnd, read_patterns
from orchestrator.language.speech_acts.intents import Topic, topics_of
from orchestrator.language.speech_acts.mood import Mood, mood_of
from orchestrator.language.tables import ByLanguage, Table
from orchestrator.llm.messages import TurnFacts
from orchestrator.reader.acts import Act
from orchestrator.reader.lexicon import Words
from orchestrator.reader.line import line
from orchestrator.reader.request import Request


class _Titles(Table):
    """`titles.toml`, of folded titles. `idle`: what ends one and names nothing; `hangs`: what opens one that was cut
    out of a clause; `to_do`: what opens a question that is a thing to do ("what to bring")."""

    idle: LookingToEnd
    hangs: Compiled
    to_do: Compiled


_TABLES = ByLanguage(lambda language: read_patterns(language, "titles", _Titles))
_TITLED = frozenset({Act.EVENT, Act.TODO, Act.REMIND, Act.TODO_NEED})
_QUOTES = frozenset("\"“”«»'‘’")


def named_wholly(made: Sequence[Request], facts: TurnFacts, known: Words) -> list[Request]:
    """The requests with titles that name what they make; in the place of all of them one that nothing carries out, by
    its words, where a title holds what was not understood."""
    plain = [_plain(one, facts, known) for one in made]
    unread = next((words for one in plain if (words := _unread(one, facts, known))), "")
    return [Request(Act.UNREAD, {"title": unread})] if unread else plain


def _title(request: Request, facts: TurnFacts) -> str:
    """The title that was cut from the message; "" of what has none, or was quoted."""
    title = request.arguments.get("title") if request.act in _TITLED else None
    if not isinstance(title, str):
        return ""
    at = facts.question.find(title)
    return "" if at > 0 and facts.question[at - 1] in _QUOTES else title


def _plain(request: Request, facts: TurnFacts, known: Words) -> Request:
    """The request without what ends its title and names nothing."""
    title = line(_title(request, facts))
    idle = _TABLES[known.language].idle.search(title.low)
    if idle is None or not idle.start():
        return request
    return replace(request, arguments={**request.arguments, "title": title.cut(0, idle.start()).raw})


def _unread(request: Request, facts: TurnFacts, known: Words) -> str:
    """The words of a title that name nothing which could be made."""
    title, table = line(_title(request, facts)), _TABLES[known.language]
    if known.asks.match(title.low) and not table.to_do.match(title.low):
        return title.raw if mood_of(title.raw, known.locale).mood is Mood.QUESTION else ""
    if request.act is not Act.EVENT:
        since = ANCHORS[known.language].bare.search(title.low) if not request.arguments.get("when") else None
        return title.raw if since is not None and request.anchor is None else ""  # "the night before", of what?
    if table.hangs.match(title.low):
        return title.raw
    joints = (found for found in known.also_acts.finditer(title.low) if found.start())
    behind = (title.cut(found.end(), len(title.low)).raw for found in joints)
    return next((words for words in behind if _asks(words, known)), "")


def _asks(words: str, known: Words) -> bool:
    """Whether words ask for something by themselves, or that somebody be told."""
    return mood_of(words, known.locale).mood is Mood.REQUEST or Topic.SENDING in topics_of(words)
