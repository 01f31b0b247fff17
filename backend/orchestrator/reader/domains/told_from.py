"""What else does the text say from which the last answer was told? A follow-up is looked for there where nothing else
answers it: "and until when?" after the rent of a contract, "how much kaolin?" after a recipe."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from orchestrator.language import render
from orchestrator.language.discourse.quoted_days import said_on
from orchestrator.language.tables import Language
from orchestrator.language.text.normalize import content_words
from orchestrator.language.values import holds, sentences
from orchestrator.llm.messages import TurnFacts
from orchestrator.reader.call_selection import Wanted, wanted
from orchestrator.reader.discourse.previous_question import question_before
from orchestrator.reader.discourse.shown import last_answer
from orchestrator.reader.evidence.finds import RELEVANT, TEXTS, Evidence, Item
from orchestrator.reader.evidence.gathering import named_people, of_somebody_else
from orchestrator.reader.evidence.relevance import WRITTEN, only_asked
from orchestrator.reader.passages.vocabulary import asks_when_said
from orchestrator.reader.phrase.lines import line
from orchestrator.reader.phrase.voice import Voice
from orchestrator.reader.question.model import Reading
from orchestrator.reader.question_kinds import Kind
from orchestrator.reader.texts import share, telling_sentence

TOOL = "search_memories"
_HITS = 12
_MOST_LETTERS = 100
"""A longer message is a question of its own."""
_VALUED, _AS_IT_STANDS = 0.4, 0.1
"""What a find is worth that holds the value but none of the words, and one that holds neither."""
_OTHERS = "third_party"
_SHORT = {"note", "fact"}
_CLOSED = {Kind.GREETING, Kind.THANKS, Kind.FAREWELL, Kind.ABILITIES, Kind.UNABLE, Kind.NOTHING, Kind.CLOCK}


def told_when_said(facts: TurnFacts, language: Language, locale: str) -> str | None:
    """The day on which that was said which the last answer quoted, where just that is asked: "when was that?"; None
    where it quoted nothing, or several things."""
    if len(facts.question) > _MOST_LETTERS or not asks_when_said(facts.question, language):
        return None
    found = said_on(last_answer(facts), now=facts.now, locale=locale)
    return f"{render.day(found[0], locale)}: {found[1]}" if found is not None else None


def same_source_calls(facts: TurnFacts, alone: Reading) -> Sequence[Wanted]:
    """The look-up in the texts that the last answer told from; none after an answer from a calendar, a contact."""
    texts = [str(one["id"]) for one in facts.context.get("shown") or () if one.get("kind") in TEXTS and one.get("id")]
    if not texts or alone.kind in _CLOSED or len(facts.question) > _MOST_LETTERS:
        return ()
    return (wanted(TOOL, query=alone.about or facts.question, within=tuple(texts), limit=_HITS),)


def told_from_same(
    facts: TurnFacts, alone: Reading, evidence: Evidence, voice: Voice, *, whole: bool = False
) -> str | None:
    """What that text says; None where something else answers as well, or the text says nothing of it. `whole`: told as
    it stands, though it holds no word of the question."""
    if alone.kind is Kind.WHO and any(not item.hit for item in evidence.of("contact")):
        return None  # "who is my cousin", right after the user introduced them: the contact, not the user's own words
    if not whole and (value := _value_of_before(facts, alone)) is not None:
        return line(value, voice, alone.words)
    found = [_weighed(row, alone, rank) for rank, row in enumerate(_rows(facts))]
    best = max((item for item in found if item is not None), key=lambda item: (item.share, -item.rank), default=None)
    elsewhere = _elsewhere(evidence, alone)
    # "Until when?" names nothing: of what was just told, where that holds such a value.
    bare = not (alone.words or alone.names or alone.when or alone.thing) and alone.value is not None
    first = best is not None and (
        (alone.follow and best.share >= max(RELEVANT, elsewhere)) or (bare and best.share >= _VALUED)
    )
    if best is None or (best.share <= _AS_IT_STANDS) is not whole or not (first or best.share > elsewhere):
        return None
    return line(best, voice, alone.words)


def _value_of_before(facts: TurnFacts, alone: Reading) -> Item | None:
    """The sentence with the value that is asked for alone ("by when?"), of those that tell of what the question before
    was about; None where it names anything itself."""
    bare = not (alone.words or alone.names or alone.when) and alone.value is not None
    before = question_before(facts, facts.locale) if bare and alone.kind is Kind.WHEN else None
    if before is None or not before.words or alone.value is None:
        return None
    said = [
        (share(before.words, one), one, row) for row in _rows(facts) for one in sentences(str(row.get("text") or ""))
    ]
    told = [each for each in said if each[0] >= RELEVANT and holds(alone.value, each[1])]
    if not told:
        return None
    held, sentence, row = max(told, key=lambda each: each[0])
    return Item(str(row["kind"]), row, held, hit=True, telling=sentence)


def _rows(facts: TurnFacts) -> list[Mapping[str, Any]]:
    """What the look-up found of whom is asked about; a text as a whole says no more than its parts."""
    entries = [each for each in facts.ledger if each.tool == TOOL and each.arguments.get("within")]
    rows = [row for each in entries if each.outcome == "done" for row in each.data.get("hits") or ()]
    rows = [row for row in rows if isinstance(row, Mapping)]
    if any(row.get("kind") == "message" and row.get("origin") == _OTHERS for row in rows):
        rows = [{**row, WRITTEN: True} for row in rows]  # what the user answered somebody asks nothing of Steward
    whom = named_people(facts.ledger)  # "and Irene's?" is not answered by the user's own blood type
    told = [row for row in rows if not (row.get("of_others") or only_asked(row) or of_somebody_else(row, whom))]
    return [row for row in told if row.get("kind") in TEXTS]


def _weighed(row: Mapping[str, Any], alone: Reading, rank: int) -> Item | None:
    """A find with how much of the question it holds; None where it holds neither a word nor the value it asks for. What
    is no longer than a note is told as it stands."""
    held = share(alone.words, str(row.get("text") or "")) if alone.words else 0.0
    told = telling_sentence(alone.words, row, alone.value, question=alone.line.low) if alone.words else None
    item = Item(str(row["kind"]), row, held, hit=True, rank=rank)
    if told is not None:
        return replace(item, share=max(held, told.about, RELEVANT), telling=told.sentence)
    if held >= RELEVANT:
        return item
    if (said := _valued(row, alone)) is not None:
        return replace(item, share=_VALUED, telling=said)
    return replace(item, share=_AS_IT_STANDS) if row.get("kind") in _SHORT else None


def _valued(row: Mapping[str, Any], alone: Reading) -> str | None:
    """The sentence with a value of the kind that is asked for, and most of the question's other words; of a long text
    one of those has to stand there."""
    if alone.value is None:
        return None
    cues = tuple(content_words(alone.line.low))
    said = [one for one in sentences(str(row.get("text") or "")) if holds(alone.value, one)]
    best = max(said, key=lambda one: share(cues, one), default=None)
    return best if best is not None and (row.get("kind") in _SHORT or share(cues, best) > 0) else None


def _elsewhere(evidence: Evidence, alone: Reading) -> float:
    """How much of the question's own words what else was found holds."""
    answers = [item for item in evidence.items if item.relevant]
    if not alone.words:
        return 1.0 if answers else 0.0
    return max((min(item.share, share(alone.words, _said(item))) for item in answers), default=0.0)


def _said(item: Item) -> str:
    return " ".join(str(value) for value in item.data.values() if isinstance(value, str))
