"""With which words is a draft changed that the user sees: who else comes, who does not, where, under which name?

Patterns of folded text, one table a language; each captures the words that matter.
"""

from collections.abc import Mapping
from typing import Final

from orchestrator.language.discourse.marks import marked, without_standing
from orchestrator.language.pattern_tables import Compiled, Looking, LookingToEnd, read_patterns
from orchestrator.language.tables import ByLanguage, Language, Table, Words
from orchestrator.reader.line import Line, line


class DraftWords(Table):
    """`drafts.toml`. `add`, `leave`: `people`; `place`: `place`; `title`: `title`; `filler`: what may stand beside a
    time that is the whole message; `surely`: with these, more people are meant and nothing else; `corrects`: how one
    begins who puts right what was said before."""

    add: LookingToEnd
    leave: LookingToEnd
    place: LookingToEnd
    title: LookingToEnd
    filler: Compiled
    surely: Looking
    corrects: Looking
    ourselves: LookingToEnd
    """The user, and whom they name beside themselves (`people`): "me and Rafa", "just the two of us"."""
    itself: Words
    """What names the draft without its title."""
    joins: Compiled
    lasting: str
    """The word before a length."""
    instead: LookingToEnd
    """What is meant (`meant`) and what is not (`other`): "Friday, not Thursday", "with Priya, not Mateusz"."""
    of_day: Compiled
    """A bare number (`day`) that is a day of the month: "afinal a 2", "al 11"; where a language has such."""
    why: Compiled
    """How a clause opens that says why."""
    at_somebodys: Compiled
    """What stands before somebody at whose place something is: "chez"."""
    day: str
    """The word before it by which it is surely one."""
    all_day: Looking
    """Says of a day that something takes all of it."""
    past_the_hour: Mapping[str, int]
    """Minutes of the hour that was said, where they are told alone: "no, half past"."""


DRAFT_WORDS: Final = ByLanguage(lambda language: read_patterns(language, "drafts", DraftWords))


def unmarked(text: Line, language: Language) -> tuple[Line, bool]:
    """The words of a change without what only opens or ends them ("ok then, …", "no wait", "… I mean"), and whether
    that says that something was wrong."""
    told = without_standing(text.raw, language)
    text = text if told == text.raw else line(told)
    found = marked(text.low, language)
    return text.cut(found.start, found.end), found.rights


def puts_right(folded: str, language: str) -> bool:
    """Whether the text only puts right what was said before it, so that it is about that and not about itself."""
    words = DRAFT_WORDS[language]
    return bool(words.corrects.match(folded) or (words.add.match(folded) and words.surely.search(folded)))
