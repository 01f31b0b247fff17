"""Does a message ask to have something planned, and for what kind of undertaking? The words are each language's
(`missions.toml`): "plan my parents' visit in May", "planeia a minha semana", "faz-me uma lista para a mala"."""

from typing import Annotated, Final, Literal

from pydantic import BeforeValidator

from orchestrator.kit.patterns import Pattern
from orchestrator.language.pattern_tables import Compiled, read_patterns
from orchestrator.language.tables import ByLanguage, Language, Table
from orchestrator.language.text.normalize import normalize

Kind = Literal["weekly_review", "packing_list", "visit", "gather"]
ACTIVITIES = ("swimming", "sports", "hiking", "dressing_up", "work", "children")
_MOST_CHARACTERS = 1_000


def _items(value: object) -> object:
    return tuple(" ".join(one.split()) for one in value.split(";") if one.strip()) if isinstance(value, str) else value


Items = Annotated[tuple[str, ...], BeforeValidator(_items)]
"""Things parted by semicolons."""


class _Missions(Table):
    """`missions.toml`; patterns over folded text."""

    plans: Compiled
    """A whole message that asks for a plan; `goal` captures of what."""
    appointments: Compiled
    """What is planned by one entry in the calendar: a lunch, a call."""
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
        match = table.plans.match(folded)
        if match is None:
            continue
        return None if table.appointments.search(folded) else text.strip().rstrip(".!? ")
    return None


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
