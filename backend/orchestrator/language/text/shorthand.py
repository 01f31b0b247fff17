"""What do thumbs and dictation leave out or swap? Common misspellings and chat spellings, written out.

`SPELLED` holds spellings that are no word, name or acronym of any of our languages. Those of `OWN` are that in
another language ("kien" is "quien" in Spanish and a name in English, "vc" is "você" and a venture capitalist): they are
written out in their own language alone. What is quoted, an address, and what bears a capital letter amid a sentence are
names, and stay as they were written.

The text that comes out is for recognising what somebody means. What is stored is cut from the words that were written:
`pieces` tells which those were.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from orchestrator.kit import patterns
from orchestrator.kit.memo import kept_for_short_texts
from orchestrator.language.pattern_tables import Lettered, read_patterns
from orchestrator.language.tables import ByLanguage, Language, Table, Words
from orchestrator.language.text.normalize import UNDECOMPOSED
from orchestrator.language.word_patterns import lettered


class _LeftOut(Table):
    """A word that writers leave out: `writes` stands at the group `here` of `before` where `after` follows."""

    before: Lettered
    after: Lettered
    writes: str


class _Joined(Table):
    """What writers run together or tear apart: at the group `here` of `says` stands `writes`."""

    says: Lettered
    writes: str


class _Shorthand(Table):
    """`shorthand.toml`; `spelled` and `own` as in `SPELLED` and `OWN`; `laughs`: what says nothing, at the end;
    `silent`: the same behind a word of a question; `joined`: of the language alone.
    `forms`: beginnings of words that are of `own` with each of `endings`, as of an imperative with its pronouns;
    `apart`: what would be among these and is a word as it stands, here or in another language."""

    left_out: tuple[_LeftOut, ...]
    joined: tuple[_Joined, ...]
    laughs: Lettered
    silent: Lettered
    spelled: Mapping[str, str]
    own: Mapping[str, str]
    endings: str
    forms: Mapping[str, str]
    apart: Words

    def everything_own(self) -> Mapping[str, str]:
        joined = {
            f"{short}{ending}": f"{meant}{ending}"
            for short, meant in self.forms.items()
            for ending in self.endings.split()
            if f"{short}{ending}" not in self.spelled and f"{short}{ending}" not in self.apart
        }
        return {**joined, **self.own}


_TABLES = ByLanguage(lambda language: read_patterns(language, "shorthand", _Shorthand))
SPELLED: Mapping[str, str] = {short: meant for table in _TABLES.values() for short, meant in table.spelled.items()}
OWN: Mapping[Language, Mapping[str, str]] = ByLanguage(lambda language: _TABLES[language].everything_own())
_WORD = patterns.compile(r"[^\W_]+")
_KEPT = patterns.compile(
    r"\"[^\"\n]{1,120}\"|“[^”\n]{1,120}”|«[^»\n]{1,120}»|‘[^’\n]{2,80}’"
    r"|\S{1,80}@\S{1,80}|\w{1,20}://\S{1,200}|\bwww\.\S{1,200}"
)
"""Quotations and addresses."""
_OPENS = patterns.compile(r"(?:^|[.!?…\n¿¡])[\W_]*$")
_TITLE = patterns.compile(r"(?i)\b(?:mrs?|ms|drs?|dra|sra?|srta|prof|eng|st)\.\s*$")
_SHORTEST_QUOTED, _LONGEST_QUOTED = 2, 80
_LOOKED_BACK = 12
"""Letters before a word that tell whether it opens a sentence."""
_FOLLOWS = 60
"""Characters after what may have been left out that tell whether it was."""


@dataclass(frozen=True, slots=True)
class Piece:
    """A stretch of a text: as it is meant, and as it was written ("" where the writer left it out)."""

    meant: str
    written: str


def spelled_out(text: str, language: Language) -> str:
    """The text with its shorthand written out; what is no shorthand stays as it was written."""
    return "".join(piece.meant for piece in pieces(text, language))


@kept_for_short_texts(512)
def pieces(text: str, language: Language) -> tuple[Piece, ...]:
    """The text cut where shorthand is written out: joined, `meant` is what `spelled_out` gives, `written` the text."""
    found: list[Piece] = []
    at = 0
    parts = (_left_out(text), _laughed(text), _silent(text, language), _words(text, language, everything=True))
    places = sorted(one for part in parts for one in part)
    for start, end, meant in sorted([*places, *_ligatures(text, places)]):
        found += [Piece(text[at:start], text[at:start]), Piece(meant, text[start:end])]
        at = end
    found.append(Piece(text[at:], text[at:]))
    return tuple(piece for piece in found if piece.meant or piece.written)


def own_words(text: str, language: Language) -> str:
    """The text with that shorthand written out which is none in the other languages."""
    found: list[str] = []
    at = 0
    for start, end, meant in _words(text, language, everything=False):
        found += [text[at:start], meant]
        at = end
    return "".join(found) + text[at:]


def _ligatures(text: str, apart: Sequence[tuple[int, int, str]]) -> Iterator[tuple[int, int, str]]:
    """The places of letters that are two ("sœur"), outside of what is written out as a whole."""
    written_out = {place for start, end, _ in apart for place in range(start, end)}
    for place, char in enumerate(text):
        meant = UNDECOMPOSED.get(char.lower(), "")
        if len(meant) > 1 and place not in written_out:
            yield place, place + 1, meant if char.islower() else meant.capitalize()


def _left_out(text: str) -> set[tuple[int, int, str]]:
    """The places of words that the writer left out, with these words."""
    kept = _spans(text)
    letters = lettered(text)
    left: set[tuple[int, int, str]] = set()
    for one in (one for table in _TABLES.values() for one in table.left_out):
        places = [found.start("here") for found in one.before.finditer(letters)]
        left |= {(at, at, one.writes) for at in places if one.after.match(_following(letters, at))}
    return {each for each in left if not _within(each[0], kept)}


def _laughed(text: str) -> Iterator[tuple[int, int, str]]:
    """The place of a laugh at the end of what was said; alone it is all that was said."""
    found = (table.laughs.search(lettered(text)) for table in _TABLES.values())
    laugh = next((one for one in found if one is not None and one.start() > 0), None)
    if laugh is not None:
        yield laugh.start("here"), laugh.end("here"), ""


def _silent(text: str, language: Language) -> Iterator[tuple[int, int, str]]:
    """The places of words that say nothing in a question of the language: "quem que vem", "qual que é"."""
    kept = _spans(text)
    for found in _TABLES[language].silent.finditer(lettered(text)):
        start, end = next(found.span(name) for name, said in found.groupdict().items() if said is not None)
        if not _within(start, kept):
            yield start, end, ""


def _words(text: str, language: Language, *, everything: bool) -> Iterator[tuple[int, int, str]]:
    """The places of spellings, with what they stand for."""
    own = OWN[language]
    apart = _apart(text, language)
    yield from apart
    found = [
        (match, meant)
        for match in _WORD.finditer(text)
        if not any(start < match.end() and match.start() < end for start, end, _ in apart)
        and (meant := own.get(low := match.group().casefold()) or (SPELLED.get(low) if everything else None))
        and not ("'" in meant and _elided(text, match.end()))
        and not (meant.endswith(f"-{low}") and text[: match.start()].endswith("-"))  # the "mail" of "e-mail"
    ]
    if not found:
        return
    kept = _spans(text)
    shouted = text.isupper()
    for match, meant in found:
        if not _within(match.start(), kept) and (shouted or not _is_name(text, match)):
            elided, mark, rest = meant.partition("'")
            whole = not mark or not match.group().endswith(rest)  # of "dacheter" the "d" alone is written out
            yield match.start(), match.end() - (0 if whole else len(rest)), meant if whole else f"{elided}'"


def _apart(text: str, language: Language) -> list[tuple[int, int, str]]:
    """The places of what is run together or torn apart in the language: "jferai", "d une heure"."""
    table, letters = _TABLES[language], lettered(text)
    found = [(*match.span("here"), one.writes) for one in table.joined for match in one.says.finditer(letters)]
    if not found:
        return []
    kept, known = _spans(text), {*OWN[language], *SPELLED}
    words = [word for word in _WORD.finditer(text) if word.group().casefold() not in known and not _is_name(text, word)]
    return sorted(
        (start, end, meant)
        for start, end, meant in found
        if not _within(start, kept) and any(word.start() == start for word in words)
    )


def _elided(text: str, end: int) -> bool:
    """Whether a word goes on behind an apostrophe: the "c" of "c'est" is no spelling of it."""
    return text[end : end + 1] in {"'", "’"} and text[end + 1 : end + 2].isalpha()


def _is_name(text: str, match: patterns.Match) -> bool:
    """Whether a capital letter makes a word a name: all of them do, one does where no sentence begins, or where it
    begins with a name of several words, or is nothing else."""
    word = match.group()
    if not word[0].isupper():
        return False
    before = text[max(0, match.start() - _LOOKED_BACK) : match.start()]
    if word.isupper() or _TITLE.search(before) is not None or _OPENS.search(before) is None:
        return True
    after = _WORD.search(text, match.end())
    return after is None or (after.group()[0].isupper() and text[match.end() : after.start()] == " ")


def _spans(text: str) -> list[tuple[int, int]]:
    return [*(found.span() for found in _KEPT.finditer(text)), *_apostrophes(text)]


def _apostrophes(text: str) -> Iterator[tuple[int, int]]:
    """Quotations between apostrophes, which stand in words too."""
    start = text.find("'")
    while start >= 0:
        end = text.find("'", start + 1)
        inner = text[start + 1 : end] if end >= 0 else ""
        if (
            _SHORTEST_QUOTED <= len(inner) <= _LONGEST_QUOTED
            and "\n" not in inner
            and not _in_word(text[start - 1 : start])
            and not _in_word(text[end + 1 : end + 2])
        ):
            yield start, end + 1
            end = text.find("'", end + 1)
        start = end


def _in_word(char: str) -> bool:
    return char.isalnum() or char == "_"


def _following(letters: str, at: int) -> str:
    """What follows, near; a mark where more does."""
    rest = letters[at : at + _FOLLOWS]
    return f"{rest}\0" if len(letters) > at + _FOLLOWS else rest


def _within(place: int, spans: list[tuple[int, int]]) -> bool:
    return any(start <= place < end for start, end in spans)
