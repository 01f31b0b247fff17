r"""Look-ahead and look-behind in linear time: how may a pattern look at what it does not take, without backtracking?

google-re2 has no look-around. Here each look (`(?=…)`, `(?!…)`, `(?<=…)`, `(?<!…)`, `\b` and `$`) is first tried by
itself, at every place of the text; where it holds, the text that the rest of the pattern reads gets a mark, and that
takes the mark where the look stood. What matches, and what the groups hold, is what `re` finds. Before that the pattern
without its looks says whether there is anything to find; it mostly says no, and then nothing else is tried.

Differences beside those of `patterns`: a look-behind has one length and no `|`; a look holds no group that captures; at
most four looks stand directly behind one another; and `\b` knows every letter, not ASCII alone. A look that opens with
`.*` is tried once a line; any other costs a search at every place where it holds: keep short what it seeks.
"""

from bisect import bisect_right
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cached_property, lru_cache, partial
from itertools import pairwise
from typing import cast

from orchestrator.kit import patterns
from orchestrator.kit.pattern_syntax import COUNT, OPENINGS, captures, excluding, has_alternatives, parts_of
from orchestrator.kit.patterns import LinearPattern, Match, Pattern

_NUMBERED = "".join(map(chr, (*range(0x01, 0x09), *range(0x0E, 0x1C))))
"""The marks: control characters that are no blanks, so that the marks leave ASCII text ASCII."""
_IN_A_ROW = 4
"""How often the marks of a place are written there: so many looks may stand directly behind one another."""
_MARKS = r"\x01-\x08\x0e-\x1b"
_ANY = f"[{_MARKS}]*"
_ASIDE = dict.fromkeys(map(ord, _NUMBERED), "\x7f")
"""A text that holds marks of its own is read with another control character in their place."""
_BORDERS = (r"\b", r"\B")
_ENDS = ("$", r"\Z", r"\z")


@lru_cache(maxsize=512)
def compile(pattern: str) -> Pattern:
    """The pattern, ready; one of `patterns` where it looks at nothing. Raises ValueError for what neither can do."""
    parts = list(parts_of(pattern))
    if not any(part.startswith(OPENINGS) or part in _BORDERS for part in parts):
        return patterns.compile(pattern)
    return _Looking(pattern, parts)


def any_of(written: Iterable[str]) -> Pattern:
    """All of the patterns in one, without their looks and borders: where it finds nothing, none of them does."""
    return patterns.compile("|".join(f"(?:{_without_looks(parts_of(one), borders=False)})" for one in written))


def _without_looks(parts: Iterable[str], *, borders: bool = True) -> str:
    """The pattern with looks, and unless `borders` is set borders too, that hold everywhere: it finds more."""
    return "".join(
        "(?:)" if part.startswith(OPENINGS) or (part in _BORDERS and not borders) else part for part in parts
    )


class _Looking(Pattern):
    """A pattern with looks. The looks are numbered as they first stand in it; `\\b` and `$` are some, too."""

    def __init__(self, pattern: str, parts: Sequence[str]) -> None:
        self.pattern = pattern
        self._parts = parts
        self._looks = list(dict.fromkeys(part for part in parts if _is_look(part)))
        if len(self._looks) > len(_NUMBERED):
            raise ValueError(f"more than {len(_NUMBERED)} different looks: {pattern}")
        flags = parts[0] if parts[0].startswith("(?") and parts[0].endswith(")") else ""
        flags = "" if flags.startswith(OPENINGS) else flags
        self._places = [_places_of(look, flags) for look in self._looks]
        self._looking = any(part.startswith(OPENINGS) for part in parts)
        self._copies = min(_IN_A_ROW, sum(map(_is_look, parts)))
        if any(part.startswith(OPENINGS) and captures(part) for part in parts):
            raise ValueError(f"a group in a look holds nothing: {pattern}")
        self._relaxed = patterns.compile(_without_looks(parts))
        self.groups, self.groupindex = self._relaxed.groups, self._relaxed.groupindex

    def __repr__(self) -> str:
        return f"lookaround.compile({self.pattern!r})"

    @cached_property
    def _marked(self) -> Pattern:
        """The pattern as it reads the text with the marks in it; made when it is first wanted, as most never are."""
        head, written = "", []
        everything = False
        for part in self._parts:
            if _is_look(part):
                number = self._looks.index(part)
                written.append(f"(?:[{_NUMBERED.replace(_NUMBERED[number], '')}]*{_NUMBERED[number]})")
            elif part.startswith("(?") and part.endswith(")"):
                head, everything = part, "s" in part
            elif part[0] in "()|^*+?" or COUNT.fullmatch(part):
                written.append(part)
            else:
                written.append(f"(?:{_ANY}{excluding(part, _MARKS, everything=everything)})")
        return patterns.compile(f"{head}(?:{''.join(written)})(?:{_ANY}$)?")

    @cached_property
    def _borderless(self) -> Pattern:
        """For text with accents, where the engine's own `\\b` would see borders that are none."""
        return patterns.compile(_without_looks(self._parts, borders=False))

    def search(self, text: str, pos: int = 0, endpos: int | None = None) -> Match | None:
        return self._found("search", text, pos, endpos)

    def match(self, text: str, pos: int = 0, endpos: int | None = None) -> Match | None:
        return self._found("match", text, pos, endpos)

    def fullmatch(self, text: str, pos: int = 0, endpos: int | None = None) -> Match | None:
        return self._found("fullmatch", text, pos, endpos)

    def _found(self, how: str, text: str, pos: int, endpos: int | None) -> Match | None:
        if self._is_plain(text):
            return cast("Match | None", getattr(self._relaxed, how)(text, pos, endpos))
        text, start = _bounds(text, pos, endpos)
        if getattr(self._relaxed if text.isascii() else self._borderless, how)(text, start) is None:
            return None
        marked = self._mark(text)
        found = getattr(self._marked, how)(marked.text, marked.starts[start])
        return marked.found(found, self) if found is not None else None

    def _is_plain(self, text: str) -> bool:
        """Whether nothing is looked at but borders that the engine itself knows."""
        return not self._looking and text.isascii()

    def finditer(self, text: str, pos: int = 0, endpos: int | None = None) -> Iterator[Match]:
        if self._is_plain(text):
            yield from self._relaxed.finditer(text, pos, endpos)
            return
        text, start = _bounds(text, pos, endpos)
        if (self._relaxed if text.isascii() else self._borderless).search(text, start) is None:
            return
        marked = self._mark(text)
        before = None
        for raw in self._marked.finditer(marked.text, marked.starts[start]):
            found = marked.found(raw, self)
            if found.span() != before:  # after an empty match RE2 goes on between the marks of the same place
                yield found
            before = found.span()

    def _mark(self, text: str) -> "_Marked":
        """The text with the marks of the looks that hold before each letter, and behind the last one."""
        marks = [""] * (len(text) + 1)
        for number, places in enumerate(self._places):
            for place in places(text):
                marks[place] += _NUMBERED[number]
        letters = [*text.translate(_ASIDE), ""]
        starts, written, length = [], [], 0
        for mark, letter in zip(marks, letters, strict=True):
            starts.append(length)
            piece = mark * self._copies + letter
            written.append(piece)
            length += len(piece)
        return _Marked(text, "".join(written), starts)


class _Marked:
    """A text with its marks. `starts`: for each place of the original where it begins here, its marks first."""

    def __init__(self, original: str, text: str, starts: Sequence[int]) -> None:
        self.original, self.text, self.starts = original, text, starts

    def found(self, match: Match, pattern: Pattern) -> Match:
        """The match as one of the original text."""
        spans = [match.span(group) for group in range(pattern.groups + 1)]
        return Match(
            self.original,
            [(self._place(start), self._place(end)) if start >= 0 else (-1, -1) for start, end in spans],
            pattern.groupindex,
        )

    def _place(self, offset: int) -> int:
        return bisect_right(self.starts, offset) - 1


def _bounds(text: str, pos: int, endpos: int | None) -> tuple[str, int]:
    text = text if endpos is None else text[: max(endpos, 0)]
    return text, min(max(pos, 0), len(text))


# --- where a look holds ----------------------------------------------------------------------------------------------


def _is_look(part: str) -> bool:
    return part == "$" if len(part) == 1 else part.startswith(OPENINGS) or part in _BORDERS or part in _ENDS


def _places_of(look: str, flags: str) -> Callable[[str], Iterable[int]]:
    """What gives the places of a text at which the look holds, 0 to its length."""
    if look in _BORDERS:
        return lambda text: _borders(text, wanted=look == _BORDERS[0])
    if look in _ENDS:
        return _line_ends if "m" in flags and look == "$" else lambda text: (len(text),)
    behind = look.startswith("(?<")
    body = look[4 if behind else 3 : -1]
    held = _behind(body, flags) if behind else _ahead(body, flags)
    if look[3 if behind else 2] == "=":
        return held

    def elsewhere(text: str) -> Iterable[int]:
        places = set(held(text))
        return (place for place in range(len(text) + 1) if place not in places)

    return elsewhere


def _borders(text: str, *, wanted: bool) -> Iterable[int]:
    words = [False, *(char.isalnum() or char == "_" for char in text), False]
    return (place for place, (one, two) in enumerate(pairwise(words)) if (one is not two) is wanted)


def _line_ends(text: str) -> Iterable[int]:
    return (place for place, char in enumerate(f"{text}\n") if char == "\n")


def _ahead(body: str, flags: str) -> Callable[[str], Iterable[int]]:
    parts = list(parts_of(body))
    if parts[:2] == [".", "*"] and "s" not in flags and not has_alternatives(parts):
        rest = _everywhere("".join(parts[2:]), flags)
        return lambda text: _up_to(text, (start for start, _ in rest(text)))
    whole = _everywhere(body, flags)
    return lambda text: (start for start, _ in whole(text))


def _up_to(text: str, places: Iterable[int]) -> Iterable[int]:
    """All places of a line up to the last of those given that stand in it."""
    held: set[int] = set()
    for place in places:
        before = place
        while before not in held:
            held.add(before)
            if before == 0 or text[before - 1] == "\n":
                break
            before -= 1
    return held


def _behind(body: str, flags: str) -> Callable[[str], Iterable[int]]:
    if any(part[0] in "*+?|" or COUNT.fullmatch(part) for part in parts_of(body)):
        raise ValueError(f"a look-behind of more than one length: {body}")
    whole = _everywhere(body, flags)
    return lambda text: (end for _, end in whole(text))


def _everywhere(body: str, flags: str) -> Callable[[str], Iterator[tuple[int, int]]]:
    """What gives a match for each place of a text at which one begins; they may overlap."""
    pattern = compile(flags + body)
    bounded = not any(part[0] in "*+^$" or part.startswith(("{", "(?")) or part in _ENDS for part in _unwrapped(body))
    reach = len(body)

    def within(text: str, start: int, end: int) -> Iterator[tuple[int, int]]:
        """Those that begin behind `start` and before `end`, where RE2's list goes on."""
        place = start + 1
        low, high = (max(0, start - 1), end + reach + 1) if bounded else (0, len(text))
        near = text[low:high] if place < end else ""
        search = pattern.scan(near).search if isinstance(pattern, LinearPattern) else partial(pattern.search, near)
        while place < end and (found := search(place - low)) is not None:
            place = found.start() + low
            if place < end:
                yield place, found.end() + low
            place += 1

    def held(text: str) -> Iterator[tuple[int, int]]:
        for found in pattern.finditer(text):
            yield found.span()
            yield from within(text, *found.span())

    return held


def _unwrapped(body: str) -> Iterator[str]:
    """Its parts without groups that only hold together."""
    return (part for part in parts_of(body) if part != "(?:")
