"""Which to-dos are asked for: those of a list, open, overdue or done."""

from orchestrator.language.lexicon import LEXICONS
from orchestrator.reader.errands import ERRANDS
from orchestrator.reader.question.model import Reading
from orchestrator.reader.words import words_of


def of_a_list(reading: Reading) -> bool:
    """Whether the words only name the list itself ("what's on the shopping list"): nothing on it needs to say so."""
    listed, bought = words_of(reading.language).shopping, ERRANDS[reading.language].buys
    lists = all(listed.search(word) or bought.fullmatch(f"{word} ") for word in reading.words)
    return reading.thing == "todo" and bool(reading.words) and lists


def todo_state(reading: Reading) -> str:
    """Which to-dos are asked for: `open`, `overdue` or `done`."""
    text, states = reading.line.low, ERRANDS[reading.language]
    if states.overdue.search(text):
        return "overdue"
    if states.undone.search(text):
        return "open"
    if states.done.search(text):
        return "done"
    verbs = LEXICONS[words_of(reading.language).language].verbs
    forms = [verbs[one.low] for one in reading.line.tokens() if one.low in verbs]
    return "done" if any("complete" in form.kinds and _PAST & set(form.tags) for form in forms) else "open"


_PAST = frozenset("de")
"""Tags of what somebody did."""
