"""A message of several: its questions, or its change and its question, are understood each for itself."""

import json
from collections.abc import Collection, Sequence
from dataclasses import replace

from orchestrator.language.rules.form import lays_down
from orchestrator.language.rules.wishes import untagged
from orchestrator.language.speech_acts.asked_sources import asked_source
from orchestrator.language.speech_acts.mood import Mood
from orchestrator.llm.messages import LedgerEntry, ToolCall, TurnFacts
from orchestrator.reader.acts import Act
from orchestrator.reader.evidence.gathering import gather
from orchestrator.reader.phrase.waiting import told_waiting, waiting_for_word
from orchestrator.reader.recognition.recognisers import Frame, choose
from orchestrator.reader.recognition.utterance import Utterance
from orchestrator.reader.requests.several import asked_apart
from orchestrator.reader.requests.split_compound import halves
from orchestrator.reader.supposition.condition import supposition


def understand(facts: TurnFacts, *, without: Collection[str] = ()) -> Frame:
    """What is to be looked up or proposed now, or the answer. `without`: recognisers that are left out."""
    bare = untagged(facts.question)
    facts = replace(facts, question=bare) if bare != facts.question and lays_down(bare) else facts
    said = Utterance(facts)
    if supposition(facts) is None:
        if parts := asked_apart(said.facts):
            return _several(said.facts.ledger, parts, without)
        if (both := halves(said.facts, said.reading.language)) is not None:
            return _both(*both, without)
    return _with_what_waits(said, choose(said, without=without))


def _with_what_waits(said: Utterance, frame: Frame) -> Frame:
    """The answer to a question, with what of that which it asks for was proposed and waits for the user's word."""
    facts = said.facts
    looked = [entry for entry in facts.ledger if entry.outcome == "done"]
    ticks = bool(said.wished) and all(one.act in _TICKS for one in said.wished)
    asks = said.plain and facts.mood not in _TOLD
    if frame.calls or not facts.waiting or not looked or not (asks or ticks):
        return frame
    if said.place is not None or said.papers is not None or asked_source(facts.question) is not None:
        return frame  # who lives there, what the lease says, "why?": no change that waits tells that
    waiting = waiting_for_word(facts, said.reading)
    if not waiting:
        return frame
    return replace(
        frame, text=told_waiting(frame.text, waiting, said.reading, gather(looked, said.reading), said.voice)
    )


_TICKS = frozenset({Act.TODO_DID, Act.TODO_DONE})
""" "Got the milk", of a to-do that nobody has confirmed: nothing kept is done, and what waits is told."""
_TOLD = frozenset({Mood.STATEMENT, Mood.CONFIRMATION})


def _several(ledger: Sequence[LedgerEntry], parts: Sequence[TurnFacts], without: Collection[str]) -> Frame:
    """The answers to the questions that one message asks, one below the other."""
    own = _own_ledgers(ledger, parts, without)
    answers = [understand(replace(part, ledger=mine), without=without) for part, mine in zip(parts, own, strict=True)]
    made = _distinct(answers)
    text = "" if made else "\n\n".join(dict.fromkeys(one.text for one in answers))
    return Frame(made, text, understood=all(one.understood for one in answers))


def _own_ledgers(
    ledger: Sequence[LedgerEntry], parts: Sequence[TurnFacts], without: Collection[str]
) -> list[tuple[LedgerEntry, ...]]:
    """What the calls of each question found: the calls of a round stand in the order of the questions."""
    own: list[tuple[LedgerEntry, ...]] = [()] * len(parts)
    rest = list(ledger)
    while rest:
        proposed = [
            understand(replace(part, ledger=mine), without=without) for part, mine in zip(parts, own, strict=True)
        ]
        made = _distinct(proposed)
        if not made:
            break
        found = {_call_key(call): entry for call, entry in zip(made, rest, strict=False)}
        rest = rest[len(made) :]
        own = [
            (*mine, *(found[_call_key(call)] for call in one.calls if _call_key(call) in found))
            for mine, one in zip(own, proposed, strict=True)
        ]
    return own


def _both(change: TurnFacts, question: TurnFacts, without: Collection[str]) -> Frame:
    """The change and the question that one message holds, side by side."""
    acts, answers = (understand(facts, without=without) for facts in (change, question))
    made = [replace(call, id=f"{half}{call.id}") for half, one in (("a", acts), ("b", answers)) for call in one.calls]
    text = "" if made else f"{acts.text}\n\n{answers.text}"
    return Frame(made, text, understood=acts.understood and answers.understood)


def _distinct(answers: Sequence[Frame]) -> list[ToolCall]:
    """The calls of several answers, each once, under ids of their own."""
    calls_made = {_call_key(call): call for one in answers for call in one.calls}
    return [replace(call, id=f"{call.id}_{at}") for at, call in enumerate(calls_made.values())]


def _call_key(call: ToolCall) -> str:
    return f"{call.name} {json.dumps(call.arguments, sort_keys=True, default=str)}"
