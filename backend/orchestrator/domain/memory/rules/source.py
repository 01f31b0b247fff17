"""Which hard rules of a user bind now? Implements the port `RuleSource` over `user_facts`."""

import json
from collections.abc import Mapping, Sequence
from functools import lru_cache, partial
from typing import Any
from uuid import UUID

from sqlalchemy.ext.asyncio import AsyncSession

from orchestrator.agent.rules.effects import Effect, read_effect
from orchestrator.agent.rules.ruleset import Rule, RuleSet
from orchestrator.db.shared_reads import once
from orchestrator.db.tx import Tx
from orchestrator.domain.memory.facts import repository
from orchestrator.domain.memory.facts.model import UserFact
from orchestrator.errors import InvalidRequest
from orchestrator.telemetry.logging import get_logger

EFFECTS_KEPT = 20_000
"""Some ten megabytes."""

log = get_logger(__name__)


class FactRules:
    """The rules that the user authored or ratified, and that hold now."""

    async def rules(self, tx: Tx) -> RuleSet:
        return await once(tx.session, ("rules", tx.owner_id), partial(_of_one, tx))


async def _of_one(tx: Tx) -> RuleSet:
    return (await rules_of(tx.session, [tx.owner_id])).get(tx.owner_id, RuleSet())


async def rules_of(session: AsyncSession, owners: Sequence[UUID]) -> dict[UUID, RuleSet]:
    """The rules of several users; of one without any nothing."""
    found: dict[UUID, list[Rule]] = {}
    for row in await repository.binding(session, owners):
        found.setdefault(row.user_id, []).append(rule_of(row))
    return {owner_id: RuleSet(tuple(rules)) for owner_id, rules in found.items()}


def rule_of(row: UserFact) -> Rule:
    """A row as what binds. One whose effect this version can't read is a rule in words alone."""
    scope: Any = row.scope_type
    return Rule(row.id, row.text, _effect(row.id, row.effect), scope, row.scope_ref, row.recorded_at)


def _effect(rule_id: UUID, effect: Mapping[str, Any] | None) -> Effect | None:
    if effect is None:
        return None
    try:
        return _read(json.dumps(effect, sort_keys=True))
    except InvalidRequest as error:
        log.warning("a rule's effect can't be read", rule=str(rule_id), why=error.detail)
        return None


@lru_cache(maxsize=EFFECTS_KEPT)
def _read(effect: str) -> Effect:
    """An effect is frozen, and read with every turn and write of its user. Raises InvalidRequest."""
    return read_effect(json.loads(effect))
