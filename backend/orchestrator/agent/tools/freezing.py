"""What exactly will happen when the user says yes? Freezing a prepared write, how a preview is shown, and the
user's rules that stand against it, asked when it is frozen and once more when it is carried out.
"""

import hashlib
import json
from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from datetime import datetime, timedelta
from typing import Any
from uuid import UUID

from orchestrator.agent.ports.previews import Preview
from orchestrator.agent.rules.ruleset import Held, Rule
from orchestrator.agent.tools.spec import FrozenTool, Prepared, ToolContext, ToolContract, ToolResult
from orchestrator.agent.types.bundle import EntityOut, PreviewOut, PreviewResult
from orchestrator.agent.types.limits import PREVIEW_LIFE_S, UNDO_S
from orchestrator.agent.types.origin import least_trusted
from orchestrator.errors import ToolRejected
from orchestrator.kit.ids import new_id
from orchestrator.language.messages import say

GENERATED = frozenset({"id"})
"""Arguments that `prepare` makes up itself: they say nothing about what was proposed."""


def canonical(value: Any) -> str:
    """JSON with sorted keys and no spaces: equal values give equal texts."""
    return json.dumps(value, ensure_ascii=False, sort_keys=True, separators=(",", ":"), default=str)


def digest_of(tool: str, arguments: Mapping[str, Any], zone: str) -> str:
    """SHA-256 (hex) over the frozen call: what the user saw is what is executed."""
    return hashlib.sha256(canonical([tool, arguments, zone]).encode()).hexdigest()


def same_proposal(preview: Preview, tool: str, prepared: Prepared) -> bool:
    """True where a waiting preview proposes the very same change, of the same thing, already."""
    if preview.tool != tool or preview.state != "pending" or _changed(preview) != _changed(prepared):
        return False
    return _stated(preview.arguments) == _stated(prepared.arguments)


def _changed(one: Preview | Prepared) -> UUID | None:
    """Of what the change is; None of a creation, whose id is made up for each proposal."""
    return one.target.id if one.target is not None else None


def _stated(arguments: Mapping[str, Any]) -> str:
    return canonical({key: value for key, value in arguments.items() if key not in GENERATED})


def freeze(
    spec: FrozenTool,
    prepared: Prepared,
    *,
    owner_id: UUID,
    zone: str,
    locale: str,
    now: datetime,
    tainted: bool = False,
    thread_id: UUID | None = None,
    run_id: UUID | None = None,
    life_s: float = PREVIEW_LIFE_S,
) -> Preview:
    """A prepared write as a preview that waits; `now` is the real time (aware UTC)."""
    arguments = json.loads(canonical(prepared.arguments))
    preview_id = new_id()
    return Preview(
        id=preview_id,
        owner_id=owner_id,
        tool=spec.name,
        title=prepared.title,
        summary=prepared.summary,
        arguments=arguments,
        draft={name: arguments.get(name) for name in prepared.editable_fields},
        digest=digest_of(spec.name, arguments, zone),
        editable_fields=prepared.editable_fields,
        timezone=zone,
        locale=locale,
        idempotency_key=str(preview_id),
        created_at=now,
        expires_at=now + timedelta(seconds=life_s),
        origin=prepared.origin,
        tainted=tainted,
        target=prepared.target,
        target_version=prepared.target_version,
        thread_id=thread_id,
        run_id=run_id,
    )


def settled(preview: Preview, result: ToolResult, *, now: datetime) -> Preview:
    """The preview after its execution; undo is offered where the tool gave an exact inverse."""
    undoable = result.undo is not None
    origin = least_trusted([preview.origin, result.origin])
    stored = {
        "entity": {"type": result.entity.type, "id": str(result.entity.id)} if result.entity else None,
        "summary": result.summary,
    }
    return replace(
        preview,
        state="confirmed",
        origin=origin,
        last_error=None,
        lease_until=None,
        result=stored,
        undo=json.loads(canonical(result.undo)) if undoable else None,
        undo_until=now + timedelta(seconds=UNDO_S) if undoable else None,
    )


def wordless(preview: Preview) -> Preview:
    """An executed preview whose target is gone for good: what became of it, and no word of what it was about."""
    said = str((preview.result or {}).get("summary", ""))
    target = replace(preview.target, title="") if preview.target is not None else None
    return replace(preview, title=said, summary=said, target=target)


def shown(preview: Preview, *, now: datetime | None = None) -> PreviewOut:
    """The preview as api.md has it; one past its time reads `expired` even before anything stored that."""
    state = preview.state
    if state == "pending" and now is not None and preview.expires_at <= now:
        state = "expired"
    return PreviewOut(
        id=str(preview.id),
        tool=preview.tool,
        title=preview.title,
        summary=preview.summary,
        arguments=dict(preview.arguments),
        draft=dict(preview.draft),
        digest=preview.digest,
        editable_fields=list(preview.editable_fields),
        timezone=preview.timezone,
        held_by_rule=next(iter(preview.held_by_rules), None),
        expires_at=preview.expires_at,
        state=state,
        superseded_by=str(preview.superseded_by) if preview.superseded_by else None,
        last_error=preview.last_error,
        result=_result(preview),
    )


def _result(preview: Preview) -> PreviewResult | None:
    if preview.result is None:
        return None
    entity = preview.result.get("entity")
    return PreviewResult(
        entity=EntityOut(**entity) if entity else None,
        summary=str(preview.result.get("summary", "")),
        undo_until=preview.undo_until,
    )


def missing_scopes(spec: ToolContract, scopes: Collection[str]) -> frozenset[str]:
    """What a token of these scopes lacks to call the tool."""
    return frozenset() if "admin" in scopes else spec.scopes.difference(scopes)


def refused_by(spec: FrozenTool, context: ToolContext, arguments: Mapping[str, Any]) -> Rule | None:
    """The rule by which what a tool would keep is never stored."""
    text = arguments.get("text")
    if not spec.keeps_text or not isinstance(text, str):
        return None
    subjects = arguments.get("subjects")
    return context.rules.forbids_storing(
        text,
        category=arguments.get("category") if isinstance(arguments.get("category"), str) else None,
        subjects=[one for one in subjects if isinstance(one, str)] if isinstance(subjects, list | tuple) else (),
    )


async def policy_violations(spec: FrozenTool, context: ToolContext, arguments: Mapping[str, Any]) -> tuple[Held, ...]:
    """The rules that hold these arguments: those about what is written, then the policy for the tool. Raises
    ToolRejected where one refuses them."""
    if (rule := refused_by(spec, context, arguments)) is not None:
        raise ToolRejected(blocked(rule, spec.name))
    found = [*(await spec.rule_check(context, arguments))] if spec.rule_check is not None else []
    policy = context.rules.wants_confirmed(spec.name)
    if policy is not None:
        found.append(Held(policy, say("agent.rules.confirm", context.locale, rule=policy.text)))
    return tuple(found)


def named(held: Sequence[Held]) -> tuple[str, ...]:
    """The ids of the rules, as a preview keeps them."""
    return tuple(str(one.rule.id) for one in held)


def new_ones(held: Sequence[Held], known: Collection[str]) -> tuple[Held, ...]:
    """Those that a preview did not name: confirming it was no exception from them."""
    return tuple(one for one in held if str(one.rule.id) not in known)


def with_reasons(prepared: Prepared, held: Sequence[Held]) -> Prepared:
    """The write with what stands against it in its summary: the user must know from what they make an exception."""
    if not held:
        return prepared
    summary = " ".join([f"{prepared.summary.rstrip('.')}.", *(one.why for one in held)])
    return replace(prepared, summary=summary, origin=least_trusted([prepared.origin, *(one.origin for one in held)]))


TELL_WHICH_RULE = "Nothing was changed; tell the user which rule it was."
"""What the model is to do about a call that a rule forbids; nobody else is told."""


def blocked(rule: Rule, tool: str) -> str:
    """Why the agent may not call this tool."""
    return f"The user's rule “{rule.text}” forbids '{tool}'. {TELL_WHICH_RULE}"
