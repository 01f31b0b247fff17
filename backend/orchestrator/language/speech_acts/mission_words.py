"""Does a message ask to have something planned, and for what kind of undertaking? The words are each language's
(`missions.toml`): "plan my parents' visit in May", "planeia a minha semana", "faz-me uma lista para a mala"."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import Annotated, Final, Literal

from pydantic import BeforeValidator

from orchestrator.kit.patterns import Pattern
from orchestrator.language.pattern_tables import Compiled, read_patterns
from orchestrator.language.tables import ByLanguage, Language, Table
from orchestrator.language.text.normalize import normalize

Kind = Literal["weekly_review", "packing_list", "visit", "gather"]
ACTIVITIES = ("swimming", "sports", "hiking", "dressing_up", "work", "children")
_MOST_CHARACTERS = 1_000
MOST_NAMED = 12
"""Words that are looked at for the names of agents."""
CALLED = ("researcher", "writer", "analyst", "coder", "reviewer")
"""Agents that have a word in each language."""


def _items(value: object) -> object:
    return tuple(" ".join(one.split()) for one in value.split(";") if one.strip()) if isinstance(value, str) else value


Items = Annotated[tuple[str, ...], BeforeValidator(_items)]
"""Things parted by semicolons."""


class _Missions(Table):
    """`missions.toml`; patterns over folded text."""

    plans: Compiled
    """A whole message that asks for a plan; `goal` captures of what."""
    assigns: Compiled
    """A whole message that gives something (`task`) to one of the agents that come with Steward."""
    assigning: Compiled
    """What stands before the name of an agent that is to do it."""
    articles: Compiled
    """What may stand between such names."""
    researcher: Compiled
    writer: Compiled
    analyst: Compiled
    coder: Compiled
    reviewer: Compiled
    appointments: Compiled
    """What is planned by one entry in the calendar: a lunch, a call."""
    of_mission: Compiled
    """A whole message about the mission that there is; `said` captures what is to become of it, where it says so."""
    named: Compiled
    """A whole message about one of several missions: `said` captures what is to become of it, `before` or `after` what
    it is called."""
    commanded: Compiled
    """The same after the command: `said` and its `name`."""
    asks: Compiled
    """A whole message that asks how one of several missions stands: `before` or `after` what it is called."""
    answers: Compiled
    """A whole message with the `answer` to what a mission asks, and what the mission is called where it says so."""
    replies: Compiled
    """The same after the command."""
    approves: Compiled
    """All that is said after the command: its plan is approved."""
    pauses: Compiled
    resumes: Compiled
    cancels: Compiled
    shows: Compiled
    weekly_review: Compiled
    packing_list: Compiled
    visit: Compiled
    swimming: Compiled
    sports: Compiled
    hiking: Compiled
    dressing_up: Compiled
    work: Compiled
    children: Compiled
    always: Items
    """What is packed for any journey."""
    a_night: Items
    """What is packed once a night."""
    for_swimming: Items
    for_sports: Items
    for_hiking: Items
    for_dressing_up: Items
    for_work: Items
    for_children: Items


_TABLES: Final = ByLanguage(lambda language: read_patterns(language, "missions", _Missions))


def goal_of(text: str) -> str | None:
    """What a message asks to have planned, in its own words; None where it asks for nothing of the kind, or for what is
    one entry in the calendar."""
    if len(text) > _MOST_CHARACTERS:
        return None
    folded = normalize(text).replace("’", "'").strip("¿¡ ")
    for table in _TABLES.values():
        match = table.plans.match(folded) or table.assigns.match(folded)
        if match is None:
            continue
        return None if table.appointments.search(folded) else text.strip().rstrip(".!? ")
    return None


def task_of(text: str) -> str:
    """What is to be done, without the words that give it to an agent where a message begins with them."""
    folded = normalize(text[:_MOST_CHARACTERS]).replace("’", "'").strip("¿¡ ")
    for table in _TABLES.values():
        if (match := table.assigns.match(folded)) is not None:
            words = text.split(maxsplit=len(folded[: match.start("task")].split()))
            return words[-1] if words else text
    return text


def assigned_in(text: str, agents: Collection[str]) -> list[str]:
    """Which of these agents the words give it to ("let the researcher do it", "by the writer and the reviewer"), in the
    order that they are named in. Agents that come with Steward are known by each language's word for them."""
    folded = normalize(text[:_MOST_CHARACTERS]).replace("’", "'")
    own = {normalize(one): one for one in agents}
    found: list[str] = []
    for table in _TABLES.values():
        for match in table.assigning.finditer(folded):
            found += _named_from(folded[match.end() :], table, own)
    return list(dict.fromkeys(found))


def _named_from(text: str, table: _Missions, own: Mapping[str, str]) -> Iterator[str]:
    """The agents that a text begins with."""
    words = [one.strip(",.;:!?") for one in text.split(maxsplit=MOST_NAMED)[:MOST_NAMED]]
    at = 0
    while at < len(words):
        longest = max((key for key in own if _begins(words[at:], key)), key=len, default="")
        called = next((key for key in CALLED if key in own and getattr(table, key).fullmatch(words[at])), "")
        if longest or called:
            yield own[longest or called]
            at += len(longest.split()) or 1
        elif at and table.articles.fullmatch(words[at]):
            at += 1
        else:
            return


def _begins(words: Sequence[str], name: str) -> bool:
    parts = name.split()
    return bool(parts) and list(words[: len(parts)]) == parts


Act = Literal["approve", "pause", "resume", "cancel", "show"]


def act_in(words: str) -> Act | None:
    """What is to be done with the mission that there is; None where the words are a goal."""
    folded = normalize(words[:_MOST_CHARACTERS]).strip(" .!?")
    for table in _TABLES.values():
        known: tuple[tuple[Act, Pattern], ...] = (
            ("approve", table.approves),
            ("pause", table.pauses),
            ("resume", table.resumes),
            ("cancel", table.cancels),
            ("show", table.shows),
        )
        for act, pattern in known:
            if pattern.fullmatch(folded):
                return act
    return None


def act_of(text: str) -> Act | None:
    """What a message without a command wants done with the mission that there is ("approve the mission",
    "ou en est la mission ?"); None where it does not speak of it."""
    if len(text) > _MOST_CHARACTERS:
        return None
    folded = normalize(text).replace("’", "'").strip("¿¡ .!?")
    for table in _TABLES.values():
        if (match := table.of_mission.fullmatch(folded)) is not None:
            return act_in(match["said"]) if match["said"] else "show"
    return None


def named_act_of(text: str) -> tuple[Act, str] | None:
    """What a message without a command wants done with which mission ("approve the Lisbon mission", "aprova a missão de
    Lisboa"); None where it does not speak of one by its name."""
    if len(text) > _MOST_CHARACTERS:
        return None
    folded = normalize(text).replace("’", "'").strip("¿¡ .!?")
    for table in _TABLES.values():
        if (match := table.named.fullmatch(folded)) is not None and (act := act_in(match["said"])) is not None:
            name = _name(match.groupdict())
            if name and table.articles.fullmatch(name.split()[-1]) is None:  # "the budget of the mission"
                return act, name
        if (match := table.asks.fullmatch(folded)) is not None and (name := _name(match.groupdict())):
            return "show", name
    return None


def answer_of(text: str) -> tuple[str, str] | None:
    """What a message answers to a mission's question, in its own words, and which mission it names, "" for none
    ("answer the Lisbon mission: the second weekend"); None where it answers none."""
    if len(text) > _MOST_CHARACTERS or ":" not in text:
        return None
    folded = normalize(text).replace("’", "'").strip("¿¡ ")
    for table in _TABLES.values():
        if (match := table.answers.fullmatch(folded)) is not None:
            return _name(match.groupdict()), text.split(":", 1)[1].strip()
    return None


def answer_in(words: str) -> tuple[str, str] | None:
    """The same of what stands after the command ("answer 14 to 18 May")."""
    if (found := answer_of(words)) is not None:
        return found
    folded = normalize(words[:_MOST_CHARACTERS]).replace("’", "'").strip("¿¡ ")
    for table in _TABLES.values():
        if (match := table.replies.fullmatch(folded)) is not None:
            before = len(folded[: match.start("answer")].split())
            told = words.split(maxsplit=before)
            return ("", told[before].strip()) if len(told) > before else None
    return None


def _name(named: Mapping[str, str | None]) -> str:
    """What a mission is called in a message, "" where it is not."""
    return (named.get("before") or named.get("after") or "").strip("\"'“”«» ")


def named_act_in(words: str) -> tuple[Act, str] | None:
    """The same of what stands after the command ("approve Lisbon"); whether there is such a mission says whether it is
    meant."""
    if (found := named_act_of(words)) is not None:
        return found
    folded = normalize(words[:_MOST_CHARACTERS]).replace("’", "'").strip(" .!?")
    for table in _TABLES.values():
        if (match := table.commanded.fullmatch(folded)) is not None and (act := act_in(match["said"])) is not None:
            return act, match["name"]
    return None


def kind_of(goal: str) -> Kind:
    """Which kind of undertaking a goal is; `gather` where it is none that is known."""
    folded = normalize(goal[:_MOST_CHARACTERS]).replace("’", "'")
    for table in _TABLES.values():
        known: tuple[tuple[Kind, Pattern], ...] = (
            ("packing_list", table.packing_list),
            ("weekly_review", table.weekly_review),
            ("visit", table.visit),
        )
        for kind, pattern in known:
            if pattern.search(folded):
                return kind
    return "gather"


def to_pack(texts: list[str], language: Language, *, nights: int) -> list[tuple[str, str]]:
    """(thing, which text asks for it) for a journey whose events and facts say this; "" where every journey does."""
    own = _TABLES[language]
    found = [(one, "") for one in own.always]
    found += [(f"{nights} × {one}", "") for one in own.a_night] if nights > 0 else []
    for activity in ACTIVITIES:
        why = next((text for text in texts if _speaks_of(activity, text)), None)
        if why is not None:
            things: tuple[str, ...] = getattr(own, f"for_{activity}")
            found += [(one, why) for one in things]
    return list(dict.fromkeys(found))


def _speaks_of(activity: str, text: str) -> bool:
    folded = normalize(text)
    return any(getattr(table, activity).search(folded) is not None for table in _TABLES.values())
