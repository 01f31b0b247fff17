"""May this proposed call be executed, and as what? Everything that is decided before a tool runs, whoever calls it.

Order (product.md, tool pipeline): known and visible, schema with near-miss repair, the user's rules, scopes, the tool's
own model, then how often it was called in the run, and duplicates of an identical call. Whether a write or an outbound
call that may be made waits for the user, though no rule of theirs is against it, is `hold_reason`.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Literal

from pydantic import BaseModel, ValidationError

from orchestrator.agent.execution.call_site import CallSite, Wording
from orchestrator.agent.execution.users_words import OFFSET, WHEN, with_the_users_time, without_invented
from orchestrator.agent.prompting.result_text import with_whole_ids
from orchestrator.agent.rules.ruleset import Rule
from orchestrator.agent.tools.arguments.repair import CallVerdict, check
from orchestrator.agent.tools.freezing import blocked, canonical, missing_scopes
from orchestrator.agent.tools.spec import Effect, FrozenTool, OutboundTool, ToolContract
from orchestrator.agent.turn.turn import Turn
from orchestrator.kit.text import texts_in
from orchestrator.language.messages import say
from orchestrator.language.speech_acts.mood import Mood
from orchestrator.language.text.normalize import meaningful_words, normalize, tokens
from orchestrator.llm.messages import LedgerEntry, ToolCall

MAX_VALIDATION_MESSAGES = 3

RejectedFor = Literal["unknown", "malformed", "hidden", "gate", "scope", "rule", "duplicate", "limit", "full"]


@dataclass(frozen=True)
class ValidatedCall:
    """A proposed call and its verdict.

    `spec` is None where no such tool exists; `arguments` are final and valid unless rejected; `model` is their Pydantic
    form where the tool has one. `rule`: that of the user's which forbids it; `earlier` is the result that an identical
    call got.
    """

    call: ToolCall
    verdict: Literal["accept", "repair", "reject"]
    reason: str = ""
    why: RejectedFor | None = None
    spec: ToolContract | None = None
    arguments: Mapping[str, Any] | None = None
    model: BaseModel | None = None
    rule: Rule | None = None
    earlier: LedgerEntry | None = None

    @property
    def accepted(self) -> bool:
        return self.verdict != "reject"

    @property
    def shown_arguments(self) -> Any:
        """The arguments as they are recorded: the final ones, or what the model wrote."""
        return self.arguments if self.arguments is not None else self.call.arguments

    @property
    def payload(self) -> Any:
        """What the tool's function is given."""
        return self.model if self.model is not None else dict(self.arguments or {})


def judge_batch(calls: Sequence[ToolCall], site: CallSite) -> tuple[ValidatedCall, ...]:
    """The verdicts on a whole batch, in order; the second of two identical calls in it is a duplicate."""
    judged: list[ValidatedCall] = []
    seen = {_identity(entry.tool, entry.arguments): entry for entry in site.ledger if entry.outcome != "refused"}
    batch: set[str] = set()
    counted = Counter(entry.tool for entry in site.ledger if entry.outcome != "refused")
    for call in _with_whole_ids(calls, site):
        verdict = _within_its_limit(judge(call, site), counted)
        if verdict.accepted and verdict.spec is not None:
            identity = _identity(verdict.spec.name, verdict.arguments or {})
            if identity in seen or identity in batch:
                verdict = _duplicate(verdict, seen.get(identity))
            batch.add(identity)
        judged.append(verdict)
    return tuple(judged)


def _within_its_limit(judged: ValidatedCall, counted: Counter[str]) -> ValidatedCall:
    """The verdict, or a refusal where the tool was used in this run as often as it may be."""
    spec = judged.spec
    if spec is None or spec.max_calls is None or not judged.accepted:
        return judged
    counted[spec.name] += 1
    if counted[spec.name] <= spec.max_calls:
        return judged
    reason = f"'{spec.name}' may be used {spec.max_calls} times in one turn. Answer from the results there are."
    return replace(judged, verdict="reject", reason=reason, why="limit")


def _with_whole_ids(calls: Sequence[ToolCall], site: CallSite) -> list[ToolCall]:
    return [replace(call, arguments=with_whole_ids(call.arguments, site.ledger)) for call in calls]


def judge(call: ToolCall, site: CallSite) -> ValidatedCall:
    """The verdict on one call, apart from limits and duplicates."""
    checked = _checked(call, site.offered if site.of_a_turn else _named(call.name, site.offered))
    if checked.arguments is None:
        return _rejected(call, checked, site)
    (spec,) = _named(checked.name, site.offered)
    if checked.verdict == "repair" and site.turn is not None and not site.turn.switches.repair:
        return ValidatedCall(call, "reject", "The arguments do not follow the schema.", "malformed", spec)
    if spec.ruled and (rule := site.rules.blocks(spec.name)) is not None:
        reason = blocked(rule, spec.name)
        return ValidatedCall(call, "reject", reason, "rule", spec, checked.arguments, rule=rule)
    if site.turn is not None and site.turn.switches.repair:
        checked = with_the_users_time(without_invented(checked, spec, site.turn), spec, site.turn)
    if missing := missing_scopes(spec, site.owner.scopes):
        reason = site.wording.scope.format(scopes=", ".join(sorted(missing)))
        return ValidatedCall(call, "reject", reason, "scope", spec)
    if spec.arguments is None:
        return ValidatedCall(call, checked.verdict, checked.reason, None, spec, checked.arguments)
    try:
        model = spec.arguments.model_validate(checked.arguments)
    except ValidationError as error:
        return ValidatedCall(call, "reject", _complaint(error, site.wording), "malformed", spec)
    return ValidatedCall(call, checked.verdict, checked.reason, None, spec, checked.arguments, model)


def _checked(call: ToolCall, tools: Sequence[ToolContract]) -> CallVerdict:
    return check({"name": call.name, "arguments": call.arguments}, [tool.offered for tool in tools])


def _rejected(call: ToolCall, checked: CallVerdict, site: CallSite) -> ValidatedCall:
    """The refusal of a call that no offered tool takes as it is."""
    if offered := _named(call.name, site.offered):
        return ValidatedCall(call, "reject", checked.reason, "malformed", offered[0])
    hidden = next(iter(_named(call.name, site.known)), None)
    if hidden is None:
        return ValidatedCall(call, "reject", site.wording.unknown or checked.reason, "unknown")
    arguments = _checked(call, [hidden]).arguments
    if hidden.effect is Effect.WRITE and not any(tool.effect is Effect.WRITE for tool in site.offered):
        reason = "The user asked something and did not ask for a change: nothing may be changed. Answer the question."
        return ValidatedCall(call, "reject", reason, "gate", hidden, arguments)
    names = ", ".join(tool.name for tool in site.offered)
    reason = f"Tool '{hidden.name}' is not available in this turn. Use one of: {names}."
    return ValidatedCall(call, "reject", reason, "hidden", hidden, arguments)


def _named(name: str, tools: Sequence[ToolContract]) -> tuple[ToolContract, ...]:
    """The tool of that very name, or none."""
    return next(((tool,) for tool in tools if tool.name == name), ())


def _duplicate(judged: ValidatedCall, earlier: LedgerEntry | None) -> ValidatedCall:
    if earlier is not None and earlier.outcome == "waiting":
        reason = f"This is prepared already and waits for the user's confirmation: {earlier.summary}. Say so and stop."
    else:
        told = f" Its result was: {earlier.summary}" if earlier is not None else ""
        reason = f"This identical call was made already in this turn.{told} Use that result and answer."
    return replace(judged, verdict="reject", reason=reason, why="duplicate", earlier=earlier)


def _complaint(error: ValidationError, wording: Wording) -> str:
    """Pydantic's complaints as sentences for the caller, without the values."""
    parts = [
        wording.parameter.format(name=".".join(map(str, item["loc"])) or "arguments", message=item["msg"])
        for item in error.errors(include_url=False, include_input=False, include_context=False)
    ]
    return " ".join(parts[:MAX_VALIDATION_MESSAGES])


def _identity(tool: str, arguments: Mapping[str, Any]) -> str:
    return canonical([tool, {key: value for key, value in arguments.items() if value not in (None, "", [])}])


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
