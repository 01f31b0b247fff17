r"""How does a pattern of the linear engine say "any word but these", and see the edge of a word that bears an accent?

The engine has no look-ahead, and its `\b` knows ASCII words alone (kit/patterns.py). `but("me you")` is a pattern of
one word that is none of these, `not_beginning("est")` of one that begins with none: made of the letters that may
follow. `lettered(text)` writes a text in ASCII letters of the same number, so that `\b` stands where a word ends and
places stay those of the text: small letters are themselves, each accented letter of our languages is a capital of
its own, every other letter an "X". Patterns for it go through `lettered_pattern`.
"""

from collections.abc import Mapping
from typing import Any

from orchestrator.kit import patterns

_ASCII_WORD = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ_abcdefghijklmnopqrstuvwxyz"
_BEYOND = r"\x{80}-\x{10ffff}"
"""In folded text what is not ASCII is a letter of another script: cheaper than all letters of Unicode."""
_LETTER = rf"[0-9A-Z_a-z{_BEYOND}]"
END = rf"(?:$|[^0-9A-Z_a-z{_BEYOND}])"
"""After `but` and `not_beginning`, which know no end of their own: the end of the text, or what is no letter."""
_ACCENTED = "ãõçêâôàéñúíóáüèùûîïë"
_AS_ASCII: Mapping[str, str] = dict(zip(_ACCENTED, "ABCDEFGHIJKLMNOPQRST", strict=True))
_OTHER = "X"

_ENDS, _BEGINS = "", "*"
_Tree = dict[str, Any]
"""The letters that may come next, each with what may follow it; where a word ends, or only begins, a mark of that."""
TOMORROW = r"(?:^|[^\w ]|(?:^|[^a]) |(?:^|[^l])a )manana\b"
"""Spanish "mañana", folded; "la mañana" is a part of a day."""


def but(words: str) -> str:
    """A pattern of one word of folded text (letters, figures, underscores) that is none of `words`, nor begins as one
    of them that has a "*" at its end."""
    tree: _Tree = {}
    for word in words.split():
        node = tree
        for char in word:
            node = node.setdefault(char, {})
        node[_ENDS] = {}
    return _unlike(tree)


def not_beginning(starts: str) -> str:
    """A pattern of one word of folded text that begins with none of `starts`."""
    return but(" ".join(f"{start}{_BEGINS}" for start in starts.split()))


def _unlike(tree: _Tree, *, first: bool = True) -> str:
    """What may stand from here on: another letter and anything, one of the listed letters and what may follow it, or
    the end of the word where none of the words ends."""
    listed = sorted(char for char in tree if char not in {_ENDS, _BEGINS})
    free = "".join(char for char in _ASCII_WORD if char not in tree)
    ways = [rf"[{free}{_BEYOND}]{_LETTER}*"]
    for char in listed:
        below = tree[char]
        if _BEGINS not in below:
            ways.append(char + _unlike(below, first=False))
    if not first and _ENDS not in tree:
        ways.append("")
    return f"(?:{'|'.join(ways)})"


class _Letters(dict[int, str]):
    """What each character is written as; filled as characters are met."""

    def __missing__(self, code: int) -> str:
        char = chr(code)
        small = char.lower()
        if len(small) != 1 or (not small.isascii() and small not in _AS_ASCII):
            small = _OTHER if char.isalnum() else char
        self[code] = written = _AS_ASCII.get(small, small)
        return written


_LETTERS = _Letters()


def lettered(text: str) -> str:
    """The text in small letters, all of them ASCII, of the same length; what is no letter stays."""
    return text.lower() if text.isascii() else text.translate(_LETTERS)


def lettered_pattern(pattern: str) -> patterns.Pattern:
    """A pattern for `lettered` text, written in small letters with their accents."""
    return patterns.compile("".join(_AS_ASCII.get(char, char) for char in pattern))
