r"""Regular expressions in linear time (google-re2): what a user's, a model's or a third party's text may meet.

`re` backtracks: forty words can hold the interpreter's lock for minutes. Here the time grows with the text, whatever it
says. Patterns are written as for `re`, with these differences, each told at import by a `ValueError` where it can be:

- no look-around, back-references, possessive quantifiers or atomic groups: no linear engine has them. Match more and
  take a group, match twice, or look at `text[match.end():]` in Python;
- `\w`, `\d`, `\s` and their capitals mean what they mean in `re` (Unicode); in a class beside others the capitals
  are refused, but for the idioms `[^\W_]`, `[^\W\d_]`, `[^\W\d]` and `[^\S\n]`;
- `\b` knows ASCII words alone: use it on text that was folded, never beside a letter that may carry an accent. Where
  the text stands as it was written, `(?:^|[^\p{L}\p{N}_])` before a group says the same;
- `$` and `\Z` are the very end of the text, not the place before a last line break;
- `(?i)`, `(?m)`, `(?s)` are the only flags, at the start; `re.VERBOSE` has no counterpart.

A search for all matches is linear only where each ends soon: `a.*b|a` over `aaaa…` looks at the rest of the text at
every place. Bound what may stand between (`.{0,80}`), and the text before it comes here.
"""

from collections.abc import Callable, Iterator, Mapping
from functools import lru_cache
from typing import Any, Protocol, cast

import re2

from orchestrator.kit.found import Found

_MAX_MEMORY = 8 << 20
"""Bytes that one pattern's automaton may take; RE2's default. Past it, RE2 falls back to a slower linear search."""

_HEX = {"u": 4, "U": 8}
"""How many figures stand after `\\u` and `\\U`, which RE2 writes `\\x{…}`."""
_LETTERS = (r"\p{L}", r"\p{N}", r"\p{Nd}", r"\x{85}\p{Z}")
_ASCII_LETTERS = ("A-Za-z", "0-9", "0-9", "")
"""Letters, numbers, figures and what is blank beyond ASCII. The Unicode classes take milliseconds to compile, so that a
pattern with any of them is made once for ASCII text and again when other text comes."""


def _idioms(letters: str, numbers: str, figures: str, blanks: str) -> Mapping[str, str]:
    """What Perl's classes, inside others, and some idioms of `re` are in RE2's words."""
    return {
        "w": f"{letters}{numbers}_",
        "d": figures,
        "s": rf"\t-\r\x1c-\x20{blanks}",
        r"[^\W_]": f"[{letters}{numbers}]",
        r"[\W_]": f"[^{letters}{numbers}]",
        r"[^\W\d_]": f"[{letters}]",
        r"[^\W\d]": f"[{letters}_]",
        r"[^\S\n]": rf"[\t\x0b-\r\x1c-\x20{blanks}]",
        r"[^\S\r\n]": rf"[\t\x0b\x0c\x1c-\x20{blanks}]",
    }


_UNICODE, _ASCII = _idioms(*_LETTERS), _idioms(*_ASCII_LETTERS)


class Match(Protocol):
    """What `re.Match` is for text; positions are characters."""

    @property
    def string(self) -> str: ...
    @property
    def lastgroup(self) -> str | None: ...
    @property
    def lastindex(self) -> int | None: ...
    def group(self, *groups: int | str) -> Any: ...
    def groups(self, default: Any = None) -> tuple[Any, ...]: ...
    def groupdict(self, default: Any = None) -> dict[str, Any]: ...
    def start(self, group: int | str = 0) -> int: ...
    def end(self, group: int | str = 0) -> int: ...
    def span(self, group: int | str = 0) -> tuple[int, int]: ...
    def expand(self, template: str) -> str: ...
    def __getitem__(self, group: int | str) -> Any: ...


class Pattern(Protocol):
    """What `re.Pattern` is for text, without flags."""

    @property
    def pattern(self) -> str: ...
    @property
    def groups(self) -> int: ...
    @property
    def groupindex(self) -> dict[str, int]: ...
    def search(self, text: str, pos: int | None = None, endpos: int | None = None) -> Match | None: ...
    def match(self, text: str, pos: int | None = None, endpos: int | None = None) -> Match | None: ...
    def fullmatch(self, text: str, pos: int | None = None, endpos: int | None = None) -> Match | None: ...
    def finditer(self, text: str, pos: int | None = None, endpos: int | None = None) -> Iterator[Match]: ...
    def findall(self, text: str, pos: int | None = None, endpos: int | None = None) -> list[Any]: ...
    def split(self, text: str, maxsplit: int = 0) -> list[Any]: ...
    def sub(self, repl: str | Callable[[Match], str], text: str, count: int = 0) -> str: ...
    def subn(self, repl: str | Callable[[Match], str], text: str, count: int = 0) -> tuple[str, int]: ...


@lru_cache(maxsize=4096)
def compile(pattern: str) -> Pattern:
    """The pattern, ready. Raises ValueError: it asks for what a linear engine has not, or is malformed."""
    return _Whole(pattern)


def _made(translated: str, pattern: str) -> Any:
    options = re2.Options()
    options.log_errors = False
    options.max_mem = _MAX_MEMORY
    try:
        return re2.compile(translated, options)
    except re2.error as error:
        told = error.args[0] if error.args else error
        raise ValueError(f"{told.decode() if isinstance(told, bytes) else told}: {pattern}") from error


class _Whole:
    """RE2 reads UTF-8, which a lone surrogate (half of a pair, from broken JSON) has none of: it is read as "?"."""

    __slots__ = ("_everything", "_groups", "_names", "_plain", "pattern")

    def __init__(self, pattern: str) -> None:
        self.pattern = pattern
        plain, everything = _translated(pattern, _ASCII), _translated(pattern, _UNICODE)
        self._plain = _made(plain, pattern)
        self._everything = self._plain if plain == everything else None
        self._groups = int(self._plain.groups)
        self._names = dict(sorted(self._plain.groupindex.items(), key=lambda one: one[1]))

    def __repr__(self) -> str:
        return f"patterns.compile({self.pattern!r})"

    def _for(self, text: str) -> Any:
        """What reads this text."""
        if text.isascii():
            return self._plain
        if self._everything is None:
            self._everything = _made(_translated(self.pattern, _UNICODE), self.pattern)
        return self._everything

    @property
    def groups(self) -> int:
        return self._groups

    @property
    def groupindex(self) -> dict[str, int]:
        return dict(self._names)

    def search(self, text: str, pos: int | None = None, endpos: int | None = None) -> Match | None:
        try:
            return self._told(self._for(text).search(text, pos, endpos))
        except UnicodeEncodeError:
            return self._told(self._for(text).search(_encodable(text), pos, endpos))

    def match(self, text: str, pos: int | None = None, endpos: int | None = None) -> Match | None:
        try:
            return self._told(self._for(text).match(text, pos, endpos))
        except UnicodeEncodeError:
            return self._told(self._for(text).match(_encodable(text), pos, endpos))

    def fullmatch(self, text: str, pos: int | None = None, endpos: int | None = None) -> Match | None:
        try:
            return self._told(self._for(text).fullmatch(text, pos, endpos))
        except UnicodeEncodeError:
            return self._told(self._for(text).fullmatch(_encodable(text), pos, endpos))

    def _told(self, match: Any) -> Match | None:
        """The match; one of a pattern with names knows where each stands, which RE2's own can't say."""
        if match is None or not self._names:
            return cast("Match | None", match)
        return Found(match.string, [match.span(group) for group in range(self._groups + 1)], self._names)

    def finditer(self, text: str, pos: int | None = None, endpos: int | None = None) -> Iterator[Match]:
        """All matches; RE2's own list tells an empty one behind a gap twice."""
        before = None
        for found in self._for(text).finditer(_encodable(text), pos, endpos):
            if found.span() != before:
                yield cast("Match", self._told(found))
            before = found.span()

    def findall(self, text: str, pos: int | None = None, endpos: int | None = None) -> list[Any]:
        matches = self.finditer(text, pos, endpos)
        if self._groups > 1:
            return [found.groups("") for found in matches]
        return [found[self._groups] or "" for found in matches]

    def split(self, text: str, maxsplit: int = 0) -> list[Any]:
        parts: list[Any] = []
        after = 0
        for number, found in enumerate(self.finditer(text), 1):
            parts += [found.string[after : found.start()], *found.groups()]
            after = found.end()
            if number == maxsplit:
                break
        return [*parts, _encodable(text)[after:]]

    def sub(self, repl: str | Callable[[Match], str], text: str, count: int = 0) -> str:
        return self.subn(repl, text, count)[0]

    def subn(self, repl: str | Callable[[Match], str], text: str, count: int = 0) -> tuple[str, int]:
        parts: list[str] = []
        after = number = 0
        for number, found in enumerate(self.finditer(text), 1):
            parts += [found.string[after : found.start()], found.expand(repl) if isinstance(repl, str) else repl(found)]
            after = found.end()
            if number == count:
                break
        return "".join([*parts, _encodable(text)[after:]]), number


def _encodable(text: str) -> str:
    if text.isascii():
        return text
    return text.encode("utf-8", "replace").decode("utf-8")


def escape(text: str) -> str:
    """The text as a pattern that matches it and nothing else."""
    return cast("str", re2.escape(text))


def _translated(pattern: str, classes: Mapping[str, str]) -> str:
    r"""The pattern in RE2's words: `\w`, `\d`, `\s` and their capitals as what `classes` say."""
    written: list[str] = []
    place = 0
    while place < len(pattern):
        if pattern[place] == "[":
            end = _class_end(pattern, place)
            written.append(_class(pattern[place:end], classes))
            place = end
        elif pattern[place] == "\\":
            atom, place = _escape(pattern, place, classes)
            written.append(atom)
        else:
            written.append(pattern[place])
            place += 1
    return "".join(written)


def _escape(pattern: str, place: int, classes: Mapping[str, str], *, within: bool = False) -> tuple[str, int]:
    """What the escape at `place` is in RE2's words, `within` a class or outside, and where it ends."""
    letter = pattern[place + 1 : place + 2]
    after = place + 2
    if letter in _HEX and letter:
        end = after + _HEX[letter]
        return f"\\x{{{pattern[after:end]}}}", end
    if letter in classes:
        return (classes[letter] if within else f"[{classes[letter]}]"), after
    if letter.lower() in classes:
        if within:
            raise ValueError(rf"\{letter} beside others in a class: write it with \p{{…}}: {pattern}")
        return f"[^{classes[letter.lower()]}]", after
    return (r"\z" if letter == "Z" and not within else "\\" + letter), after


def _class_end(pattern: str, start: int) -> int:
    """Where the class that opens at `start` ends; the end of the pattern where it never does (RE2 says so)."""
    place = first = start + (2 if pattern.startswith("[^", start) else 1)
    while place < len(pattern):
        if pattern[place] == "\\":
            place += 2
        elif pattern[place] == "]" and place > first:
            return place + 1
        else:
            place += 1
    return len(pattern)


def _class(written: str, classes: Mapping[str, str]) -> str:
    if written in classes:
        return classes[written]
    parts: list[str] = []
    place = 0
    while place < len(written):
        if written[place] == "\\":
            atom, place = _escape(written, place, classes, within=True)
            parts.append(atom)
        elif written[place] == "[" and place:
            parts.append(r"\[")  # a bracket in a class is itself in `re`; RE2 looks for [:names:]
            place += 1
        else:
            parts.append(written[place])
            place += 1
    return "".join(parts)
