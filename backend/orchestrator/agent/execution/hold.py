"""Why a write or an outbound call waits for the user, though no rule of theirs is against it."""

from collections.abc import Mapping, Sequence
from typing import Any

from orchestrator.agent.execution.call_site import CallSite
from orchestrator.agent.execution.users_words import OFFSET, WHEN
from orchestrator.agent.execution.validation import ValidatedCall
from orchestrator.agent.tools.spec import Effect, FrozenTool, OutboundTool, ToolContract
from orchestrator.agent.turn.turn import Turn
from orchestrator.kit.text import texts_in
from orchestrator.language.messages import say
from orchestrator.language.speech_acts.mood import Mood
from orchestrator.language.text.normalize import meaningful_words, normalize, tokens
from orchestrator.llm.messages import LedgerEntry


def hold_reason(judged: ValidatedCall, site: CallSite, *, stated: bool = False) -> str | None:
    """Why this write or outbound call waits for the user; None where the user's policy lets it through. `stated`: it
    keeps what their own message states."""
    spec = judged.spec
    if spec is None:
        return "unknown"
    if (always := _always_held(spec, site)) is not None:
        return always
    if spec.effect is Effect.OUTBOUND:
        return None
    if site.rules.confirms(spec.name) and not stated:
        return "the user confirms changes"
    return _doubtful(judged.arguments or {}, spec, site.turn, site) if site.turn is not None else None


def _always_held(spec: ToolContract, site: CallSite) -> str | None:
    """What no policy of the user's lets through."""
    if isinstance(spec, FrozenTool) and spec.irreversible:
        return "it can't be undone"
    if isinstance(spec, FrozenTool) and spec.user_only:
        return "a rule is the user's to make"
    if not site.of_a_turn:
        return "an agent from outside proposes it"
    if site.turn is not None and site.turn.delegated and not _looks_up(spec):
        return "an agent at work for the user proposes it"
    if site.tainted:
        return "text written by others was read in this turn"
    if (rule := site.rules.wants_confirmed(spec.name)) is not None:
        return say("agent.rules.confirm", site.locale, rule=rule.text)
    return None


def _looks_up(spec: ToolContract) -> bool:
    return isinstance(spec, OutboundTool) and spec.lookup is not None


def _doubtful(arguments: Mapping[str, Any], spec: ToolContract, turn: Turn, site: CallSite) -> str | None:
    """Why it may not be what the user wants, though their policy lets it through."""
    if turn.switches.mood_gate and turn.mood is Mood.UNCLEAR:
        return "it is not clear that a change was asked for"
    if said_by_agent_alone(arguments, turn, site.ledger):
        return "what it says comes from the assistant's own words"
    if not site.by_reader and _computed_by_the_model(arguments, spec, turn):
        return "the new time is not in the user's words"
    return None


def _computed_by_the_model(arguments: Mapping[str, Any], spec: ToolContract, turn: Turn) -> bool:
    """True where the user said by how much something moves ("push it back by an hour") and the call names a time that
    they did not say so: what a small model counts from there is wrong as often as not, and their words in another order
    are another time ("an hour back" is an hour ago)."""
    changes = turn.vocabulary.targets & spec.schema.get("properties", {}).keys()
    if not changes or OFFSET.search(normalize(turn.question)) is None:
        return False
    if phrase := tokens(str(arguments.get(WHEN) or "")):
        said = tokens(turn.question)
        return not any(said[at : at + len(phrase)] == phrase for at in range(len(said)))
    return any(arguments.get(name) for name in turn.vocabulary.computed)


def said_by_agent_alone(arguments: Mapping[str, Any], turn: Turn, ledger: Sequence[LedgerEntry]) -> bool:
    """True where a text argument holds a word that the assistant alone said, no user message, entity or result."""
    if not turn.agent_words:
        return False
    grounded: set[str] = set(turn.user_words)
    for entry in ledger:
        if entry.outcome == "done" and entry.origin != "agent":
            grounded.update(meaningful_words(texts_in(entry.data)))
    return any(
        word in turn.agent_words and word not in grounded
        for text in texts_in(arguments)
        for word in meaningful_words([text])
    )
