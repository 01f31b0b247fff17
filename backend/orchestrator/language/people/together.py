"""Where do words stand that mean several people at once? "Everyone at Acme", "the book club", "o pessoal do futebol".

They stay whole: the resolver knows them by the phrase, and the "at" inside is no place.
"""

from orchestrator.kit import lookaround
from orchestrator.language.pattern_tables import in_any_language
from orchestrator.language.tables import Table, by_language


class _Together(Table):
    """`together.toml`. `everyone`: all there are, before what they belong to, which `of` and `articles` lead to;
    `ends`: what is no word of it; `ours`: whose group it is, named before `groups_after` ("the book club") or behind
    `groups_before` ("o pessoal do futebol")."""

    everyone: str
    of: str
    articles: str
    ends: str
    ours: str
    groups_after: str
    groups_before: str


_TABLES = by_language("together", _Together)
_ALL = in_any_language(_TABLES, lambda one: one.everyone)
_ARTICLE = in_any_language(_TABLES, lambda one: one.articles)
_OF = rf"{in_any_language(_TABLES, lambda one: one.of)}(?: {_ARTICLE})?"
_WORD = rf"(?!{in_any_language(_TABLES, lambda one: one.ends)}\b)[\w.'-]+"
_OURS = in_any_language(_TABLES, lambda one: one.ours)
_TOGETHER = lookaround.compile(
    rf"\b{_ALL} {_OF} {_WORD}(?: {_WORD})?(?: {_WORD})?(?!\w)"
    rf"|\b{_OURS} {_WORD}(?: {_WORD})? {in_any_language(_TABLES, lambda one: one.groups_after)}\b"
    rf"|\b{_OURS} {in_any_language(_TABLES, lambda one: one.groups_before)} {_OF} {_WORD}(?: {_WORD})?(?!\w)"
)


def spans(low: str) -> list[tuple[int, int]]:
    """Where such phrases stand in a folded text."""
    return [found.span() for found in _TOGETHER.finditer(low)]


def is_together(low: str) -> bool:
    """Whether the folded text is such a phrase from end to end."""
    return bool(low) and _TOGETHER.fullmatch(low) is not None


def inside(at: int, held: list[tuple[int, int]]) -> bool:
    """Whether a position lies in one of the spans."""
    return any(start <= at < end for start, end in held)
