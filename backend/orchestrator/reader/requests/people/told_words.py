"""What does a plain sentence tell of somebody by name: when they were born, where they work?

"Rui's birthday is on 3 May", "a Marta trabalha agora na Acme", "el cumpleaños de Rui es el 3 de mayo". Everything is
copied; which contact is meant, and which day, is found out elsewhere.
"""

from dataclasses import dataclass

from orchestrator.language.pattern_tables import Compiled, read_patterns
from orchestrator.language.tables import LANGUAGES, ByLanguage, Table
from orchestrator.language.text.normalize import STOP_WORDS
from orchestrator.reader.lexicon import Words
from orchestrator.reader.line import Line
from orchestrator.reader.requests import details


class _TellsOf(Table):
    """`told.toml`: when somebody was `born`, where they work, and what stands before an address of theirs (`reached`),
    by groups `name`, `date`, `where`."""

    born: tuple[Compiled, ...]
    reached: tuple[Compiled, ...]
    works: tuple[Compiled, ...]


_TABLES = ByLanguage(lambda language: read_patterns(language, "told", _TellsOf))
REACHED = tuple(pattern for language in LANGUAGES for pattern in _TABLES[language].reached)
"""In any language: a contact is told in few words, which no language is sure by."""
NOBODY = frozenset(
    """everyone everybody someone somebody nobody no-one none who whoever this that it todos todas alguem ninguem quem
    todo alguien nadie quien usted tout tous quelqu'un personne""".split()
)
PARTICLES = frozenset("de da do dos das del la y e".split())
_MOST_WORDS = 5
"""Of a name."""


@dataclass(frozen=True)
class Told:
    """What is told of somebody; empty where it is not."""

    name: str
    birthday: str = ""
    organization: str = ""


def told_of_somebody(text: Line, known: Words) -> Told | None:
    """The birthday or the employer that a statement tells; None where it tells neither of anybody by name."""
    text = text.readable
    if "?" in text.raw:
        return None
    for pattern in _TABLES[known.language].born:
        if (found := pattern.match(text.low)) and (name := _somebody(text.cut(*found.span("name")), known, sure=True)):
            return Told(name, birthday=text.cut(*found.span("date")).written)
    for pattern in _TABLES[known.language].works:
        if (found := pattern.match(text.low)) and (name := _somebody(text.cut(*found.span("name")), known)):
            where = details.without_articles(text.cut(*found.span("where")), known)
            if where.raw[:1].isupper():  # "works at night", "works at nine" name no employer
                return Told(name, organization=where.written)
    return None


def _somebody(name: Line, known: Words, *, sure: bool = False) -> str:
    """The name as it was written; empty where it is none ("it", "the dog"). `sure`: only people have what is told, so
    that a name may be written small."""
    words = name.low.split()
    if not words or len(words) > _MOST_WORDS or words[0] in NOBODY:
        return ""
    if any(word in known.relations for word in words):
        return name.written  # "my sister": resolution knows whom that means
    is_name = (sure or name.raw[:1].isupper()) and words[0] not in STOP_WORDS[known.language]
    return as_name(name) if is_name else ""


def as_name(words: Line) -> str:
    """The name with capitals, where it has none: people leave them out on a phone."""
    said = words.written
    if any(char.isupper() for char in said):
        return said
    return " ".join(word if word in PARTICLES else word[:1].upper() + word[1:] for word in said.split())
