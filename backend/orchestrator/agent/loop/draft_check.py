"""May a draft be accepted? It must rest on the evidence that a good answer needs, and say no more than was done: claims
against the ledger, and `actions[]`, which code writes from it.

Source: product.md section 1, "Claim-ledger gate".
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Literal

from orchestrator.agent.tools.freezing import TELL_WHICH_RULE
from orchestrator.agent.tools.spec import Effect, ToolSpec
from orchestrator.agent.turn.routing import Route
from orchestrator.agent.turn.state import TurnState
from orchestrator.agent.turn.visibility import Visibility
from orchestrator.agent.types.bundle import Action, ProposalRecord, StepRecord
from orchestrator.agent.types.origin import Origin
from orchestrator.agent.types.vocabulary import Intent, Vocabulary
from orchestrator.kit.text import sentences, texts_in
from orchestrator.language.claims.check import ClaimVerdict, LedgerFact, check, corrected, is_covered
from orchestrator.language.messages import say
from orchestrator.language.speech_acts.intents import Topic, topics_of
from orchestrator.language.speech_acts.mood import Mood
from orchestrator.language.tables import Language
from orchestrator.language.text.words import clean, without_quotes
from orchestrator.language.time import mentions
from orchestrator.language.time.no_days import only_no_day
from orchestrator.llm.messages import LedgerEntry

TELLING_WORDS = 12
GREETING_WORDS = 5
_OWN = frozenset({Origin.USER.value, Origin.OWN_DATA.value})
_ACTION_OUTCOMES = frozenset({"done", "waiting", "refused", "failed"})


@dataclass(frozen=True)
class Gated:
    """A draft and the verdict on it. `contradiction` is the sentence for the model that names what is wrong."""

    verdict: ClaimVerdict
    contradiction: str | None


def examine(draft: str, ledger: Sequence[LedgerEntry], locale: str, *, composed: bool = False) -> Gated:
    """The claims of a draft against what the ledger holds. `composed`: the reader made it, of templates."""
    verdict = check(draft, facts_of(ledger), locale, quoted=_read_texts(ledger) | _hints(ledger), composed=composed)
    if verdict.verdict == "pass":
        return Gated(verdict, None)
    unmatched = "; ".join(f"“{claim.text}”" for claim in verdict.claims if not claim.matched)
    told = (
        f"Your draft says something was done that was not: {unmatched}. "
        f"{_truth(ledger)} Write the answer again without that claim."
    )
    return Gated(verdict, told)


def _read_texts(ledger: Sequence[LedgerEntry]) -> frozenset[str]:
    """Whole texts that this turn read of the user's own: an answer may list them as they are ("I moved in May")."""
    return frozenset(
        text
        for entry in ledger
        if entry.effect == "read" and entry.outcome == "done" and entry.origin in _OWN
        for text in texts_in(entry.data)
    )


def _hints(ledger: Sequence[LedgerEntry]) -> frozenset[str]:
    """What code told beside a proposal ("there is a similar event …"): an answer that passes it on claims nothing."""
    return frozenset(str(hint) for entry in ledger if entry.effect != "read" for hint in entry.data.get("hints") or ())


def _truth(ledger: Sequence[LedgerEntry]) -> str:
    changes = [entry for entry in ledger if entry.effect != "read"]
    if not changes:
        return "Nothing was changed in this turn."
    return " ".join(f"{entry.tool}: {entry.outcome} ({entry.summary})." for entry in changes)


def facts_of(ledger: Iterable[LedgerEntry]) -> list[LedgerFact]:
    """The ledger as the claims lexicon reads it."""
    return [LedgerFact(entry.tool, entry.effect, entry.outcome, entry.summary) for entry in ledger]


def correct(draft: str, gated: Gated, actions: Sequence[Action], language: Language) -> str:
    """The draft without its contradicted sentences, followed by what really happened."""
    rest = corrected(draft, gated.verdict, language).strip()
    return "\n\n".join(part for part in (rest, happened(actions, language)) if part)


def happened(actions: Sequence[Action], language: str) -> str:
    """The actions as the controller's own sentences; "nothing was changed" where none was done."""
    lines = []
    for outcome in ("done", "waiting", "refused", "failed"):
        items = [action.summary for action in actions if action.outcome == outcome]
        if items:
            lines.append(say(f"agent.actions.{outcome}", language, items="; ".join(items)))
    if not any(action.outcome == "done" for action in actions):
        lines.append(say("agent.nothing_changed", language))
    return "\n".join(lines)


def with_note(text: str, actions: Sequence[Action], *, question: str, mood: Mood, language: Language) -> str:
    """In a language without a claims lexicon the controller says itself that nothing was changed, in `language`, which
    is the turn's: the text may be a quotation in any other.

    A few words ("Dr Silva, Rua Augusta") tell no language; as answer to a question in a known one they need no note,
    nor do they where all else is quoted ("“Notice: two months.” (document, page 2)")."""
    if is_covered(text) or any(action.outcome == "done" for action in actions):
        return text
    said = without_quotes(clean(text)).split()
    if mood is Mood.QUESTION and len(said) < TELLING_WORDS and is_covered(question):
        return text
    if mood is not Mood.REQUEST and not actions and _greets(text):
        return text
    return f"{text}\n\n{say('agent.nothing_changed', language)}"


def _greets(text: str) -> bool:
    """True for "Good morning, Ana!": too short to tell a language, and no claim in any."""
    topics = topics_of(text)
    return Topic.SMALL_TALK in topics and topics.words <= GREETING_WORDS


def actions_of(steps: Sequence[StepRecord]) -> list[Action]:
    """Every proposed write and outbound call with its outcome, in order. A refusal is dropped where the same tool's
    call went through later (the model mended it); two records of one preview are one action."""
    records = [record for step in steps for record in step.proposals if record.effect != "read"]
    actions: list[Action] = []
    shown_previews: set[str] = set()
    for position, record in enumerate(records):
        if record.outcome not in _ACTION_OUTCOMES or _mended(record, records[position + 1 :]):
            continue
        if record.preview_id is not None and record.preview_id in shown_previews:
            continue
        if record.preview_id is not None:
            shown_previews.add(record.preview_id)
        actions.append(_action(record))
    return actions


def _mended(record: ProposalRecord, later: Sequence[ProposalRecord]) -> bool:
    if record.outcome != "refused":
        return False
    return any(other.tool == record.tool and other.outcome in {"done", "waiting", "needs_input"} for other in later)


def _told_to_people(reason: str) -> str:
    """The part of a reason that says what is so; what follows tells the model what to do."""
    return sentences(reason.strip())[0]


def _action(record: ProposalRecord) -> Action:
    refused = record.outcome in {"refused", "failed"}
    return Action(
        tool=record.tool,
        outcome=record.outcome,
        summary=record.result_summary or _told_to_people(record.reason) or record.tool,
        entity=record.entity,
        preview_id=record.preview_id,
        reason=record.reason.removesuffix(TELL_WHICH_RULE).strip() if refused else None,
    )


Need = Literal["retrieval", "time_span", "proposal", "web", "answer"]

LOOKED_UP = "looked_up"
TIME_SPAN = "time_span"
_INSTRUCTIONS: dict[Need, str] = {
    "retrieval": "You answered without looking at the user's data. Call a tool first, then answer from its result.",
    "proposal": "The user asked for a change, and you have not called the tool that makes it. Call it now. "
    "If it can't be done, say plainly that nothing was changed.",
    "answer": "Your answer was empty. Answer the user in a sentence.",
}
APOLOGY: dict[Need, str] = {
    "retrieval": "agent.no_lookup",
    "time_span": "agent.no_time_span",
    "proposal": "agent.not_prepared",
    "web": "agent.no_web",
    "answer": "agent.nothing_so_far",
}
"""The message that says honestly what is missing."""


@dataclass(frozen=True)
class Plan:
    """What this turn's answer must rest on, decided when it is routed."""

    needs: tuple[Need, ...]
    searches: bool = False
    """What was said and written may hold the answer."""
    through: str = ""
    """The group of tools that "web" asks for."""


def instruction(need: Need, vocabulary: Vocabulary) -> str:
    """What a model is told whose answer lacks that."""
    return _INSTRUCTIONS.get(need) or vocabulary.instructions[need]


def plan_for(route: Route, question: str, visibility: Visibility, vocabulary: Vocabulary, *, now: datetime) -> Plan:
    """The evidence that a good answer needs. Only what the visible tools can give is asked for. `now`: the user's wall
    time, naive."""
    intent = vocabulary.intent(route.intent)
    if intent is None:
        return Plan(())
    reads = any(tool.effect is Effect.READ for tool in visibility.offered)
    writes = any(tool.effect is Effect.WRITE for tool in visibility.offered)
    needs: list[Need] = []
    of_a_day = not only_no_day(question, now=now, locale=route.language)  # else there is nothing to look up
    if route.mood is Mood.QUESTION and reads and intent.looks_up and of_a_day:
        needs.append("time_span" if Topic.MOST in topics_of(question) else "retrieval")
    if route.mood is Mood.REQUEST and writes and intent.changes:
        needs.append("proposal")
    if intent.through and any(tool.group == intent.through for tool in visibility.offered):
        needs.append("web")
    said = "retrieval" in needs and _may_have_been_said(intent, route, question, vocabulary, now)
    return Plan(tuple(needs), searches=said, through=intent.through)


def _may_have_been_said(intent: Intent, route: Route, question: str, vocabulary: Vocabulary, now: datetime) -> bool:
    """A small model calls "how much is the rudder, according to Tomás?" a data question, and then reads the todos."""
    if intent.was_said != "unless_recorded":
        return intent.was_said == "always"
    asks_records = topics_of(question).found & vocabulary.records
    return not asks_records and not mentions(question, now=now, locale=route.language)


def missing(plan: Plan, state: TurnState, draft: str, owned: Sequence[ToolSpec]) -> Need | None:
    """The first thing that the draft lacks, None where it may be accepted (as far as evidence goes)."""
    of_the_web = {tool.name for tool in owned if tool.group == plan.through}
    for need in plan.needs:
        if need == "retrieval" and LOOKED_UP not in state.tried:
            return need
        if need == "time_span" and TIME_SPAN not in state.tried:
            return need
        if need == "proposal" and not any(entry.effect != "read" for entry in state.ledger):
            return need
        if need == "web" and not any(entry.tool in of_the_web for entry in state.ledger):
            return need
    return None if draft.strip() else "answer"


def looked_too_narrowly(plan: Plan, state: TurnState, owned: Sequence[ToolSpec], vocabulary: Vocabulary) -> bool:
    """True where a question found nothing, and what was said and written was not searched: what the places and events
    do not hold, somebody may have told."""
    groups = vocabulary.of_groups(lambda one: one.searches)
    searching = {tool.name for tool in owned if tool.group in groups}
    reads = [entry for entry in state.ledger if entry.effect == "read" and entry.outcome == "done"]
    found = any(not entry.empty or entry.tool in searching for entry in reads)
    return plan.searches and bool(searching) and bool(reads) and not found
