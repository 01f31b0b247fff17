"""How do the user's rules bind a direct write? Held: 409 `rule_held`, passed by `?override_rule=ID` of that very rule;
refused: 409 `rule_refused` (api.md, Entities). What rules fill in is in the answer."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Protocol
from uuid import UUID

from orchestrator.agent.rules.ruleset import RuleSet, rule_refused
from orchestrator.db.tx import Tx
from orchestrator.domain.memory.facts.schemas import HARD_RULE
from orchestrator.domain.memory.rules.source import FactRules
from orchestrator.domain.world.events import ruled
from orchestrator.domain.world.events.schemas import EventFields
from orchestrator.domain.world.events.service import events
from orchestrator.web.access.auth import Principal


@dataclass(frozen=True)
class Writing:
    """A direct write: in which transaction, by whom, under which rules, and from which of these it is an exception."""

    tx: Tx
    principal: Principal
    rules: RuleSet
    overridden: Sequence[UUID] = ()

    @property
    def asking(self) -> ruled.Asking:
        """As events ask their rules."""
        who = self.principal
        return ruled.Asking(self.tx, self.rules, who.timezone, self.rules.locale(who.locale))


class Bound(Protocol):
    """What rules say to the writes of one kind of entity. Raises Conflict `rule_held`, `rule_refused`."""

    async def making(self, writing: Writing, fields: Any) -> Any:
        """The fields of a new one, with what rules fill in."""
        ...

    async def changing(self, writing: Writing, entity_id: UUID, changes: Mapping[str, Any]) -> None:
        """Whether these changes may be made."""
        ...


async def writing(tx: Tx, principal: Principal, override_rule: Sequence[UUID] | None) -> Writing:
    """The write of who asks, with their rules."""
    rules = await FactRules().rules(tx)
    return Writing(tx, principal, rules, override_rule or ())


class BoundEvents:
    """Filled and held (`world/events/ruled.py`)."""

    async def making(self, writing: Writing, fields: EventFields) -> EventFields:
        if not writing.rules.rules:
            return fields
        whole = await ruled.filled_fields(writing.asking, fields)
        ruled.pass_or_raise(await ruled.held_new(writing.asking, whole), writing.overridden)
        return whole

    async def changing(self, writing: Writing, entity_id: UUID, changes: Mapping[str, Any]) -> None:
        if not writing.rules.rules:
            return
        row = await events.get(writing.tx, entity_id)
        ruled.pass_or_raise(await ruled.held_change(writing.asking, row, changes), writing.overridden)


class BoundTexts:
    """Notes and facts: refused where a rule says that this is never stored."""

    async def making(self, writing: Writing, fields: Any) -> Any:
        refuse(writing.rules, fields.model_dump())
        return fields

    async def changing(self, writing: Writing, entity_id: UUID, changes: Mapping[str, Any]) -> None:
        del entity_id
        refuse(writing.rules, changes)


def refuse(rules: RuleSet, said: Mapping[str, Any]) -> None:
    """Raises Conflict `rule_refused` where what is said (`text`, `category`, `subjects`) may not be kept. A rule may
    name what it forbids."""
    if said.get("kind") == HARD_RULE:
        return
    text, category = str(said.get("text") or ""), said.get("category")
    rule = rules.forbids_storing(text, category=category, subjects=said.get("subjects") or ())
    if rule is not None:
        raise rule_refused(rule)


async def refuse_text(tx: Tx, said: Mapping[str, Any]) -> None:
    """The same by the rules of who asks. Raises Conflict `rule_refused`."""
    refuse(await FactRules().rules(tx), said)
