"""Which sentences without a verb tell an outcome: "Dentist: Friday 9:00 ✓", "Deal! Dinner on Saturday", "Six then"?

Such a sentence names a thing or a time of the user's, and beside it stands a mark that it is settled: a tick, an
agreement, a farewell, "then", the state that the thing is in. With a verb, a subject, a denial or a wish it is another
kind of sentence.
"""

from collections.abc import Iterator
from dataclasses import dataclass

from orchestrator.kit import patterns
from orchestrator.language.claims.evidence import content_of, domains_of
from orchestrator.language.claims.reading import Found
from orchestrator.language.detect import scores
from orchestrator.language.lexicon import LEXICONS
from orchestrator.language.lexicon.indirect_words import INDIRECT
from orchestrator.language.lexicon.verbless_words import VERBLESS, VerblessWords
from orchestrator.language.speech_acts.command_verbs import render
from orchestrator.language.tables import Language
from orchestrator.language.text.words import Clause, Word, clauses

_TICK = patterns.compile(r"[✓✔✅☑🗑👍👌]")
_OPEN = patterns.compile(r"[☐⬜❌✗✘⏳❎]")
"""Beside a tick they tell a list of what is done and what is not."""
_ENDS = patterns.compile(r"[.!?…;\n]")
_PARTICIPLE_OR_FIGURE = patterns.compile(r":[a-z]*p|\d")
_MOST_WORDS = 16
"""A longer sentence has a verb, known or not."""
_NEAR = 1.0
"""How much less the words may speak for a language that is tried beside the likeliest."""


@dataclass(frozen=True, slots=True)
class _Sentence:
    """`heading`: a colon follows it; `ticked`: a tick stands in it or directly beside it."""

    parts: tuple[tuple[Word, ...], ...]
    asked: bool
    heading: bool
    ticked: bool
    span: tuple[int, int]

    @property
    def words(self) -> tuple[Word, ...]:
        return tuple(word for part in self.parts for word in part)


def outcomes_in(read: str, cleaned: str, language: Language) -> Iterator[tuple[tuple[int, int], Found]]:
    """The outcomes that a masked text tells without a verb, each with where it stands."""
    told = list(_sentences(read, cleaned))
    listed = _OPEN.search(cleaned) is not None
    for position, one in enumerate(told):
        others = (*told[max(0, position - 1) : position], *told[position + 1 : position + 2])
        beside = [_folded(other.words) for other in others if not other.asked]
        spoken = _spoken(read[one.span[0] : one.span[1]], language)
        finite = frozenset[str]().union(*(VERBLESS[tongue].finite for tongue in spoken))
        no_deeds = frozenset[str]().union(*(VERBLESS[tongue].no_deeds for tongue in spoken))
        judges = (_Judge(one, VERBLESS[tongue], tongue, finite, no_deeds) for tongue in spoken if not one.asked)
        for judge in judges:
            if judge.settled() or judge.marked(beside, listed=listed):
                yield one.span, _found(_folded(one.words), judge.language)
                break


def _spoken(said: str, language: Language) -> list[Language]:
    """The languages that the words may be in, that of the text first: another one only where its words are there."""
    told = scores(said)
    likeliest = max(told.values())
    ordered = sorted(told, key=lambda one: one != language)
    return [one for one in ordered if told[one] + _NEAR >= likeliest and (told[one] > 0 or one == language)]


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
            parts = tuple(part.words for part in gathered)
            asked, heading = any(part.asked for part in gathered), read[end : end + 1] == ":"
            yield _Sentence(parts, asked, heading, _TICK.search(line) is not None, (start, end))
            gathered, earlier = [], end
        if clause is not None:
            gathered.append(clause)


@dataclass(frozen=True, slots=True)
class _Judge:
    """One sentence, read in one language. `finite`, `no_deeds`: the words of all languages that it may be in."""

    one: _Sentence
    words: VerblessWords
    language: Language
    finite: frozenset[str]
    no_deeds: frozenset[str]

    def settled(self) -> bool:
        """Whether it says by itself that something is settled: "Tuesday it is", "Deleted!", "Reminder ready for 8"."""
        folded = _folded(self.one.words)
        if any(self.words.settled.search(said) for said in (*map(_folded, self.one.parts), folded)):
            return True
        if self.words.alone.fullmatch(folded) and not self.one.heading:
            return self.no_deeds.isdisjoint(folded.split())
        counted = any(_folded(part).isdecimal() for part in self.one.parts)
        return not counted and any(self._bare(part) and self._in_a_state(part) for part in self.one.parts)

    def marked(self, beside: list[str], *, listed: bool) -> bool:
        """Whether a mark stands beside it: a tick, an agreement, a farewell, the consent that there be none."""
        folded, rendered = _folded(self.one.words), render(self.one.words, LEXICONS[self.language])
        opening = self._opening(folded)
        # That head is neither a wish nor a denial.
        head = len(folded[: opening.end()].split()) - 1 if opening is not None else 0
        if not self._bare(self.one.words[head:]):
            return False
        anchored = INDIRECT[self.language].anchor.starts.search(rendered) is not None
        if self.one.ticked and not listed:
            return anchored or _PARTICIPLE_OR_FIGURE.search(rendered) is not None
        if not anchored or self.words.agreed.fullmatch(folded) is not None:
            return False
        return opening is not None or any(self.words.agreed.fullmatch(other) for other in beside)

    def _opening(self, folded: str) -> patterns.Match | None:
        farewell = self.words.ended.match(folded)
        if farewell is not None and self.words.partings.isdisjoint(folded[farewell.end() - 1 :].split()):
            return farewell
        return self.words.stopped.match(folded) or self.words.agreed.match(folded)

    def _bare(self, said: tuple[Word, ...]) -> bool:
        if len(said) > _MOST_WORDS:
            return False
        return not any(word.text in self.finite or word.folded in self.words.wishes for word in said)

    def _in_a_state(self, part: tuple[Word, ...]) -> bool:
        return self.words.result.starts.search(render(part, LEXICONS[self.language])) is not None


def _folded(said: tuple[Word, ...]) -> str:
    return " ".join(word.folded for word in said)
