"""How does `/me` show and set the two rules that every account had before there were rules? `quiet_hours` is the newest
rule of that effect that holds everywhere and on all days, `auto_confirm` the tools whose policy is `auto`."""

from collections.abc import Collection, Mapping, Sequence

from orchestrator.agent.rules.effects import Effect, QuietHours, ToolPolicy
from orchestrator.agent.rules.ruleset import Rule, RuleSet
from orchestrator.db.tx import Tx
from orchestrator.domain.memory.facts import service as facts
from orchestrator.domain.memory.facts.schemas import HARD_RULE, FactEffect, FactFields
from orchestrator.domain.memory.rules.source import FactRules
from orchestrator.domain.people.accounts import service as accounts
from orchestrator.domain.people.accounts.schemas import Me, MePatch
from orchestrator.domain.people.accounts.schemas import QuietHours as Hours
from orchestrator.domain.world.events.sync import writable
from orchestrator.kit.versions import Expected
from orchestrator.language.messages import say

SOURCE = "me"


async def me(tx: Tx) -> Me:
    """The user's own account with these rules. Raises NotFound."""
    own = await accounts.me(tx)
    rules = await FactRules().rules(tx)
    quiet = next((one for _, one in _everywhere(rules)), None)
    hours = Hours(from_=quiet.from_, to=quiet.to) if quiet is not None else None
    calendar = await writable.name_of(tx, own.default_calendar)
    shown = own.model_copy(update={"default_calendar": calendar})
    return Me(**shown.model_dump(), quiet_hours=hours, auto_confirm=list(rules.auto_confirm))


async def patch_me(
    tx: Tx,
    patch: MePatch,
    *,
    scopes: Collection[str],
    write_tools: Collection[str],
    expected_version: Expected = None,
) -> Me:
    """As accounts.patch_me, these rules among what is changed."""
    await accounts.patch_me(tx, patch, scopes=scopes, write_tools=write_tools, expected_version=expected_version)
    given = patch.model_fields_set
    if "quiet_hours" in given:
        await set_quiet_hours(tx, patch.quiet_hours)
    if "auto_confirm" in given:
        await set_auto_confirm(tx, patch.auto_confirm or [])
    return await me(tx)


async def set_quiet_hours(tx: Tx, hours: Hours | None) -> None:
    """Let these be the quiet hours of all days everywhere, in the place of all others that are."""
    there = _everywhere(await FactRules().rules(tx))
    kept = next((rule for rule, one in there if hours and (one.from_, one.to) == (hours.from_, hours.to)), None)
    for rule, _ in there:
        if rule is not kept:
            await facts.retire(tx, rule.id)
    if hours is not None and kept is None:
        excepted = there[0][1].except_ if there else []
        effect = QuietHours(from_=hours.from_, to=hours.to, except_=excepted)
        await _state(tx, "rules.account.quiet", {"start": hours.from_, "end": hours.to}, effect)


async def set_auto_confirm(tx: Tx, tools: Sequence[str]) -> None:
    """Let these tools through without a preview, and no others."""
    rules = await FactRules().rules(tx)
    there = [(rule, one) for rule, one in rules.of(ToolPolicy) if one.policy == "auto" and rule.scope == "global"]
    for rule, one in there:
        if one.tool not in tools:
            await facts.retire(tx, rule.id)
    known = {one.tool for _, one in there}
    for tool in dict.fromkeys(tools):
        if tool not in known:
            await _state(tx, "rules.account.auto", {"tool": tool}, ToolPolicy(tool=tool, policy="auto"))


def _everywhere(rules: RuleSet) -> list[tuple[Rule, QuietHours]]:
    """The quiet hours of all days, everywhere, the newest first."""
    return [(rule, one) for rule, one in rules.of(QuietHours) if rule.scope == "global" and not one.days]


async def _state(tx: Tx, message: str, values: Mapping[str, str], effect: Effect) -> None:
    locale = (await accounts.me(tx)).locale
    fields = FactFields(
        text=say(message, locale, **values),
        kind=HARD_RULE,
        category="preference",
        effect=FactEffect(**effect.stored()),
        source=SOURCE,
    )
    await facts.state(tx, fields, zone="UTC")
