"""Does an entry of the ledger support a claim: the same kind of change, on the same thing?"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Literal

from rapidfuzz import fuzz

from orchestrator.kit import patterns
from orchestrator.language.lexicon import LEXICONS
from orchestrator.language.lexicon.shared import DOMAIN_OF, KIND_OF, NO_OBJECT
from orchestrator.language.text.words import clean, words

_DONE = frozenset({"done", "ok", "success", "succeeded", "confirmed", "executed"})
_ALIKE = 86
"""Fuzzy ratio from which two words count as one: inflections and typing slips, not different names."""

_STEM = 5
"""Common letters from which two words count as one across inflection and the three languages (dentist, dentista)."""


@dataclass(frozen=True, slots=True)
class LedgerFact:
    """One executed, waiting or refused call of this turn, as the ledger tells it."""

    tool: str
    effect: Literal["read", "write", "outbound"]
    outcome: str
    summary: str

    @property
    def done(self) -> bool:
        """Whether the call succeeded."""
        return self.outcome.casefold() in _DONE

    @property
    def changes(self) -> bool:
        """Whether it would change or send something; a search outbound only reads."""
        return self.effect == "write" or (self.effect == "outbound" and not _reads(self.tool))

    @property
    def evidence(self) -> bool:
        """Whether something was read."""
        return self.done and not self.changes


# What may support a claim of a kind besides that kind itself.
_ALSO = {
    "create": {"store"},
    "store": {"create", "update"},
    "complete": {"update"},
    "accept": {"update"},
    "send": {"create"},
    "undo": {"update"},
}


def _reads(tool: str) -> bool:
    return bool({"search", "get", "list", "read", "find", "lookup", "fetch", "resolve", "browse"} & set(_parts(tool)))


@lru_cache(maxsize=1024)
def _parts(tool: str) -> tuple[str, ...]:
    spaced = patterns.compile(r"([a-z])([A-Z])").sub(r"\1 \2", tool)
    return tuple(patterns.compile(r"[\W_]+").split(spaced.casefold()))


@lru_cache(maxsize=1024)
def tool_kinds(tool: str) -> frozenset[str]:
    """The kinds of change a tool's name tells; "*" where it tells none."""
    found = [KIND_OF[part] for part in reversed(_parts(tool)) if part in KIND_OF]
    if not found:
        return frozenset({"*"})
    # `send_email`, `notes_add`, `facts_delete`: a verb beats the name of what it acts on.
    named = [
        kind for part, kind in ((part, KIND_OF.get(part)) for part in _parts(tool)) if kind and part not in _NOUN_PARTS
    ]
    return frozenset(named or found)


_NOUN_PARTS = frozenset("note fact facts memory email mail message text sms contact call draft".split())


@lru_cache(maxsize=1024)
def _tool_domains(tool: str) -> frozenset[str]:
    return frozenset(DOMAIN_OF[part] for part in _parts(tool) if part in DOMAIN_OF)


@lru_cache(maxsize=4096)
def _is_content(folded: str) -> bool:
    if len(folded) < 3 or folded.isdigit() or any(char.isdigit() for char in folded):
        return False
    if folded in NO_OBJECT or folded in DOMAIN_OF:
        return False
    for lexicon in LEXICONS.values():
        if (
            folded in lexicon.function_words
            or folded in lexicon.things
            or folded in lexicon.reads
            or folded in lexicon.fillers
        ):
            return False
        form = lexicon.verbs.get(folded)
        if form is not None and form.tags not in {"w", "wn", "b", "e", "wb"}:
            return False
        if form is not None and lexicon.language == "en":
            return False
    return True


@lru_cache(maxsize=2048)
def content_of(text: str) -> frozenset[str]:
    """The words that name what a text is about: no function words, verbs of change, times or names of entities."""
    return frozenset(word.folded for word in words(clean(text)) if _is_content(word.folded))


@lru_cache(maxsize=2048)
def domains_of(text: str) -> frozenset[str]:
    """The kinds of entity that a text names."""
    return frozenset(DOMAIN_OF[word.folded] for word in words(clean(text)) if word.folded in DOMAIN_OF)


def _alike(left: str, right: str) -> bool:
    if left == right:
        return True
    if min(len(left), len(right)) >= _STEM and left[:_STEM] == right[:_STEM]:
        return True
    return min(len(left), len(right)) >= 4 and fuzz.ratio(left, right) >= _ALIKE


def overlap(left: Iterable[str], right: Iterable[str]) -> frozenset[str]:
    """The words of `left` that stand in `right` too, give or take their inflection."""
    others = tuple(right)
    return frozenset(word for word in left if any(_alike(word, other) for other in others))


def kind_fits(kinds: frozenset[str], fact: LedgerFact) -> bool:
    """Whether a tool's kind of change is among those that a claim may mean; an empty set means any."""
    tool = tool_kinds(fact.tool)
    if not kinds or "*" in tool:
        return True
    wanted = set(kinds)
    for kind in kinds:
        wanted |= _ALSO.get(kind, set())
    if wanted & tool:
        return True
    return fact.effect == "outbound" and "send" in wanted


def _part_of_update(kinds: frozenset[str], fact: LedgerFact, about: frozenset[str]) -> bool:
    """ "Added Ana to the dinner" is done by an update that names both."""
    return (
        "update" in tool_kinds(fact.tool)
        and bool(kinds & {"create", "delete"})
        and len(overlap(about, content_of(fact.summary))) >= 2
    )


def _may_be_sending(fact: LedgerFact, domains: frozenset[str]) -> bool:
    """A new contact "Priya" is no email to Priya, and where an email is named a new event is none either."""
    tool = _tool_domains(fact.tool)
    return fact.effect == "outbound" or not tool or "send" in tool or (tool == {"events"} and "send" not in domains)


def supports(fact: LedgerFact, kinds: frozenset[str], about: frozenset[str], domains: frozenset[str]) -> bool:
    """Whether a successful change of the ledger is what a claim tells."""
    if not (fact.changes and fact.done):
        return False
    if not kind_fits(kinds, fact) and not _part_of_update(kinds, fact, about):
        return False
    if "send" in kinds and not _may_be_sending(fact, domains):
        return False
    summary = content_of(fact.summary)
    if about and summary:
        return bool(overlap(about, summary))
    return not (domains and _tool_domains(fact.tool)) or bool(domains & _tool_domains(fact.tool))


def undone_about(ledger: Sequence[LedgerFact], kinds: frozenset[str], about: frozenset[str]) -> bool:
    """Whether a part of the claim names what waits, was refused or failed, and no success has it."""
    done: set[str] = set()
    for fact in ledger:
        if fact.changes and fact.done:
            done |= overlap(about, content_of(fact.summary))
    return any(
        fact.changes and not fact.done and kind_fits(kinds, fact) and overlap(about, content_of(fact.summary)) - done
        for fact in ledger
    )
