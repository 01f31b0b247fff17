"""Does a message tell what is at a time, and that nothing else is to be put there: "don't put anything on Saturday,
it's my mum's birthday"? It forbids nothing of what it tells. And does one wish no more than that a time is kept free:
"block Friday from 10 to 12", "keep 10 December free"?

The words are each language's (`keeping_free.toml`).
"""

from dataclasses import dataclass
from typing import Final

from orchestrator.language.exemplars.masking import TIME, masked
from orchestrator.language.pattern_tables import Compiled, read_patterns
from orchestrator.language.tables import ByLanguage, Language, Table
from orchestrator.language.text.normalize import STOP_WORDS, content_words, tokens
from orchestrator.language.text.words import fold

MOST_CHARACTERS: Final = 200
_FEWEST_WORDS: Final = 2


class _KeepingFree(Table):
    """`keeping_free.toml`, over levelled text. `ban`: that nothing is to be put; `because`: what stands before what is
    then; `keeps`: that a time (`held`, `left` free, or `behind` that word) is to be kept, of a whole message; `lets`:
    that nobody is to be let plan anything, before a time; `title`: what an event is called that holds it."""

    ban: Compiled
    because: Compiled
    keeps: Compiled
    lets: Compiled
    title: str


_TABLES: Final = ByLanguage(lambda language: read_patterns(language, "keeping_free", _KeepingFree))


@dataclass(frozen=True)
class KeptFree:
    """Where the ban stands with the time behind it (`start` to `end`), and where that time begins (`day`)."""

    start: int
    day: int
    end: int


def kept_free(text: str, language: Language) -> KeptFree | None:
    """The ban of a message that tells more than that; None of any other."""
    low = _folded(text)
    ban = next(iter(_TABLES[language].ban.finditer(low)), None) if len(text) <= MOST_CHARACTERS else None
    if ban is None or "?" in text:
        return None
    stop = low.find(", ", ban.end())
    found = KeptFree(ban.start(), ban.end(), stop if stop >= 0 else len(text))
    return found if len(content_words(told_beside(text, found, language))) >= _FEWEST_WORDS - 1 else None


def time_to_keep(text: str, language: Language) -> tuple[int, int] | None:
    """Where the time stands that is to be kept free, of a message that wishes or tells nothing else."""
    low = _folded(text).rstrip(" .!")
    if len(text) > MOST_CHARACTERS or "?" in text:
        return None
    table = _TABLES[language]
    kept, ban = table.keeps.fullmatch(low), table.lets.match(low)
    if kept is not None:
        span = next(kept.span(name) for name, said in kept.groupdict().items() if said is not None)
    elif ban is not None:
        span = (ban.end(), len(low))
    else:
        return None
    said = tokens(masked(text[slice(*span)], language))
    return span if TIME in said and not set(said) - STOP_WORDS[language] - {TIME} else None


def title_of_kept(language: Language) -> str:
    """What an event is called that holds a time."""
    return _TABLES[language].title


def _folded(text: str) -> str:
    """The folded text, each character in its place."""
    return "".join((fold(char) or char)[:1] for char in text)


def told_beside(text: str, found: KeptFree, language: Language) -> str:
    """What the message tells beside the ban."""
    parts = (text[: found.start].strip(" ,.;"), text[found.end :].strip(" ,.;"))
    rest = ", ".join(part for part in parts if part)
    low = _folded(rest)
    opening = _TABLES[language].because.match(low)
    return rest[opening.end() :] if opening is not None else rest
