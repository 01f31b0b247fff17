"""Which event does "that meeting" mean, "esa cena"? The one of that kind that an answer told last, never whichever was
looked up beside it; where none was told, or several, the user is asked.
"""

from collections.abc import Sequence

from orchestrator.language.discourse.dated_things import ANCHORS
from orchestrator.reader.evidence.finds import SURE
from orchestrator.reader.lexicon import Words
from orchestrator.reader.line import Line
from orchestrator.reader.question.model import Target
from orchestrator.reader.texts import share


def points_at(words: Line, known: Words) -> str:
    """The kind by which the words point at what was spoken of: "meeting"; "" of any others."""
    found = ANCHORS[known.language].that_thing.fullmatch(words.low)
    kinds = [of.fullmatch(found["what"]) for of in known.things.values()] if found is not None else []
    return found["what"] if found is not None and any(kinds) else ""


def pointed_at(words: Line, told: Sequence[Target], known: Words) -> str | None:
    """The id of the event that the words point at by its kind, of those that were told; "" where that is not clear;
    None of words that point at no event."""
    what = points_at(words, known)
    if not what or known.things["event"].fullmatch(what) is None:
        return None
    if what not in ANCHORS[known.language].any_thing:
        told = [one for one in told if share((what,), one.name) >= SURE]
    return told[0].id if len(told) == 1 else ""
