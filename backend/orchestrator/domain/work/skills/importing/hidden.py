"""Which characters of a text can nobody see? A reviewer must read what a model reads, so a skill with one is refused.

Controls, zero widths, marks of direction, fillers, tag characters and the supplementary variation selectors. Pictures
are written with two of them: a joiner between two symbols, and a selector behind one, once, are let be.
"""

import unicodedata
from collections.abc import Iterator

_LET_BE = frozenset("\t\n\r\f")
_FILLERS = frozenset("\u034f\u115f\u1160\u17b4\u17b5\u3164\uffa0\u2800")
JOINER, SELECTORS = "\u200d", frozenset("\ufe0e\ufe0f")
_SHOWN = 20


def hidden_in(text: str) -> Iterator[tuple[int, str]]:
    """(line from 1, name as `U+200B ZERO WIDTH SPACE`) of each, at most 20."""
    if (
        text.isascii()
        and text.count("\r") == text.count("\r\n")
        and not any(letter < " " or letter == "\x7f" for letter in set(text) - _LET_BE)
    ):
        return
    line, found = 1, 0
    for at, letter in enumerate(text):
        if letter == "\n":
            line += 1
        elif _hidden(text, at, letter):
            yield line, f"U+{ord(letter):04X} {unicodedata.name(letter, 'CONTROL')}"
            found += 1
            if found == _SHOWN:
                return


def shown(text: str) -> str:
    """The text with each hidden character as `⟨U+200B⟩`, for people."""
    marked = (f"⟨U+{ord(letter):04X}⟩" if _hidden(text, at, letter) else letter for at, letter in enumerate(text))
    return "".join(marked)


def _hidden(text: str, at: int, letter: str) -> bool:
    if letter == "\r":  # alone it leads back to the line's beginning, and what follows hides what stood there
        return text[at + 1 : at + 2] != "\n"
    if letter in _LET_BE or " " <= letter <= "~":
        return False
    if letter == JOINER:
        return not (_symbol(text, at - 1) and _symbol(text, at + 1))
    if letter in SELECTORS:
        return not _symbol(text, at - 1, selected=False)
    code = ord(letter)
    category = unicodedata.category(letter)
    return (
        category in {"Cc", "Cf", "Co", "Cs", "Cn", "Zl", "Zp"}
        or letter in _FILLERS
        or 0xFE00 <= code <= 0xFE0D
        or 0xE0100 <= code <= 0xE01EF
    )


def _symbol(text: str, at: int, *, selected: bool = True) -> bool:
    """Whether a picture ends or begins there. A selector behind a picture belongs to it."""
    if not 0 <= at < len(text):
        return False
    if selected and text[at] in SELECTORS:
        return _symbol(text, at - 1, selected=False)
    return unicodedata.category(text[at]) in {"So", "Sk", "Sm"} or text[at] in "#*0123456789‼⁉"
