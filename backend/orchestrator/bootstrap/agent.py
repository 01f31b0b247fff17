"""How are the parts put together that work on runs and previews?"""

from dataclasses import dataclass

from orchestrator import catalog
from orchestrator.agent.execution.executor import ToolExecutor
from orchestrator.agent.loop.loop import ToolLoopRunner
from orchestrator.agent.previews.lifecycle import Confirmer
from orchestrator.agent.runs.needs_input import NeedsInputNotifier
from orchestrator.agent.runs.pipeline import Models, TurnPipeline
from orchestrator.agent.runs.recovery import Recovery
from orchestrator.agent.runs.runner import Controller
from orchestrator.agent.turn.services import Services
from orchestrator.agent.turn.turn import Switches
from orchestrator.agent.types.limits import THREAD_WAIT_S, Limits
from orchestrator.agents.registry import Registry, router_prompt
from orchestrator.commands.runner import Commands
from orchestrator.llm.gateway.router import ModelRouter
from orchestrator.llm.messages import ChatRequest, TurnFacts
from orchestrator.reader.model import ReaderModel
from orchestrator.settings import Settings

CLOSING_PATIENCE_S = 20.0


@dataclass(frozen=True)
class Agent:
    """The runtime's parts that work on runs and previews."""

    controller: Controller
    confirmer: Confirmer
    recovery: Recovery


def agent_over(limits: Limits, services: Services, models: ModelRouter, switches: Switches) -> Agent:
    """The controller, and what it shares with the doors: one confirmer, one recovery."""
    confirmer, attention = Confirmer(services), NeedsInputNotifier(services)
    commands = Commands(catalog.COMMANDS, services, models, confirmer)
    recovery = Recovery(services, attention, commands)
    reader = ReaderModel()

    async def phrase(facts: TurnFacts) -> str:
        return (await reader.chat(ChatRequest(messages=(), purpose="turn", facts=facts))).text

    script = TurnPipeline(
        services,
        Models(models, phrase),
        Registry(),
        ToolLoopRunner(ToolExecutor(services), models),
        confirmer,
        limits,
        attention=attention,
        router_prompt=router_prompt(),
        commands=commands,
        switches=switches,
    )
    return Agent(Controller(services, script, recovery, attention, limits), confirmer, recovery)


def limits_of(settings: Settings, *, thread_wait_s: float = THREAD_WAIT_S) -> Limits:
    """The bounds of a run."""
    return Limits(
        max_steps=settings.agent_max_steps,
        max_tool_calls=settings.agent_max_tool_calls,
        max_repairs=settings.agent_max_repairs,
        deadline_s=settings.agent_deadline_s,
        max_tokens=settings.agent_max_tokens,
        thread_wait_s=thread_wait_s,
    )


async def closed(controller: Controller) -> None:
    """Runs that are under way get so long to end; what remains is for the next start to recover."""
    await controller.close(patience_s=CLOSING_PATIENCE_S)
