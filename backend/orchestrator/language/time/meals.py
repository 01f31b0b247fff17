"""Which meals does a text name, and when are they usually? "Lunch with Ana" names one, at 12:30."""

from dataclasses import dataclass
from datetime import time
from functools import cache

from orchestrator.language.tables import LANGUAGES, Language
from orchestrator.language.text.words import level
from orchestrator.language.time.engine import language_of, lexicon_of
from orchestrator.language.time.semantics import Part


@dataclass(frozen=True, slots=True)
class Meal:
    """Where its word stands in the text, and its usual minutes since midnight."""

    start: int
    end: int
    minutes: int

    @property
    def hour(self) -> time:
        return time(*divmod(self.minutes, 60))


@cache
def _words(language: Language) -> dict[str, int]:
    return {
        level(" ".join(words)): value.at
        for rows in lexicon_of(language).entries.values()
        for words, _, value in rows
        if isinstance(value, Part) and value.at is not None
    }


def meals_in(text: str, language: Language) -> list[Meal]:
    """The meals that a text names in one language, in their order; of words inside others the longer."""
    folded = "".join(char if char.isalnum() else " " for char in level(text))
    found: list[Meal] = []
    for word, minutes in sorted(_words(language).items(), key=lambda one: -len(one[0])):
        at = f" {folded} ".find(f" {word} ")
        if at >= 0 and not any(one.start < at + len(word) and at < one.end for one in found):
            found.append(Meal(at, at + len(word), minutes))
    return sorted(found, key=lambda one: one.start)


def meal_time(title: str, locale: str) -> time | None:
    """The usual hour of the meal that a title names; None where it names none."""
    for language in dict.fromkeys((language_of(locale), *LANGUAGES)):
        if named := meals_in(title, language):
            return max(named, key=lambda one: one.end - one.start).hour
    return None
