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
every place. Bound what may stand between (`.{0,80}`), and the text before it comes here. Each call reads its whole
text once, whatever `pos` is: where many matches are wanted, `finditer`, never `search` from place to place.
"""

from collections.abc import Callable, Iterator, Mapping
from functools import lru_cache
from typing import Any, cast

import re2

_MAX_MEMORY = 8 << 20
"""Bytes that one pattern's automaton may take; RE2's default. Past it, RE2 falls back to a slower linear search."""

_HEX = {"u": 4, "U": 8}
"""How many figures stand after `\\u` and `\\U`, which RE2 writes `\\x{…}`."""
_NAMED = "\0"
"""Marks a piece of a replacement that is a group's name."""
_CLASSES = {
    "w": r"\p{L}\p{N}_",
    "d": r"\p{Nd}",
    "s": r"\t-\r\x1c-\x20\x{85}\p{Z}",
}
_IDIOMS = {
    r"[^\W_]": r"[\p{L}\p{N}]",
    r"[\W_]": r"[^\p{L}\p{N}]",
    r"[^\W\d_]": r"\p{L}",
    r"[^\W\d]": r"[\p{L}_]",
    r"[^\S\n]": r"[\t\x0b-\r\x1c-\x20\x{85}\p{Z}]",
    r"[^\S\r\n]": r"[\t\x0b\x0c\x1c-\x20\x{85}\p{Z}]",
}


class Match:
    """What `re.Match` is for text; positions are characters."""

    __slots__ = ("_found", "_names")

    def __init__(self, found: Any, names: Mapping[str, int]) -> None:
        self._found = found
        self._names = names

    @property
    def string(self) -> str:
        """The text that was searched."""
        return str(self._found.string)

    @property
    def lastgroup(self) -> str | None:
        """The name of the group that was matched last; None where it has none."""
        return cast("str | None", self._found.lastgroup)

    def group(self, *groups: int | str) -> Any:
        return self._found.group(*(self._number(group) for group in groups))

    def groups(self, default: str | None = None) -> tuple[Any, ...]:
        return cast("tuple[Any, ...]", self._found.groups(default))

    def groupdict(self, default: str | None = None) -> dict[str, Any]:
        found = {name: self._found.group(number) for name, number in self._names.items()}
        return {name: default if text is None else text for name, text in found.items()}

    def start(self, group: int | str = 0) -> int:
        return int(self._found.start(self._number(group)))

    def end(self, group: int | str = 0) -> int:
        return int(self._found.end(self._number(group)))

    def span(self, group: int | str = 0) -> tuple[int, int]:
        return cast("tuple[int, int]", self._found.span(self._number(group)))

    def __getitem__(self, group: int | str) -> Any:
        return self._found[self._number(group)]

    def __repr__(self) -> str:
        return f"<Match {self.span()} {self.group()!r}>"

    def _number(self, group: int | str) -> int:
        if isinstance(group, int):
            return group
        try:
            return self._names[group]
        except KeyError:
            raise IndexError(f"no such group: {group}") from None


class Pattern:
    """What `re.Pattern` is for text, without flags. RE2 reads UTF-8, where half of a pair (from broken JSON) has no
    form: it is read as "?". Its `$` does not know `endpos`: the text is cut there."""

    __slots__ = ("_names", "_regexp", "pattern")

    def __init__(self, regexp: Any, pattern: str) -> None:
        self._regexp = regexp
        self._names: dict[str, int] = dict(regexp.groupindex)
        self.pattern = pattern

    def __repr__(self) -> str:
        return f"patterns.compile({self.pattern!r})"

    @property
    def groups(self) -> int:
        return int(self._regexp.groups)

    @property
    def groupindex(self) -> Mapping[str, int]:
        return self._names

    def search(self, text: str, pos: int | None = None, endpos: int | None = None) -> Match | None:
        return self._first(self._regexp.search, text[:endpos], pos)

    def match(self, text: str, pos: int | None = None, endpos: int | None = None) -> Match | None:
        return self._first(self._regexp.match, text[:endpos], pos)

    def fullmatch(self, text: str, pos: int | None = None, endpos: int | None = None) -> Match | None:
        return self._first(self._regexp.fullmatch, text[:endpos], pos)

    def finditer(self, text: str, pos: int | None = None, endpos: int | None = None) -> Iterator[Match]:
        for found in self._regexp.finditer(_encodable(text[:endpos]), pos):
            yield Match(found, self._names)

    def findall(self, text: str, pos: int | None = None, endpos: int | None = None) -> list[Any]:
        return cast("list[Any]", self._regexp.findall(_encodable(text[:endpos]), pos))

    def split(self, text: str, maxsplit: int = 0) -> list[Any]:
        return cast("list[Any]", self._regexp.split(_encodable(text), maxsplit))

    def sub(self, repl: str | Callable[[Match], str], text: str, count: int = 0) -> str:
        return self.subn(repl, text, count)[0]

    def subn(self, repl: str | Callable[[Match], str], text: str, count: int = 0) -> tuple[str, int]:
        text = _encodable(text)
        put = _template(repl) if isinstance(repl, str) else repl
        pieces, last, many = [], 0, 0
        for found in self.finditer(text):
            pieces += [text[last : found.start()], put(found)]
            last = found.end()
            many += 1
            if many == count:
                break
        return "".join([*pieces, text[last:]]), many

    def _first(self, read: Callable[..., Any], text: str, pos: int | None) -> Match | None:
        try:
            found = read(text, pos)
        except UnicodeEncodeError:
            found = read(_encodable(text), pos)
        return None if found is None else Match(found, self._names)


@lru_cache(maxsize=512)
def compile(pattern: str) -> Pattern:
    """The pattern, ready. Raises ValueError: it asks for what a linear engine has not, or is malformed."""
    options = re2.Options()
    options.log_errors = False
    options.max_mem = _MAX_MEMORY
    try:
        return Pattern(re2.compile(_unicode(pattern), options), pattern)
    except re2.error as error:
        told = error.args[0] if error.args else error
        raise ValueError(f"{told.decode() if isinstance(told, bytes) else told}: {pattern}") from error


@lru_cache(maxsize=256)
def _template(repl: str) -> Callable[[Match], str]:
    r"""What stands for a match: `repl` with `\1` … `\9`, `\g<name>` and `\\` filled in. Raises ValueError."""
    pieces: list[str | int] = []
    rest = repl
    while "\\" in rest:
        before, _, rest = rest.partition("\\")
        pieces.append(before)
        if rest[:1] == "\\":
            pieces.append("\\")
            rest = rest[1:]
        elif rest[:1].isdecimal():
            pieces.append(int(rest[0]))
            rest = rest[1:]
        elif rest.startswith("g<") and ">" in rest:
            name, _, rest = rest[2:].partition(">")
            pieces.append(int(name) if name.isdecimal() else _NAMED + name)
        else:
            raise ValueError(f"an escape that is none: {repl}")
    pieces.append(rest)
    return lambda found: "".join(_filled(piece, found) for piece in pieces)


def _filled(piece: str | int, found: Match) -> str:
    if isinstance(piece, str) and not piece.startswith(_NAMED):
        return piece
    text = found[piece.removeprefix(_NAMED) if isinstance(piece, str) else piece]
    return text or ""


def _encodable(text: str) -> str:
    if text.isascii():
        return text
    return text.encode("utf-8", "replace").decode("utf-8")


def escape(text: str) -> str:
    """The text as a pattern that matches it and nothing else."""
    return cast("str", re2.escape(text))


def _unicode(pattern: str) -> str:
    r"""The pattern in RE2's words: `\w`, `\d`, `\s` and their capitals as the Unicode classes that they are in `re`."""
    written: list[str] = []
    place = 0
    while place < len(pattern):
        if pattern[place] == "[":
            end = _class_end(pattern, place)
            written.append(_class(pattern[place:end]))
            place = end
        elif pattern[place] == "\\":
            atom, place = _escape(pattern, place)
            written.append(atom)
        else:
            written.append(pattern[place])
            place += 1
    return "".join(written)


def _escape(pattern: str, place: int, *, within: bool = False) -> tuple[str, int]:
    """What the escape at `place` is in RE2's words, `within` a class or outside, and where it ends."""
    letter = pattern[place + 1 : place + 2]
    after = place + 2
    if letter in _HEX and letter:
        end = after + _HEX[letter]
        return f"\\x{{{pattern[after:end]}}}", end
    if letter in _CLASSES:
        return (_CLASSES[letter] if within else f"[{_CLASSES[letter]}]"), after
    if letter.lower() in _CLASSES:
        if within:
            raise ValueError(rf"\{letter} beside others in a class: write it with \p{{…}}: {pattern}")
        return f"[^{_CLASSES[letter.lower()]}]", after
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


def _class(written: str) -> str:
    if written in _IDIOMS:
        return _IDIOMS[written]
    parts: list[str] = []
    place = 0
    while place < len(written):
        if written[place] == "\\":
            atom, place = _escape(written, place, within=True)
            parts.append(atom)
        elif written[place] == "[" and place:
            parts.append(r"\[")  # a bracket in a class is itself in `re`; RE2 looks for [:names:]
            place += 1
        else:
            parts.append(written[place])
            place += 1
    return "".join(parts)
