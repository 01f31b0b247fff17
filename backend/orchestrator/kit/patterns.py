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
text once, whatever `pos` is: where many matches are wanted, `finditer` or `scan`, never `search` from place to place.
"""

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import lru_cache
from typing import Any, cast

import re2

from orchestrator.kit.pattern_needs import Pieces, pieces_needed

_MEMORY = 1 << 20
"""Bytes that the automaton of a usual pattern may take. There are thousands: with RE2's own bound what strangers send
could make them hold gigabytes."""
_MAX_MEMORY = 8 << 20
"""Bytes that one pattern's automaton may take; RE2's default. Past it, RE2 falls back to a slower linear search."""

MISSES = 16
"""After so many it is worked out what a pattern needs: most are looked for once or never."""
_Anchor = re2._Anchor
_ABSENT = (-1, -1)
_HEX = {"u": 4, "U": 8}
"""How many figures stand after `\\u` and `\\U`, which RE2 writes `\\x{…}`."""
_NAMED = "\0"
"""Marks a piece of a replacement that is a group's name."""
_LETTERS = (r"\p{L}", r"\p{N}", r"\p{Nd}", r"\x{85}\p{Z}")
_ASCII_LETTERS = ("A-Za-z", "0-9", "0-9", "")
"""Letters, numbers, figures, and what is blank beyond ASCII. The Unicode classes take milliseconds to compile: a
pattern with any of them is made once for ASCII text, and again when other text comes."""


def _idioms(letters: str, numbers: str, figures: str, blanks: str) -> Mapping[str, str]:
    """What Perl's classes inside others, and some idioms of `re`, are in RE2's words."""
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


class Match:
    """What `re.Match` is for text; positions are characters."""

    __slots__ = ("_names", "_spans", "string")

    def __init__(self, string: str, spans: Sequence[tuple[int, int]], names: Mapping[str, int]) -> None:
        self.string = string
        self._spans = spans
        self._names = names

    @property
    def lastgroup(self) -> str | None:
        """The name of the group that ends last, the outer one of two; None where none was matched or it has no name."""
        last = max(range(1, len(self._spans)), key=lambda number: self._spans[number][1], default=0)
        matched = last and self._spans[last] != _ABSENT
        return next((name for name, number in self._names.items() if matched and number == last), None)

    def group(self, *groups: int | str) -> Any:
        return self[groups[0] if groups else 0] if len(groups) < 2 else tuple(self[group] for group in groups)

    def groups(self, default: str | None = None) -> tuple[Any, ...]:
        return tuple(default if (text := self[number]) is None else text for number in range(1, len(self._spans)))

    def groupdict(self, default: str | None = None) -> dict[str, Any]:
        return {name: default if (text := self[number]) is None else text for name, number in self._names.items()}

    def start(self, group: int | str = 0) -> int:
        return (self._spans[group] if isinstance(group, int) else self.span(group))[0]

    def end(self, group: int | str = 0) -> int:
        return (self._spans[group] if isinstance(group, int) else self.span(group))[1]

    def span(self, group: int | str = 0) -> tuple[int, int]:
        """Where the group stands; (-1, -1) of one without a match. Raises IndexError: there is no such group."""
        if not isinstance(group, int):
            try:
                group = self._names[group]
            except KeyError:
                raise IndexError(f"no such group: {group}") from None
        return self._spans[group]

    def __getitem__(self, group: int | str) -> Any:
        start, end = self._spans[group] if isinstance(group, int) else self.span(group)
        return None if start < 0 else self.string[start:end]

    def __repr__(self) -> str:
        return f"<Match {self.span()} {self[0]!r}>"


class Pattern(ABC):
    """What `re.Pattern` is for text, without flags. Half of a pair (from broken JSON) is read as "?"."""

    __slots__ = ()

    pattern: str
    groups: int
    groupindex: Mapping[str, int]

    @abstractmethod
    def search(self, text: str, pos: int = 0, endpos: int | None = None) -> Match | None: ...

    @abstractmethod
    def match(self, text: str, pos: int = 0, endpos: int | None = None) -> Match | None: ...

    @abstractmethod
    def fullmatch(self, text: str, pos: int = 0, endpos: int | None = None) -> Match | None: ...

    @abstractmethod
    def finditer(self, text: str, pos: int = 0, endpos: int | None = None) -> Iterator[Match]: ...

    def findall(self, text: str, pos: int = 0, endpos: int | None = None) -> list[Any]:
        found = self.finditer(text, pos, endpos)
        return [match.groups("") if self.groups > 1 else match[self.groups] or "" for match in found]

    def split(self, text: str, maxsplit: int = 0) -> list[Any]:
        pieces: list[Any] = []
        last = 0
        for number, found in enumerate(self.finditer(text), 1):
            pieces += [text[last : found.start()], *found.groups()]
            last = found.end()
            if number == maxsplit:
                break
        return [*pieces, text[last:]]

    def sub(self, repl: str | Callable[[Match], str], text: str, count: int = 0) -> str:
        return self.subn(repl, text, count)[0]

    def subn(self, repl: str | Callable[[Match], str], text: str, count: int = 0) -> tuple[str, int]:
        put = _template(repl) if isinstance(repl, str) else repl
        pieces, last, many = [], 0, 0
        for found in self.finditer(text):
            pieces += [text[last : found.start()], put(found)]
            last = found.end()
            many += 1
            if many == count:
                break
        return "".join([*pieces, text[last:]]), many

    def __repr__(self) -> str:
        return f"patterns.compile({self.pattern!r})"


class LinearPattern(Pattern):
    """A pattern that RE2 reads. Its `$` does not know `endpos`: the text is cut there."""

    __slots__ = ("_any", "_ascii", "_misses", "_needs", "_plain", "groupindex", "groups", "pattern")

    def __init__(self, pattern: str) -> None:
        self.pattern = pattern
        self._ascii = _made(_translated(pattern, _ASCII), pattern)
        self._any: Any = None  # made for the first text that needs it: most patterns never meet one
        self._plain = self._ascii._regexp.Match
        self._misses = 0
        self._needs: Pieces = ()  # told once it was looked for in vain a few times
        self.groups = int(self._ascii.groups)
        self.groupindex = dict(sorted(self._ascii.groupindex.items(), key=lambda named: named[1]))

    def search(self, text: str, pos: int = 0, endpos: int | None = None) -> Match | None:
        return self._first(_Anchor.UNANCHORED, text[:endpos], pos)

    def match(self, text: str, pos: int = 0, endpos: int | None = None) -> Match | None:
        return self._first(_Anchor.ANCHOR_START, text[:endpos], pos)

    def fullmatch(self, text: str, pos: int = 0, endpos: int | None = None) -> Match | None:
        return self._first(_Anchor.ANCHOR_BOTH, text[:endpos], pos)

    def finditer(self, text: str, pos: int = 0, endpos: int | None = None) -> Iterator[Match]:
        text = text[:endpos]
        if self._lacks(text):
            return
        if text.isascii():
            yield from self._each(text, pos)
            return
        scan = self.scan(text)
        while (found := scan.find(_Anchor.UNANCHORED, pos)) is not None:
            yield found
            start, pos = found._spans[0]
            pos += start == pos  # an empty match is found once

    def _each(self, text: str, pos: int) -> Iterator[Match]:
        data, size, match = text.encode(), len(text), self._plain
        before = pos
        while pos <= size:
            spans = match(_Anchor.UNANCHORED, data, pos, size)
            start, end = spans[0]
            if start < 0:
                break
            yield Match(text, spans, self.groupindex)
            pos = end + (start == end)  # an empty match is found once
        if pos == before:
            self._note_miss()

    def _lacks(self, text: str) -> bool:
        """Whether the text holds none of what it needs."""
        for piece in self._needs:  # no `any`: it would take longer than most searches
            if piece in text:
                return False
        return bool(self._needs)

    def _note_miss(self) -> None:
        if self._misses < MISSES:
            self._misses += 1
            if self._misses == MISSES:
                self._needs = pieces_needed(self.pattern)

    def scan(self, text: str) -> "Scan":
        """The text, to be searched from place to place."""
        return Scan(self, text, self._binding(text))

    def _first(self, anchor: Any, text: str, pos: int) -> Match | None:
        if self._needs and self._lacks(text):
            return None
        if text.isascii():
            if pos > len(text):
                return None
            spans = self._plain(anchor, text.encode(), pos, len(text))
            found = None if spans[0] == _ABSENT else Match(text, spans, self.groupindex)
        else:
            found = Scan(self, text, self._binding(text)).find(anchor, pos)
        if found is None:
            self._note_miss()
        return found

    def _binding(self, text: str) -> Any:
        """What reads this text: the binding itself. Its wrapper in Python takes three times as long as a search of a
        sentence, tells an empty match twice, and does not know where named groups stand."""
        if text.isascii():
            return self._ascii._regexp
        if self._any is None:
            translated = _translated(self.pattern, _UNICODE)
            self._any = self._ascii if translated == self._ascii.pattern else _made(translated, self.pattern)
        return self._any._regexp


class Scan:
    """A text that a pattern is looked for in from several places, none before the one of the last match: it is encoded
    once, and where its letters stand among its bytes is counted on from match to match."""

    __slots__ = ("_binding", "_bytes", "_known", "_pattern", "_plain", "text")

    def __init__(self, pattern: LinearPattern, text: str, binding: Any) -> None:
        self.text = text
        self._pattern = pattern
        self._binding = binding
        self._plain = text.isascii()
        self._bytes = text.encode("utf-8", "replace")
        self._known = (0, 0)

    def search(self, pos: int) -> Match | None:
        """The first match that begins at `pos` or behind it. Each `pos` is at least the start of the match before."""
        return self.find(_Anchor.UNANCHORED, pos)

    def find(self, anchor: Any, pos: int) -> Match | None:
        """As `search`, where `anchor` says."""
        if pos > len(self.text):
            return None
        start = pos if self._plain else self._byte(pos)
        spans = self._binding.Match(anchor, self._bytes, start, len(self._bytes))
        if spans[0] == _ABSENT:
            return None
        return Match(self.text, spans if self._plain else self._characters(spans), self._pattern.groupindex)

    def _byte(self, pos: int) -> int:
        place, byte = self._known
        self._known = (pos, byte + len(self.text[place:pos].encode("utf-8", "replace")))
        return self._known[1]

    def _characters(self, spans: Sequence[tuple[int, int]]) -> list[tuple[int, int]]:
        place, byte = self._known
        places = {-1: -1}
        for offset in sorted({offset for span in spans for offset in span if offset >= 0}):
            place, byte = place + len(self._bytes[byte:offset].decode()), offset
            places[offset] = place
        return [(places[start], places[end]) for start, end in spans]


@lru_cache(maxsize=512)
def compile(pattern: str) -> LinearPattern:
    """The pattern, ready. Raises ValueError: it asks for what a linear engine has not, or is malformed."""
    return LinearPattern(pattern)


def _made(translated: str, pattern: str) -> Any:
    """The compiled pattern, with as little memory for its automaton as it compiles with."""
    try:
        return _compiled(translated, _MEMORY)
    except re2.error:
        pass
    try:
        return _compiled(translated, _MAX_MEMORY)
    except re2.error as error:
        told = error.args[0] if error.args else error
        raise ValueError(f"{told.decode() if isinstance(told, bytes) else told}: {pattern}") from error


def _compiled(translated: str, memory: int) -> Any:
    options = re2.Options()
    options.log_errors = False
    options.max_mem = memory
    return re2.compile(translated, options)


@lru_cache(maxsize=256)
def _template(repl: str) -> Callable[[Match], str]:
    r"""What stands for a match: `repl` with `\1` … `\9`, `\g<name>` and `\\` filled in. Raises ValueError."""
    pieces: list[str | int] = []
    place = 0
    while (found := repl.find("\\", place)) >= 0:
        pieces.append(repl[place:found])
        after = found + 1
        if repl.startswith("\\", after):
            pieces.append("\\")
            place = after + 1
        elif repl[after : after + 1].isdecimal():
            pieces.append(int(repl[after]))
            place = after + 1
        elif repl.startswith("g<", after) and (end := repl.find(">", after)) >= 0:
            name = repl[after + 2 : end]
            pieces.append(int(name) if name.isdecimal() else _NAMED + name)
            place = end + 1
        else:
            raise ValueError(f"an escape that is none: {repl}")
    pieces.append(repl[place:])
    return lambda found: "".join(_filled(piece, found) for piece in pieces)


def _filled(piece: str | int, found: Match) -> str:
    if isinstance(piece, str) and not piece.startswith(_NAMED):
        return piece
    text = found[piece.removeprefix(_NAMED) if isinstance(piece, str) else piece]
    return text or ""


def escape(text: str) -> str:
    """The text as a pattern that matches it and nothing else."""
    return cast("str", re2.escape(text))


def _translated(pattern: str, classes: Mapping[str, str]) -> str:
    r"""The pattern in RE2's words: `\w`, `\d`, `\s` and their capitals as what `classes` say."""
    written: list[str] = []
    told = 0
    bracket, escape = pattern.find("["), pattern.find("\\")
    while bracket >= 0 or escape >= 0:
        place = min(one for one in (bracket, escape) if one >= 0)
        written.append(pattern[told:place])
        if place == bracket:
            told = _class_end(pattern, place)
            written.append(_class(pattern[place:told], plain=classes is _ASCII))
        else:
            atom, told = _escape(pattern, place, classes)
            written.append(atom)
        if -1 < bracket < told:
            bracket = pattern.find("[", told)
        if -1 < escape < told:
            escape = pattern.find("\\", told)
    written.append(pattern[told:])
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
    place = start + (2 if pattern.startswith("[^", start) else 1)
    if pattern.startswith("]", place):
        place += 1  # the first is itself
    while (end := pattern.find("]", place)) >= 0:
        escaped = pattern.find("\\", place, end)
        if escaped < 0:
            return end + 1
        place = escaped + 2
    return len(pattern)


@lru_cache(maxsize=1024)
def _class(written: str, *, plain: bool) -> str:
    """A class in RE2's words, `plain` for ASCII text; the same few stand in most patterns."""
    classes = _ASCII if plain else _UNICODE
    if written in classes:
        return classes[written]
    if "\\" not in written and "[" not in written[1:]:
        return written
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
