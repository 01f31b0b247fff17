"""Does the text say more than was done? Claims against the ledger, and `actions[]`, which code writes from it.

Source: product.md section 1, "Claim-ledger gate".
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from orchestrator.agent.types.bundle import Action, ProposalRecord, StepRecord
from orchestrator.agent.types.origin import Origin
from orchestrator.kit.text import sentences, texts_in
from orchestrator.language.claims.check import ClaimVerdict, LedgerFact, check, corrected, is_covered
from orchestrator.language.messages import say
from orchestrator.language.speech_acts.intents import Topic, topics_of
from orchestrator.language.speech_acts.mood import Mood
from orchestrator.language.tables import Language
from orchestrator.language.text.words import clean, without_quotes
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
    verdict = check(draft, facts_of(ledger), locale, quoted=_read_texts(ledger), composed=composed)
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
        reason=record.reason if refused else None,
    )
