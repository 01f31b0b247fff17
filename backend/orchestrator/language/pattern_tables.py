"""How are the patterns of a table put together? `{name}` in any of its texts is the piece of that name.

`[pieces]` of a table holds them: a pattern, which may name other pieces, or what is made of words: { either = "…" } one
of them, { but = "…" } a word that is none of them, { not_beginning = "…" } one that begins with none ("+" stands for a
blank inside a phrase). Whoever reads the table may bring pieces of its own.
"""

from collections.abc import Callable, Mapping
from typing import Annotated, TypeVar

from pydantic import PlainValidator

from orchestrator.kit import lookaround, patterns
from orchestrator.language.tables import Language, Table, checked, written
from orchestrator.language.word_patterns import but, lettered_pattern, not_beginning

T = TypeVar("T")
T_table = TypeVar("T_table", bound=Table)

_NAMED = patterns.compile(r"\{([a-z_]+)\}")
NEVER = patterns.compile(r"\z.")
_DEEPEST = 5
"""Pieces of pieces; deeper ones are a circle."""


def _compiled(make: Callable[[str], patterns.Pattern]) -> Callable[[object], patterns.Pattern]:
    def compiled(value: object) -> patterns.Pattern:
        if isinstance(value, list):
            value = "".join(value)
        if not isinstance(value, str):
            raise ValueError("a pattern is a text, or a list of its parts")
        return make(value) if value else NEVER

    return compiled


Compiled = Annotated[patterns.Pattern, PlainValidator(_compiled(patterns.compile))]
"""A pattern for folded or levelled text; an empty one never matches."""
Looking = Annotated[patterns.Pattern, PlainValidator(_compiled(lookaround.compile))]
"""One with look-around (kit/lookaround.py); an empty one never matches."""
LookingToEnd = Annotated[
    patterns.Pattern, PlainValidator(_compiled(lambda pattern: lookaround.compile(rf"(?:{pattern})[ .!]*$")))
]
"""The same up to the end of the text."""
LookingAtAll = Annotated[
    patterns.Pattern, PlainValidator(_compiled(lambda pattern: lookaround.compile(rf"^(?:{pattern})$")))
]
"""The same over the whole text."""
Lettered = Annotated[patterns.Pattern, PlainValidator(_compiled(lettered_pattern))]
"""A pattern for `lettered` text, written with its accents; an empty one never matches."""


def read_patterns(
    language: Language, table: str, schema: type[T_table], pieces: Mapping[str, str] | None = None
) -> T_table:
    """The table of a language with the pieces of its patterns put in. Raises ValueError as `tables.read` does, and for
    a piece that there is not."""
    where = f"{language}/{table}.toml"
    return checked(with_pieces(written(language, table), pieces or {}, where=where), schema, where=where)


def with_pieces(told: Mapping[str, object], pieces: Mapping[str, str], *, where: str) -> dict[str, object]:
    """What was written in a table, its own pieces and these put in. Raises ValueError as `read_patterns` does."""
    known = {**pieces, **_pieces(told, where)}
    return {key: _whole(value, known, where) for key, value in told.items() if key != "pieces"}


def pieces_of(language: Language, table: str) -> Mapping[str, str]:
    """The pieces of a table, for others that name them too. Raises ValueError as `read_patterns` does."""
    return _pieces(written(language, table), f"{language}/{table}.toml")


def _pieces(told: Mapping[str, object], where: str) -> Mapping[str, str]:
    own = told.get("pieces", {})
    return {name: _piece(name, made, where) for name, made in own.items()} if isinstance(own, Mapping) else {}


def in_any_language(tables: Mapping[Language, T], part: Callable[[T], str]) -> str:
    """A pattern of what stands in any language; languages that have nothing of the kind are left out."""
    return f"(?:{'|'.join(said for each in tables.values() if (said := part(each)))})"


def either(words: str) -> str:
    """Alternatives of a pattern, one a word ("+" stands for a blank inside a phrase), longest first."""
    return "|".join(sorted((word.replace("+", " ") for word in words.split()), key=len, reverse=True))


_MADE: Mapping[str, Callable[[str], str]] = {"either": either, "but": but, "not_beginning": not_beginning}


def _piece(name: str, made: object, where: str) -> str:
    if not isinstance(made, Mapping):
        return "".join(made) if isinstance(made, list) else str(made)
    ((how, words),) = made.items()
    if how not in _MADE:
        raise ValueError(f"{where}: the piece {name} is made {how} of words, not {', '.join(_MADE)}")
    return _MADE[how](str(words))


def _whole(value: object, pieces: Mapping[str, str], where: str) -> object:
    """The same with the pieces put into every text."""
    if isinstance(value, Mapping):
        return {key: _whole(one, pieces, where) for key, one in value.items()}
    if isinstance(value, list):
        return [_whole(one, pieces, where) for one in value]
    if not isinstance(value, str):
        return value
    for _ in range(_DEEPEST):
        if lacking := {named[1] for named in _NAMED.finditer(value)} - pieces.keys():
            raise ValueError(f"{where}: no piece {', '.join(sorted(lacking))}")
        value = _NAMED.sub(lambda named: pieces[named[1]], value)
    if _NAMED.search(value):
        raise ValueError(f"{where}: the pieces of {value[:80]} go in a circle")
    return value
