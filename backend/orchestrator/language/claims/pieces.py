"""Into which pieces is an answer cut before its claims are read, which of them only go on with an enumeration, and
which language does each speak?
"""

from collections.abc import Iterator, Sequence

from orchestrator.kit import patterns
from orchestrator.language.detect import scores
from orchestrator.language.lexicon.claim_words import CLAIMS, ClaimWords
from orchestrator.language.speech_acts.command_verbs import form_of
from orchestrator.language.tables import Language, in_any
from orchestrator.language.text.words import Clause, Word, hollowed

_MOST_WORDS = 60
"""A clause is read that far; no sentence of an answer is longer."""
OBJECT_WORDS = 9
"""How far behind its verb a claim names its object."""
_TIED = 1.5
"""A clause speaks another language than the text when its words say so by more than this."""
_CONTRAST = in_any(CLAIMS, lambda one: one.contrast)
_STRUCK = patterns.compile(r"(?ms)~~[^~\n]{0,400}~~|^[ \t]*>[^\n]*$|```.*?```")
_MARKUP = patterns.compile(r"[“”*_`#~|✅✔☑🎉👍👌✨📅📝🗓🔔]")
_DATE = patterns.compile(r"\b\d{1,2} (?:de )?[^\W\d_]{3}\.? (?:de )?\d{4}\b")
""" "9 set. 1995": the Portuguese month is no English participle."""
_ENDS = patterns.compile(r"[.!?…;\n]")
_BULLET = patterns.compile(r"\s*(?:[-•–·]|\d{1,2}[.)])\s")


def unquoted(cleaned: str) -> str:
    """The text with empty quotes, without quoted lines and code; offsets stay."""
    return _STRUCK.sub(lambda match: patterns.compile(r"[^\n]").sub(" ", match.group()), hollowed(cleaned))


def masked(shown: str) -> str:
    """What `unquoted` left, without mark-up and dates; offsets stay."""
    undated = _DATE.sub(lambda match: " " * len(match.group()), shown)
    return _MARKUP.sub(" ", undated)


def goes_on(text: str, parts: tuple[Clause, ...], position: int) -> bool:
    """Whether a clause stands in the sentence of the one before it."""
    between = text[parts[position - 1].span[1] : parts[position].span[0]] if position else "."
    return not _ENDS.search(between)


def enumerated(pieces: Sequence[tuple[str, tuple[Word, ...]]]) -> tuple[tuple[Word, ...], ...]:
    """The pieces behind an "and" that only name further things ("milk and eggs")."""
    named: list[tuple[Word, ...]] = []
    for join, piece in pieces:
        if join in _CONTRAST or not only_names(piece):
            break
        named.append(piece)
    return tuple(named)


def only_names(piece: tuple[Word, ...]) -> bool:
    """Whether a piece goes on with an enumeration: short, nobody does anything in it, nothing is denied."""
    if len(piece) > OBJECT_WORDS or piece[0].folded in _CONTRAST:
        return False
    return not any(word.folded in _SUBJECTS or _changes_or_denies(word) for word in piece)


def _changes_or_denies(word: Word) -> bool:
    return any(
        word.folded in spoken.blocks or set(form_of(word.text, word.folded, language).tags) & set("pd")
        for language, spoken in CLAIMS.items()
    )


def language_of(part: str, language: Language) -> Language:
    found = scores(part)
    best = max(found, key=lambda candidate: found[candidate])
    return best if found[best] > found[language] + _TIED or (found[language] == 0 and found[best] > 0) else language


def enumerated_below(parts: tuple[Clause, ...], position: int, text: str) -> tuple[tuple[Word, ...], ...]:
    """The clauses that go on with an enumeration: after a comma, or the bullets below a colon."""
    going: list[tuple[Word, ...]] = []
    bullets = text[parts[position].span[1] : parts[position].span[1] + 1] == ":"
    for part in parts[position + 1 : position + 13]:
        line = text[max(0, part.span[0] - 1) : part.span[1]]
        if not (part.soft or (bullets and _BULLET.match(line.lstrip("\n")))):
            break
        going.append(part.words)
    return tuple(going)


_NO_JOINS = frozenset({"é"})
"""Portuguese "is", which is "and" without its accent."""


def pieces_of(clause: Clause, spoken: ClaimWords) -> Iterator[tuple[str, tuple[Word, ...]]]:
    """A clause cut where a conjunction begins a new statement, each piece with that conjunction."""
    start, join = 0, ""
    found = clause.words[:_MOST_WORDS]
    for position, word in enumerate(found):
        if position > start and word.folded in spoken.joins and word.text not in _NO_JOINS:
            yield join, found[start:position]
            start, join = position + 1, word.folded
    if start < len(found):
        yield join, found[start:]


_SUBJECTS = in_any(CLAIMS, lambda one: one.subjects)
