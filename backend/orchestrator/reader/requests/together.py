"""Where do words stand that mean several people at once? "Everyone at Acme", "the book club", "o pessoal do futebol".

They stay whole: the resolver knows them by the phrase, and the "at" inside is no place.
"""

from orchestrator.kit import lookaround
from orchestrator.reader.line import Line

_ALL = (
    r"(?:everyone|everybody|all (?:of )?(?:the )?(?:people|folks|guys)|(?:the )?(?:people|folks|guys|gang|crew)"
    r"|tod[oa]s(?: l?[oa]s)?|toda a gente|todo (?:o )?mundo|toda la gente|(?:o )?pessoal|(?:a )?galera|(?:a )?malta"
    r"|la gente)"
)
_OF = r"(?:at|from|in|of|on|da|do|de|das|dos|del|na|no|en)(?: (?:the|la|el|los|las|o|a|os|as))?"
_WORD = r"(?!(?:with|com|con|at|on|for|and|e|y|na|no|em|en|para)\b)[\w.'-]+"
_MINE = r"(?:the|my|our|o|a|os|as|el|la|los|las|meu|minha|mi|nosso|nossa|nuestro|nuestra)"
_GROUP = r"(?:group|club|gang|crew|people|folks|choir|band)"
_GRUPO = r"(?:grupo|clube|club|turma|coro|galera|malta|pessoal|banda|pena)"
_TOGETHER = lookaround.compile(
    rf"\b{_ALL} {_OF} {_WORD}(?: {_WORD})?(?: {_WORD})?(?!\w)"
    rf"|\b{_MINE} {_WORD}(?: {_WORD})? {_GROUP}\b"
    rf"|\b{_MINE} {_GRUPO} {_OF} {_WORD}(?: {_WORD})?(?!\w)"
)


def spans(text: Line) -> list[tuple[int, int]]:
    """Where such phrases stand."""
    return [found.span() for found in _TOGETHER.finditer(text.low)]


def is_together(text: Line) -> bool:
    """Whether the text is such a phrase from end to end."""
    return bool(text.low) and _TOGETHER.fullmatch(text.low) is not None


def inside(at: int, held: list[tuple[int, int]]) -> bool:
    """Whether a position lies in one of the spans."""
    return any(start <= at < end for start, end in held)
