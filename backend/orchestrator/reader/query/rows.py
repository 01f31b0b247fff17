"""How are the events that a value rests on told, and how long are they together?"""

from collections.abc import Sequence
from datetime import timedelta

from orchestrator.reader.phrase.frame import listed
from orchestrator.reader.phrase.voice import Voice
from orchestrator.reader.slots import Slot


def length(held: Sequence[Slot]) -> timedelta:
    return sum((one.end - one.start for one in held), timedelta())


def listing(held: Sequence[Slot], voice: Voice) -> str:
    rows = listed([one.item for one in held if one.item is not None], voice)
    return rows if rows.startswith("- ") else f"- {rows}"
