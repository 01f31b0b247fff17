"""Which of several changes that wait does a message take, or leave, by the words of what they are about?

"Just the haircut" takes one and leaves the others, "drop the sugar" and "keep lunch" (of what would be cancelled) leave
one; "and yeast too" only adds to them. The words of a language are its `choosing.toml`.
"""

from collections.abc import Collection
from dataclasses import dataclass
from typing import Final, Literal

from orchestrator.kit import patterns
from orchestrator.language.concepts import MARK
from orchestrator.language.pattern_tables import Compiled, read_patterns
from orchestrator.language.tables import LANGUAGES, ByLanguage, Table, Words
from orchestrator.language.text.normalize import content_words, normalize, stems

_MOST_CHARACTERS = 80


class _Choosing(Table):
    """`choosing.toml`; each captures the words of what is meant, in one group of several."""

    only: Compiled
    left_out: Compiled
    kept: Compiled
    """It stays as it is: of what was to go, that it stays."""
    stays: Compiled
    """The same of the one thing that was shown, which it only points at: "actually keep it", "I still need that"."""
    left: Compiled
    """It is to stay where it is, behind a no; it captures nothing."""
    adds: Compiled
    """Something more, beside what was said before."""
    closes: Compiled
    """It says that nothing more is to come; it captures nothing."""
    confirms: Compiled
    """It is to be carried out, whenever it was shown."""
    awaits: Compiled
    """All that waits is asked for; it captures nothing."""
    drops: Compiled
    """The one change that waits is not to be made, named by what it is of (`what`): "drop the rule"."""
    kinds: Words
    """What such a change may be called, whatever it is of."""
    because: Compiled
    """What opens a clause that says why; it captures nothing."""


_TABLES: Final = ByLanguage(lambda language: read_patterns(language, "choosing", _Choosing))
_WAYS: Final = ("only", "left_out", "kept")


@dataclass(frozen=True)
class Chosen:
    """The words of the ones that are meant, and what becomes of them: these and no others are taken (`only`), or they
    are left out; `kept`: only where they would take something away."""

    way: Literal["only", "left_out", "kept"]
    what: str

    def means(self, text: str) -> bool:
        """Whether all the words are of what a text tells, in whatever language or form."""
        told = [set(forms) for forms in stems(text)]
        wanted = [set(forms) for word in content_words(self.what) for forms in stems(word)]
        return bool(wanted) and all(any(forms & one for one in told) for forms in wanted)


def chosen(text: str) -> list[Chosen]:
    """How a message may be meant that chooses among several by their words, the likeliest first."""
    folded = normalize(text).strip(" .!¿¡")
    if len(text) > _MOST_CHARACTERS or "?" in text:
        return []
    found: dict[Chosen, None] = {}
    for way in _WAYS:
        for language in LANGUAGES:
            match = getattr(_TABLES[language], way).fullmatch(folded)
            if match is not None:
                found[Chosen(way, next(words for words in match.groupdict().values() if words))] = None
    return list(found)


def drops(text: str, told: str, people: Collection[str] = ()) -> bool:
    """Whether a message wants that not to be made which the text tells, by words of it: "drop the monday one".
    `people`: folded names of those who take part: they are left out of it, and it stays."""
    folded = normalize(text).replace("’", "'").strip(" .!¿¡")
    if len(text) > _MOST_CHARACTERS or "?" in text:
        return False
    for language in LANGUAGES:
        match = _TABLES[language].drops.fullmatch(folded)
        named = content_words(match["what"]) if match is not None else []
        rest = [word for word in named if word not in _TABLES[language].kinds]
        if named and not set(rest) & set(people) and (not rest or Chosen("left_out", " ".join(rest)).means(told)):
            return True
    return False


def remains(text: str) -> bool:
    """Whether a message says of the one thing that was shown that it stays: a no where that would be taken away."""
    folded = normalize(text[: _MOST_CHARACTERS + 1]).replace("’", "'").strip(" .!¿¡")
    if len(text) > _MOST_CHARACTERS or "?" in text:
        return False
    return any(_TABLES[one].stays.fullmatch(folded) for one in LANGUAGES)


def leaves_it(clause: str) -> bool:
    """Whether a clause says of what is that it stays where it is: "leave it on Friday"."""
    folded = normalize(clause[: _MOST_CHARACTERS + 1]).replace("’", "'").strip(" .!")
    return len(clause) <= _MOST_CHARACTERS and any(_TABLES[one].left.fullmatch(folded) for one in LANGUAGES)


def added(text: str) -> str:
    """What a message only says beside that which was said before ("yeast" of "and yeast too"); "" of any other."""
    folded = normalize(text).strip(" .!¿¡")
    if len(text) > _MOST_CHARACTERS or "?" in text:
        return ""
    found = (_TABLES[one].adds.fullmatch(folded) for one in LANGUAGES)
    match = next((one for one in found if one is not None), None)
    return next(words for words in match.groupdict().values() if words) if match is not None else ""


def closes(text: str) -> bool:
    """Whether a message only says that it was all: "that's it", "mais nada"."""
    folded = normalize(text[:_MOST_CHARACTERS]).replace("’", "'").strip(" .!")
    return any(_TABLES[one].closes.fullmatch(folded) for one in LANGUAGES)


def enumerated(text: str) -> str:
    """A message that only names several things: "eggs, milk and bread", "du sucre et du sel"; "" of any other."""
    said = text.strip(" .!")
    parts = _JOINTS.split(said)
    if len(text) > _MOST_CHARACTERS or "?" in text or len(parts) < _FEWEST_THINGS:
        return ""
    things = [part for part in parts if _names_a_thing(part)]
    short = all(0 < len(part.split()) <= _WORDS_OF_A_THING for part in parts)
    return said if short and 2 * len(things) > len(parts) else ""


def _names_a_thing(part: str) -> bool:
    """Whether a word of it is known to mean something, as "eggs" is and "lovely" is not."""
    return any(form.startswith(MARK) for forms in stems(part) for form in forms)


_JOINTS = patterns.compile(r"(?i)\s*,\s*(?:(?:and|e|y|et) )?|\s+(?:and|e|y|et|&)\s+")
_FEWEST_THINGS = 2
_WORDS_OF_A_THING = 3


def without_because(text: str) -> str:
    """A clause that says why, without the word that joins it."""
    found = (_TABLES[one].because.match(normalize(text)) for one in LANGUAGES)
    match = next((one for one in found if one is not None), None)
    return normalize(text)[match.end() :] if match is not None else text


def confirmed_by_name(text: str) -> str:
    """The words of what a message wants carried out ("lunch" of "confirm lunch"); "" of any other."""
    folded = normalize(text).strip(" .!¿¡")
    if len(text) > _MOST_CHARACTERS or "?" in text:
        return ""
    found = (_TABLES[one].confirms.fullmatch(folded) for one in LANGUAGES)
    return next((match["what"] for match in found if match is not None), "")


def asks_what_waits(text: str) -> bool:
    """Whether a message asks what waits for its word: "what haven't I confirmed yet?", "o que falta confirmar?"."""
    folded = normalize(text[:_MOST_CHARACTERS]).replace("’", "'").strip(" .!?¿¡")
    return any(_TABLES[one].awaits.fullmatch(folded) for one in LANGUAGES)
