"""Which sentences without a verb tell an outcome: "Dentist: Friday 9:00 ✓", "Deal! Dinner on Saturday", "Six then"?

Such a sentence names a thing or a time of the user's, and beside it stands a mark that it is settled: a tick, an
agreement, a farewell, "then". With a verb, a subject, a denial or a wish it is another kind of sentence.
"""

from collections.abc import Iterator
from dataclasses import dataclass

from orchestrator.kit import patterns
from orchestrator.language.claims.evidence import content_of, domains_of
from orchestrator.language.claims.reading import Found
from orchestrator.language.detect import scores
from orchestrator.language.lexicon import LEXICONS
from orchestrator.language.lexicon.claim_words import CLAIMS
from orchestrator.language.lexicon.indirect_words import INDIRECT
from orchestrator.language.lexicon.verbless_words import VERBLESS, VerblessWords
from orchestrator.language.speech_acts.command_verbs import render
from orchestrator.language.tables import Language
from orchestrator.language.text.words import Clause, Word, clauses

_TICK = patterns.compile(r"[✓✔✅☑🗑👍👌]")
_OPEN = patterns.compile(r"[☐⬜❌✗✘⏳❎]")
"""Beside a tick they tell a list of what is done and what is not."""
_ENDS = patterns.compile(r"[.!?…;\n]")
_MOST_WORDS = 16
_NEAR = 1.0
"""How much less the words may speak for a language that is tried beside the likeliest."""
_PARTICIPLE_OR_FIGURE = patterns.compile(r":[a-z]*p|\d")


@dataclass(frozen=True, slots=True)
class _Sentence:
    """`parts`: its clauses, each in folded words, `clauses`: in words. `heading`: a colon follows it, `ticked`: a tick stands in it or directly behind it."""

    words: tuple[Word, ...]
    parts: tuple[str, ...]
    clauses: tuple[tuple[Word, ...], ...]
    heading: bool
    asked: bool
    ticked: bool
    span: tuple[int, int]

    @property
    def folded(self) -> str:
        return " ".join(self.parts)


def outcomes_in(read: str, cleaned: str, language: Language) -> Iterator[tuple[tuple[int, int], Found]]:
    """The outcomes that a masked text tells without a verb, each with where it stands."""
    told = list(_sentences(read, cleaned))
    listed = _OPEN.search(cleaned) is not None
    for position, one in enumerate(told):
        beside = told[max(0, position - 1) : position + 2]
        agreed = {other.folded for other in beside if other is not one and not other.asked}
        if one.asked:
            continue
        spoken = _spoken(read[one.span[0] : one.span[1]], language)
        finite = frozenset[str]().union(*(VERBLESS[tongue].finite for tongue in spoken))
        for tongue in spoken:
            if _settled(one, agreed, tongue, finite, listed=listed):
                yield one.span, _found(one.folded, tongue)
                break


def _spoken(said: str, language: Language) -> list[Language]:
    """The languages that the words may be in, that of the text first."""
    told = scores(said)
    likeliest = max(told.values())
    return [one for one in sorted(told, key=lambda one: one != language) if told[one] + _NEAR >= likeliest]


def _found(folded: str, language: Language) -> Found:
    return Found("STATE", frozenset(), "", content_of(folded), domains_of(folded), (), folded, "", language)


def _sentences(read: str, cleaned: str) -> Iterator[_Sentence]:
    gathered: list[Clause] = []
    earlier = 0
    for clause in (*clauses(read), None):
        if gathered and (clause is None or _ENDS.search(read[gathered[-1].span[1] : clause.span[0]])):
            start, end = gathered[0].span[0], gathered[-1].span[1]
            until = clause.span[0] if clause is not None else len(read)
            line = cleaned[earlier:start].rpartition("\n")[2] + cleaned[start:until].partition("\n")[0]
            found = tuple(word for part in gathered for word in part.words)
            parts = tuple(" ".join(word.folded for word in part.words) for part in gathered)
            asked = any(part.asked for part in gathered)
            whole = tuple(part.words for part in gathered)
            yield _Sentence(
                found, parts, whole, read[end : end + 1] == ":", asked, _TICK.search(line) is not None, (start, end)
            )
            gathered, earlier = [], end
        if clause is not None:
            gathered.append(clause)


def _settled(one: _Sentence, beside: set[str], language: Language, finite: frozenset[str], *, listed: bool) -> bool:
    words = VERBLESS[language]
    folded, rendered = one.folded, render(one.words, LEXICONS[language])
    if any(words.settled.search(part) for part in (*one.parts, folded)):
        return True
    if not one.heading and words.alone.fullmatch(folded) and words.no_deeds.isdisjoint(folded.split()):
        return True
    if any(
        words.result.starts.search(render(part, LEXICONS[language]))
        for part in one.clauses
        if _bare(part, words, finite)
    ) and not any(part.isdecimal() for part in one.parts):
        return True
    opening = _opening(folded, words)
    # That head is neither a wish nor a denial.
    if not _bare(one.words[len(folded[: opening.end()].split()) - 1 if opening else 0 :], words, finite):
        return False
    anchored = INDIRECT[language].anchor.starts.search(rendered) is not None
    if one.ticked and not listed:
        return anchored or _PARTICIPLE_OR_FIGURE.search(rendered) is not None
    if not anchored or words.agreed.fullmatch(folded) is not None:
        return False
    return opening is not None or any(words.agreed.fullmatch(other) for other in beside)


def _opening(folded: str, words: VerblessWords) -> patterns.Match | None:
    """The head of an outcome: an agreement, a farewell to a thing, the consent that there be none."""
    farewell = words.ended.match(folded)
    if farewell is not None and words.partings.isdisjoint(folded[farewell.end() :].split()):
        return farewell
    return words.stopped.match(folded) or words.agreed.match(folded)


def _bare(said: tuple[Word, ...], words: VerblessWords, finite: frozenset[str]) -> bool:
    if len(said) > _MOST_WORDS:
        return False
    return not any(word.text in finite or word.folded in words.wishes for word in said)
