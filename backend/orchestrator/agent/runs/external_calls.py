"""What may an agent from outside do with our tools? A read is carried out; what would change or leave anything becomes
a preview that waits for the user, whatever their policy lets through (product.md, MCP server).

Such a call belongs to no turn: no question of the user's stands behind it, so nothing of it counts as the user's words,
and its preview is shown nowhere but in the app: no "yes" in a thread means it, and no prompt quotes it.
"""

from collections.abc import Mapping, Sequence
from typing import Any

from sqlalchemy.ext.asyncio import AsyncSession

from orchestrator.agent.execution.call_site import TO_AN_AGENT, CallSite, DoorTools
from orchestrator.agent.execution.calls import CallPipeline, Stored
from orchestrator.agent.execution.results import CallResult
from orchestrator.agent.execution.validation import judge_batch
from orchestrator.agent.ports.requests import Owner
from orchestrator.agent.rules.ruleset import RuleSet
from orchestrator.agent.runs.needs_input import call_to
from orchestrator.agent.tools.spec import FrozenTool, ToolContract, Tools
from orchestrator.agent.turn.services import Services
from orchestrator.db.retry import retry_on_disconnect
from orchestrator.db.tx import Tx
from orchestrator.language.messages import supported_language
from orchestrator.llm.messages import ToolCall

MOST_WAITING = 50
"""So many changes may wait for the user; a flood of them would hide what they asked for themselves."""


class ExternalToolCalls:
    """Carries out single calls from outside; holds no state of its own."""

    def __init__(self, services: Services) -> None:
        self.services = services
        self._calls = CallPipeline(services)
        self._tools = tuple(one for one in services.tools if not (isinstance(one, FrozenTool) and one.irreversible))

    @property
    def tools(self) -> Tools:
        """All tools of this process that may be called from outside: nothing that can't be taken back."""
        return self._tools

    async def rules(self, tx: Tx) -> RuleSet:
        """The user's rules that bind now."""
        return await self.services.rules.rules(tx)

    def site(
        self,
        owner: Owner,
        rules: RuleSet,
        offered: Sequence[ToolContract],
        *,
        client: str,
        question: str = "",
        door_tools: DoorTools | None = None,
    ) -> CallSite:
        """Where such a call comes from. `client`: who calls, as the user shall read it; `question`: what they look
        for."""
        return CallSite(
            owner=owner,
            rules=rules,
            offered=offered,
            known=(),
            now=self.services.clock.now(),
            zone=owner.timezone,
            locale=rules.locale(owner.locale),
            wording=TO_AN_AGENT,
            question=question,
            tainted=True,
            client=client,
            most_waiting=MOST_WAITING,
            door_tools=door_tools,
        )

    async def call(
        self,
        owner: Owner,
        name: str,
        arguments: Mapping[str, Any],
        *,
        client: str,
        offered: Sequence[ToolContract] | None = None,
        door_tools: DoorTools | None = None,
    ) -> CallResult:
        """One call of one tool, of those `offered` (all `tools` unless given). Never raises for what a tool did."""
        site = self.site(owner, await self._rules(owner), offered or self.tools, client=client, door_tools=door_tools)
        (judged,) = judge_batch([ToolCall("", name, arguments)], site)
        return await self._calls.carry_out(judged, site, self._called_to(site))

    async def look_up(
        self, owner: Owner, name: str, arguments: Mapping[str, Any], *, client: str, question: str
    ) -> CallResult:
        """A read that is a part of another call, which is counted itself."""
        site = self.site(owner, await self._rules(owner), self.tools, client=client, question=question)
        (judged,) = judge_batch([ToolCall("", name, arguments)], site)
        return await self._calls.attempt(judged, site)

    async def _rules(self, owner: Owner) -> RuleSet:
        async def read() -> RuleSet:
            async with self.services.unit_of_work_of(owner.id) as tx:
                return await self.rules(tx)

        return await retry_on_disconnect(read)

    def _called_to(self, site: CallSite) -> Stored:
        """Calls the user to a preview that is new, in the transaction that stores it."""

        async def stored(session: AsyncSession, result: CallResult) -> None:
            if result.preview is None or not result.filed:
                return
            language = site.rules.spoken or supported_language(site.locale)
            push = call_to(result.preview, language=language, now=result.preview.created_at)
            await self.services.notifier.notify(Tx(session, site.owner.id), push)

        return stored
