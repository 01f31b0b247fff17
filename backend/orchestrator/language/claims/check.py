"""Does an answer say that something was done which the ledger does not hold?

A claim needs a successful write of its kind on its thing; what somebody else did needs evidence that was read.
"""

from bisect import bisect_left
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import Literal

from orchestrator.kit import patterns
from orchestrator.language.claims.elsewhere import told_of_elsewhere
from orchestrator.language.claims.evidence import (
    LedgerFact,
    content_of,
    domains_of,
    kind_fits,
    overlap,
    supports,
    undone_about,
)
from orchestrator.language.claims.kind import Sentence, kinds_of, sentence_ends, unlikely
from orchestrator.language.claims.pieces import masked, unquoted
from orchestrator.language.claims.reading import Found, found_in
from orchestrator.language.detect import language_of
from orchestrator.language.lexicon import LEXICONS
from orchestrator.language.lexicon.claim_words import CLAIMS, ClaimWords
from orchestrator.language.lexicon.shared import FOREIGN, LABELS, NO_OBJECT
from orchestrator.language.tables import Language
from orchestrator.language.text.words import clean, without_quotes, words
from orchestrator.language.word_patterns import END, but

__all__ = ["Claim", "ClaimVerdict", "LedgerFact", "check", "corrected", "is_covered"]


@dataclass(frozen=True, slots=True)
class Claim:
    """One thing that the answer says was done. `start` and `end` are offsets in the cleaned text."""

    text: str
    matched: bool
    start: int = field(default=0, compare=False)
    end: int = field(default=0, compare=False)


@dataclass(frozen=True, slots=True)
class ClaimVerdict:
    """`contradicted` when any claim has no support."""

    verdict: Literal["pass", "contradicted"]
    claims: tuple[Claim, ...]


def check(
    text: str,
    ledger: Sequence[LedgerFact],
    locale: str | None = None,
    *,
    quoted: Collection[str] = (),
    composed: bool = False,
) -> ClaimVerdict:
    """Holds every claim of done change in `text` against the ledger. Linear in the text; never raises. `quoted`: texts
    that were read; a line that is one of them ("- I moved to Porto in May") tells what it says, as if it stood in
    quotes. `composed`: our own templates made the text; what kind its sentences are needs no guess."""
    cleaned = clean(text)
    shown = _without_lines(unquoted(cleaned), cleaned, quoted)
    read = masked(shown)
    language = language_of(read, locale)
    claims = []
    for (start, end), found in _claims_in(read, [] if composed else kinds_of(shown), language, ledger):
        matched = _holds(found, ledger, CLAIMS[language])
        claims.append(Claim(cleaned[start:end].strip(" \n\t-*•"), matched, start, end))
    verdict: Literal["pass", "contradicted"] = "pass" if all(claim.matched for claim in claims) else "contradicted"
    return ClaimVerdict(verdict, tuple(claims))


def _claims_in(
    read: str, sentences: Sequence[Sentence], language: Language, ledger: Sequence[LedgerFact]
) -> Iterator[tuple[tuple[int, int], Found]]:
    """What clauses claim of this turn, and sentences in which no clause does."""
    only_read = any(fact.evidence for fact in ledger) and not any(fact.changes for fact in ledger)
    read_so: list[int] = []
    for clause, found in found_in(read, language):
        read_so.append(clause.span[0])
        if not told_of_elsewhere(found, read, clause.span, language) and not unlikely(
            sentences, clause.span, found.says
        ):
            yield clause.span, found
    for one in sentences:
        known = bisect_left(read_so, one.start) != bisect_left(read_so, one.end)
        if one.sure(only_read=only_read) and not known:
            found = _told(one, read, ledger, language)
            if not told_of_elsewhere(found, read, (one.start, one.end), language):
                yield (one.start, one.end), found


def _told(one: Sentence, read: str, ledger: Sequence[LedgerFact], language: Language) -> Found:
    """The claim of a sentence that no pattern found: about what it names of the things that this turn was to change."""
    folded = " ".join(word.folded for word in words(read[one.start : one.end]))
    tried = [content_of(fact.summary) for fact in ledger if fact.changes]
    named = overlap(content_of(folded), frozenset[str]().union(*tried))
    return Found(one.says, frozenset(), "", named, domains_of(folded), (), folded, "", language)


_LINE = patterns.compile(r"[^\n]+")
_NOTED = patterns.compile(r"\s*\([^()\n]*\)\s*$")
"""What stands behind a listed text: "(since Friday)"."""


def _without_lines(read: str, cleaned: str, quoted: Collection[str]) -> str:
    """`read` with blanks for the lines of `cleaned` that are, without their bullets, one of the quoted texts."""
    known = {_plain(clean(one)) for one in quoted} - {""}
    if not known:
        return read

    def kept(line: patterns.Match) -> str:
        told = _plain(line.group())
        said = {told, _NOTED.sub("", told).strip(_AROUND)}
        return " " * len(line.group()) if said & known else read[line.start() : line.end()]

    return _LINE.sub(kept, cleaned)


def _plain(text: str) -> str:
    """A line without its bullet, and without quotation marks, which a quotation around it changes."""
    return " ".join("".join(char for char in text if char not in _QUOTES).split()).strip(_AROUND)


_AROUND = " -*•.!;"
_QUOTES = frozenset("\"'“”„«»‘’‹›")


def _holds(found: Found, ledger: Sequence[LedgerFact], spoken: ClaimWords) -> bool:
    """Whether a success of the ledger or evidence that was read supports a claim."""
    read = [fact for fact in ledger if fact.evidence]
    if found.says == "YOU":
        return bool(read) or any(supports(fact, found.kinds, found.about, found.domains) for fact in ledger)
    if _written(found, ledger):
        return True
    attempts = [fact for fact in ledger if fact.changes]
    return _of_the_world(found, attempts) or (bool(read) and _evident(found, read, attempts, spoken))


def _of_the_world(found: Found, attempts: Sequence[LedgerFact]) -> bool:
    """ "Python was created by Guido van Rossum in 1991" is knowledge of the world, no news of the user's things."""
    if found.says != "PAST" or attempts or found.domains:
        return False
    # "Replaced by the new one" names no author.
    told = _IN_A_YEAR if "update" in found.kinds else _WORLDLY
    return told.search(found.tail) is not None and _YOURS.search(found.tail) is None


def _evident(found: Found, read: Sequence[LedgerFact], attempts: Sequence[LedgerFact], spoken: ClaimWords) -> bool:
    """Whether the claim tells what was read: when, by whom or according to what it was done, or how things stand."""
    if found.says == "OWN":
        return False
    if found.says == "DONE":
        return _BY_OTHERS.search(found.tail) is not None
    around = f"{found.lead} {found.tail}"
    if _PLAINLY_PAST.search(around) or spoken.sources.search(around):
        return True
    if _is_empty(found, spoken) and not any(kind_fits(_LEAVES_LESS, fact) for fact in attempts):
        return True
    if any(kind_fits(found.kinds, fact) for fact in attempts):
        return False
    if found.says == "PAST":
        return spoken.past_times.search(found.tail) is not None
    told = found.says == "STATE" and (not found.verb or found.verb in spoken.states)
    return told and any(_tells(fact, found.about) for fact in read)


_PLAINLY_PAST = patterns.compile(
    r"\b(?:yesterday|ago|last (?:week|month|year|night|\w+day)|previously|originally|"
    r"ontem|atras|passad[oa]|anteriormente|ayer|"
    r"hace|pasad[oa]|"
    r"(?:in|em|en) 20\d\d)\b"
)


_IN_A_YEAR = patterns.compile(r"\b(?:in|em|en) (?:the |el |o )?(?:1\d|20)\d\d\b")
_WORLDLY = patterns.compile(rf"\b(?:by|por|pel[oa]s?) {but('me you mim mi steward')}{END}|{_IN_A_YEAR.pattern}")
_BY_OTHERS = patterns.compile(rf"\b(?:by|por|pel[oa]s?) {but('me mim mi steward')}{END}")
_YOURS = patterns.compile(r"\b(?:your|you|my|our|it|tu|tus|su|sus|seu|sua|seus|suas|teu|tua|mi|meu|minha)\b")


_LEAVES_LESS = frozenset({"delete", "complete", "update"})


def _is_empty(found: Found, spoken: ClaimWords) -> bool:
    """Whether it tells that nothing is there: of what was read, unless something was to be taken away."""
    return found.says == "STATE" and not found.kinds and not found.about.isdisjoint(spoken.blocks)


def _tells(fact: LedgerFact, about: frozenset[str]) -> bool:
    summary = content_of(fact.summary)
    return not about or not summary or bool(overlap(about, summary))


_FOR_GOOD = patterns.compile(
    r"\b(?:erase[sd]?|for good|for ?ever|permanently|irreversibly|de vez|para sempre|definitivamente|permanentemente"
    r"|para siempre)\b"
)
_ERASES = patterns.compile(r"erase|forget|purge")


def _told_of(found: Found, ledger: Sequence[LedgerFact]) -> Sequence[LedgerFact]:
    """What may support the claim: what was only removed did not go for good, and what did is named no more."""
    if "delete" not in found.kinds:
        return ledger
    for_good = _FOR_GOOD.search(f"{found.lead} {found.verb} {found.tail}") is not None
    kept = []
    for fact in ledger:
        erased = fact.changes and fact.done and _ERASES.search(fact.tool) is not None
        if erased or not (for_good and fact.done and fact.changes):
            kept.append(replace(fact, summary="") if erased else fact)
    return kept


def _written(found: Found, ledger: Sequence[LedgerFact]) -> bool:
    ledger = _told_of(found, ledger)
    if not any(supports(fact, found.kinds, found.about, found.domains) for fact in ledger):
        return False
    if found.says == "DONE":
        everything = patterns.compile(r"\b(?:everything|all of|both|tudo|todo|todos|todas|ambos|ambas)\b").search(
            found.tail
        )
        return not (everything and any(fact.changes and not fact.done for fact in ledger))
    if undone_about(ledger, found.kinds, found.about):
        return False
    backed = [any(supports(fact, found.kinds, item, frozenset()) for fact in ledger) for item in found.items]
    return len(found.items) < 2 or all(backed) or not any(backed)


def corrected(text: str, verdict: ClaimVerdict, language: Language) -> str:
    """The text without the sentences that hold a contradicted claim; the controller adds its own sentence."""
    cleaned = clean(text)
    wrong = [claim for claim in verdict.claims if not claim.matched]
    kept: list[str] = []
    start = 0
    for end in (*sentence_ends(cleaned), len(cleaned)):
        if not any(claim.start < end and claim.end > start for claim in wrong):
            kept.append(cleaned[start:end])
        elif cleaned[start:end].endswith("\n"):
            kept.append("\n")
        start = end
    remaining = patterns.compile(r"\n{3,}").sub("\n\n", "".join(kept)).strip()
    return remaining if any(char.isalnum() for char in remaining) or language not in CLAIMS else ""


_NAME = patterns.compile(r"[A-ZÀ-Ý][\w'’.-]*")
_INSIDE = frozenset("_,;:()–-")
"""Beside letters and figures, what stands before the blank before a word inside a sentence."""
_PIECE = patterns.compile(r"\S+")
_READ_CHARACTERS = 20_000
"""So much of an answer tells its language."""
"""Names and numbers belong to no language; a capital at the start of a sentence is no name."""
_COVERED = 0.25
"""Share of known words from which a text counts as one of the three languages: names and dates are never known."""


_FOREIGN_SHARE = 0.12
"""Share of another language's commonest words from which a text is in that language."""


def _without_names(text: str) -> str:
    """Blanks for words with a capital inside a sentence, and for what has a figure in it."""
    kept: list[str] = []
    for piece in _PIECE.finditer(text):
        start, said = piece.start(), piece[0]
        before = text[start - 2] if start > 1 and text[start - 1] == " " else ""
        if (before.isalnum() or before in _INSIDE) and before and (name := _NAME.match(said)) is not None:
            said = said[name.end() :]
        kept.append(" " if any(char.isdecimal() for char in said) else said)
    return " ".join(kept)


def is_covered(text: str) -> bool:
    """Whether the text is in one of the three languages, so that `check` has read it."""
    found = words(clean(_without_names(without_quotes(text[:_READ_CHARACTERS]))))[:400]
    if not found:
        return True
    known = [_known(word.folded) for word in found]
    theirs = sum(1 for word, ours in zip(found, known, strict=True) if not ours and word.text in FOREIGN)
    return sum(known) >= _COVERED * len(found) and theirs <= _FOREIGN_SHARE * len(found)


def _known(folded: str) -> bool:
    if folded in NO_OBJECT or folded in LABELS:
        return True
    return any(folded in lexicon.function_words or folded in lexicon.verbs for lexicon in LEXICONS.values())
