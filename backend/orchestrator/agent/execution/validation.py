"""May this proposed call be executed, and as what? Everything that is decided before a tool runs.

Order (product.md, tool pipeline): known and visible, schema with near-miss repair, scopes, duplicate of an identical
call, then whether a write must wait for the user.
"""

from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Literal

from pydantic import BaseModel, ValidationError

from orchestrator.agent.prompting.result_text import with_whole_ids
from orchestrator.agent.tools.arguments.repair import CallVerdict, check
from orchestrator.agent.tools.freezing import canonical
from orchestrator.agent.tools.policy import blocked
from orchestrator.agent.tools.spec import Effect, FrozenTool, ToolSpec
from orchestrator.agent.turn.state import TurnState
from orchestrator.agent.turn.turn import Turn
from orchestrator.agent.turn.visibility import Visibility
from orchestrator.agent.types.vocabulary import Vocabulary
from orchestrator.kit import patterns
from orchestrator.language.intents import Topic, topics_of
from orchestrator.language.messages import say
from orchestrator.language.mood import Mood
from orchestrator.language.normalize import meaningful_words, normalize, tokens
from orchestrator.language.persons import SELF_WORDS
from orchestrator.language.time import mentions, repeating
from orchestrator.llm.messages import LedgerEntry, ToolCall

MAX_VALIDATION_MESSAGES = 3

WHEN = "when"
"""The argument that holds the user's words for a time, in every tool that takes one."""
_OFFSET = patterns.compile(r"\b(?:min|minutes?|hours?|minutos?|horas?)\b")

RejectedFor = Literal["malformed", "hidden", "gate", "scope", "rule", "duplicate", "limit", "tool"]


@dataclass(frozen=True)
class ValidatedCall:
    """A proposed call and its verdict.

    `spec` is None where no such tool exists; `arguments` are final and valid unless rejected; `model` is their Pydantic
    form where the tool has one. `earlier` is the result that an identical call got.
    """

    call: ToolCall
    verdict: Literal["accept", "repair", "reject"]
    reason: str = ""
    why: RejectedFor | None = None
    spec: ToolSpec | None = None
    arguments: Mapping[str, Any] | None = None
    model: BaseModel | None = None
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


def judge_batch(
    calls: Sequence[ToolCall], turn: Turn, state: TurnState, visibility: Visibility, owned: Sequence[ToolSpec]
) -> tuple[ValidatedCall, ...]:
    """The verdicts on a whole batch, in order; the second of two identical calls in it is a duplicate."""
    judged: list[ValidatedCall] = []
    seen = {_identity(entry.tool, entry.arguments): entry for entry in state.ledger if entry.outcome != "refused"}
    batch: set[str] = set()
    counted = Counter(entry.tool for entry in state.ledger if entry.outcome != "refused")
    for call in _with_whole_ids(calls, state):
        verdict = _within_its_limit(judge(call, turn, visibility, owned), counted)
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


def _with_whole_ids(calls: Sequence[ToolCall], state: TurnState) -> list[ToolCall]:
    return [replace(call, arguments=with_whole_ids(call.arguments, state.ledger)) for call in calls]


def judge(call: ToolCall, turn: Turn, visibility: Visibility, owned: Sequence[ToolSpec]) -> ValidatedCall:
    """The verdict on one call, apart from duplicates."""
    raw: dict[str, Any] = {"name": call.name, "arguments": call.arguments}
    checked = check(raw, [tool.offered for tool in visibility.tools])
    if checked.arguments is None:
        return _rejected(call, checked, raw, visibility, owned)
    spec = next(tool for tool in visibility.tools if tool.name == checked.name)
    if checked.verdict == "repair" and not turn.switches.repair:
        return ValidatedCall(call, "reject", "The arguments do not follow the schema.", "malformed", spec)
    if (rule := turn.rules.blocks(spec.name)) is not None:
        return ValidatedCall(call, "reject", blocked(rule, spec.name), "rule", spec, checked.arguments)
    if turn.switches.repair:
        checked = with_the_users_time(_without_invented(checked, spec, turn), spec, turn)
    missing = spec.scopes - turn.owner.scopes
    if missing and "admin" not in turn.owner.scopes:
        return ValidatedCall(
            call,
            "reject",
            f"The user's token lacks the scope {', '.join(sorted(missing))}; tell the user.",
            "scope",
            spec,
        )
    if spec.arguments is None:
        return ValidatedCall(call, checked.verdict, checked.reason, None, spec, checked.arguments)
    try:
        model = spec.arguments.model_validate(checked.arguments)
    except ValidationError as error:
        return ValidatedCall(call, "reject", _complaint(error), "malformed", spec)
    return ValidatedCall(call, checked.verdict, checked.reason, None, spec, checked.arguments, model)


def _without_invented(checked: CallVerdict, spec: ToolSpec, turn: Turn) -> CallVerdict:
    """The call without copied arguments that nobody said: small models invent a "tomorrow" where no time was named."""
    arguments = dict(checked.arguments or {})
    invented = [
        name
        for name in sorted(spec.verbatim_arguments & arguments.keys())
        if isinstance(arguments[name], str) and arguments[name].strip() and not _was_said(name, arguments[name], turn)
    ]
    required = spec.schema.get("required", ())
    if not invented or any(name in required for name in invented):
        return checked
    for name in invented:
        del arguments[name]
    told = f"'{', '.join(invented)}' was left out: the user did not say it."
    return replace(checked, verdict="repair", arguments=arguments, reason=f"{checked.reason} {told}".strip())


def with_the_users_time(checked: CallVerdict, spec: ToolSpec, turn: Turn) -> CallVerdict:
    """The call of a write with the time that the user named, where the model computed one itself or left it out.

    Models copy, code resolves (contracts/time.md): a small model's own dates are wrong most of the time. Only where the
    message names exactly one time without doubt.
    """
    arguments = dict(checked.arguments or {})
    if spec.effect is not Effect.WRITE or WHEN not in spec.schema.get("properties", {}):
        return checked
    if arguments.get(WHEN):
        return _with_the_whole_phrase(checked, str(arguments[WHEN]), turn)
    if Topic.SEVERAL in topics_of(turn.question):
        # "Add milk, and book the dentist for Friday at ten": the time belongs to one of the calls, not to each.
        return checked
    named = [one for one in mentions(turn.question, now=turn.local_now, locale=turn.locale) if one.sure]
    again = repeating(turn.question, now=turn.local_now, locale=turn.locale)
    if not again:
        if len(named) != 1 or named[0].kind == "duration" or not (named[0].has_date or named[0].has_time):
            return checked
        if named[0].kind == "open" and turn.vocabulary.targets & spec.schema["properties"].keys():
            return checked  # "from next week on" says since when a change holds
    parts = again or named[0].parts
    said = " ".join(turn.question[start:end] for start, end in parts) or named[0].text
    if len(again) > 1 or not _is_new_time(said, arguments, spec, turn.vocabulary):
        return checked
    return _with_time(checked, said, without=turn.vocabulary.computed)


def _with_the_whole_phrase(checked: CallVerdict, copied: str, turn: Turn) -> CallVerdict:
    """The call with all of the user's phrase where the model copied a part of it, or wrote it so that it is no time any
    more ("3 days" for "in three days"): what it left out ("in the morning") may be what tells two times apart. A
    recurrence is left as it was copied, and so is whatever says more than the phrase."""
    words = set(tokens(copied))
    again = [
        turn.question[start:end] for start, end in repeating(turn.question, now=turn.local_now, locale=turn.locale)
    ]
    if len(again) == 1 and words < set(tokens(again[0])):
        return _with_time(checked, again[0])
    if repeating(copied, now=turn.local_now, locale=turn.locale):
        return checked
    alone = mentions(copied, now=turn.local_now, locale=turn.locale)
    understood = any(one.sure and words <= set(tokens(one.text)) for one in alone)
    named = [one for one in mentions(turn.question, now=turn.local_now, locale=turn.locale) if one.sure]
    whole = [
        one
        for one in named
        if len(one.parts) <= 1 and (words < (said := set(tokens(one.text))) or (not understood and words & said))
        if not set(tokens(one.text)) < words
    ]
    return _with_time(checked, whole[0].text) if len(whole) == 1 else checked


def _with_time(checked: CallVerdict, said: str, without: Collection[str] = ()) -> CallVerdict:
    kept = {name: value for name, value in (checked.arguments or {}).items() if name not in without}
    told = f"'when' was taken from the user's words: “{said}”."
    reason = f"{checked.reason} {told}".strip()
    return replace(checked, verdict="repair", arguments={**kept, WHEN: said}, reason=reason)


def _is_new_time(phrase: str, arguments: Mapping[str, Any], spec: ToolSpec, vocabulary: Vocabulary) -> bool:
    """False where a change of something that exists may mean the time in another way: "add Ana to Friday's lunch" names
    the lunch by it, "an hour later" counts from the lunch."""
    if not vocabulary.targets & spec.schema.get("properties", {}).keys():
        return True
    changed = {name for name, value in arguments.items() if value} - vocabulary.targets - vocabulary.computed
    return not changed and _OFFSET.search(normalize(phrase)) is None


def _was_said(name: str, phrase: str, turn: Turn) -> bool:
    """True where the user said any of its words, or named some time at all (then it may be a translation); a proper
    name may also come from what is known of the people in the question."""
    if any(word in turn.user_words for word in meaningful_words([phrase])):
        return True
    if name != WHEN:
        return normalize(phrase) in SELF_WORDS or phrase != phrase.lower()
    spoken = set(tokens(turn.question))
    if any(word in spoken for word in tokens(phrase)):
        return True
    return bool(mentions(turn.question, now=turn.local_now, locale=turn.language))


def _rejected(
    call: ToolCall, checked: CallVerdict, raw: Mapping[str, Any], visibility: Visibility, owned: Sequence[ToolSpec]
) -> ValidatedCall:
    hidden = _named(call.name, owned)
    if hidden is None or hidden in visibility.tools:
        return ValidatedCall(call, "reject", checked.reason, "malformed", hidden)
    again = check(raw, [hidden.offered])
    arguments = again.arguments
    if hidden.effect is Effect.WRITE and not any(tool.effect is Effect.WRITE for tool in visibility.tools):
        reason = "The user asked something and did not ask for a change: nothing may be changed. Answer the question."
        return ValidatedCall(call, "reject", reason, "gate", hidden, arguments)
    reason = f"Tool '{hidden.name}' is not available in this turn. Use one of: {', '.join(visibility.names)}."
    return ValidatedCall(call, "reject", reason, "hidden", hidden, arguments)


def _named(name: str, owned: Iterable[ToolSpec]) -> ToolSpec | None:
    return next((tool for tool in owned if tool.name == name), None)


def _duplicate(judged: ValidatedCall, earlier: LedgerEntry | None) -> ValidatedCall:
    if earlier is not None and earlier.outcome == "waiting":
        reason = f"This is prepared already and waits for the user's confirmation: {earlier.summary}. Say so and stop."
    else:
        told = f" Its result was: {earlier.summary}" if earlier is not None else ""
        reason = f"This identical call was made already in this turn.{told} Use that result and answer."
    return ValidatedCall(
        judged.call, "reject", reason, "duplicate", judged.spec, judged.arguments, judged.model, earlier
    )


def _complaint(error: ValidationError) -> str:
    """Pydantic's complaints as sentences for the model, without the values."""
    parts = [
        f"Parameter '{'.'.join(map(str, item['loc'])) or 'arguments'}': {item['msg']}."
        for item in error.errors(include_url=False, include_input=False, include_context=False)
    ]
    return " ".join(parts[:MAX_VALIDATION_MESSAGES])


def _identity(tool: str, arguments: Mapping[str, Any]) -> str:
    return canonical([tool, {key: value for key, value in arguments.items() if value not in (None, "", [])}])


def hold_reason(judged: ValidatedCall, turn: Turn, state: TurnState, *, stated: bool = False) -> str | None:
    """Why this write or outbound call waits for the user; None where the user's policy lets it through. `stated`: it
    keeps what their own message states."""
    spec = judged.spec
    if spec is None:
        return "unknown"
    if (always := _always_held(spec, turn, state)) is not None:
        return always
    if spec.effect is Effect.OUTBOUND:
        return None
    if turn.rules.confirms(spec.name) and not stated:
        return "the user confirms changes"
    return _doubtful(judged, spec, turn, state)


def _always_held(spec: ToolSpec, turn: Turn, state: TurnState) -> str | None:
    """What no policy of the user's lets through."""
    if isinstance(spec, FrozenTool) and spec.irreversible:
        return "it can't be undone"
    if isinstance(spec, FrozenTool) and spec.user_only:
        return "a rule is the user's to make"
    if state.tainted:
        return "text written by others was read in this turn"
    if (rule := turn.rules.wants_confirmed(spec.name)) is not None:
        return say("agent.rules.confirm", turn.locale, rule=rule.text)
    return None


def _doubtful(judged: ValidatedCall, spec: ToolSpec, turn: Turn, state: TurnState) -> str | None:
    """Why it may not be what the user wants, though their policy lets it through."""
    if turn.switches.mood_gate and turn.mood is Mood.UNCLEAR:
        return "it is not clear that a change was asked for"
    if said_by_agent_alone(judged.arguments or {}, turn, state):
        return "what it says comes from the assistant's own words"
    if _computed_by_the_model(judged.arguments or {}, spec, turn):
        return "the new time is not in the user's words"
    return None


def _computed_by_the_model(arguments: Mapping[str, Any], spec: ToolSpec, turn: Turn) -> bool:
    """True where the user said by how much something moves ("push it back by an hour") and the call names a time that
    they did not say: what a small model counts from there is wrong as often as not."""
    changes = turn.vocabulary.targets & spec.schema.get("properties", {}).keys()
    if not changes or _OFFSET.search(normalize(turn.question)) is None:
        return False
    words = tokens(str(arguments.get(WHEN) or ""))
    return bool(words) and not set(words) & set(tokens(turn.question))


def said_by_agent_alone(arguments: Mapping[str, Any], turn: Turn, state: TurnState) -> bool:
    """True where a text argument holds a word that the assistant alone said, no user message, entity or result."""
    if not turn.agent_words:
        return False
    grounded: set[str] = set(turn.user_words)
    for entry in state.ledger:
        if entry.outcome == "done" and entry.origin != "agent":
            grounded.update(meaningful_words(strings_in(entry.data)))
    return any(
        word in turn.agent_words and word not in grounded
        for text in strings_in(arguments)
        for word in meaningful_words([text])
    )


def strings_in(value: Any) -> Iterable[str]:
    """All strings inside a JSON value."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, Mapping):
        for item in value.values():
            yield from strings_in(item)
    elif isinstance(value, Collection):
        for item in value:
            yield from strings_in(item)
