"""Is an event's draft to be another meal: "make it dinner", "plutôt un dîner", "na verdade faz jantar"?

The word of the meal is exchanged in its title, and its hour is the usual one of that meal.
"""

from typing import Any

from orchestrator.language.time.meals import Meal, meals_in
from orchestrator.reader.discourse.draft_words import DraftWords
from orchestrator.reader.lexicon import Words
from orchestrator.reader.line import Line


def other_meal(text: Line, draft: dict[str, Any], words: DraftWords, known: Words) -> dict[str, Any] | None:
    """The new title and hour of a draft, where the words name a meal and no more; None where they say otherwise."""
    named = meals_in(text.low, known.language)
    if len(named) != 1 or not _alone(text, named[0], words, known):
        return None
    title = str(draft.get("title") or "")
    there = meals_in(title, known.language)
    if any(one.minutes == named[0].minutes for one in there):
        return None
    told = {"when": text.raw[named[0].start : named[0].end]}
    return {"title": _renamed(title, there[0], text, named[0]), **told} if len(there) == 1 else told


def _alone(text: Line, meal: Meal, words: DraftWords, known: Words) -> bool:
    """Whether only small words stand beside it."""
    before, _, last = text.low[: meal.start].rstrip().rpartition(" ")
    opening = before if known.articles.fullmatch(f"{last} ") else f"{before} {last}"
    return words.filler.fullmatch(f"{opening} {text.low[meal.end :]} ".lstrip()) is not None


def _renamed(title: str, there: Meal, text: Line, meal: Meal) -> str:
    word = text.raw[meal.start : meal.end].casefold()
    if title[there.start : there.start + 1].isupper():
        word = word[:1].upper() + word[1:]
    return f"{title[: there.start]}{word}{title[there.end :]}"
