"""What stands against a proposed write, once it is known what exactly it would do? The user's rules over frozen
arguments, asked when they are frozen and once more when they are carried out."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from typing import Any

from orchestrator.agent.rules.ruleset import Held, Rule
from orchestrator.agent.tools.spec import FrozenTool, Prepared, ToolContext, ToolContract
from orchestrator.agent.types.origin import least_trusted
from orchestrator.errors import ToolRejected
from orchestrator.language.messages import say


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


def blocked(rule: Rule, tool: str) -> str:
    """Why the agent may not call this tool, for the model and, in its first sentence, for the user."""
    return f"The user's rule “{rule.text}” forbids '{tool}'. Nothing was changed; tell the user which rule it was."
