"""Which models are there, and how is a call routed to one of them?"""

from contextlib import AsyncExitStack

from orchestrator.agent.prompting.standing_rules import StandingRules
from orchestrator.db.session import Database
from orchestrator.domain.memory.rules.source import FactRules
from orchestrator.domain.people.accounts.usage import Budgets, ModelUsage
from orchestrator.domain.people.runs.service import TurnsSeen
from orchestrator.kit.clock import Clock
from orchestrator.llm.gateway.model_search import Candidate, Found, Missing, ModelSearch
from orchestrator.llm.gateway.prices import Prices
from orchestrator.llm.gateway.router import ModelRouter
from orchestrator.llm.provider import ProviderChoice, choose_provider
from orchestrator.reader.model import ReaderModel
from orchestrator.settings import Settings
from orchestrator.telemetry.logging import get_logger

log = get_logger(__name__)


async def chosen_models(stack: AsyncExitStack, settings: Settings, database: Database, clock: Clock) -> ModelRouter:
    """The models of the provider that was found; closed with `stack`."""
    choice = await chosen_provider(settings)
    log.info("model provider", provider=choice.provider, why=choice.why)
    models = _models(settings, choice, database, clock)
    stack.push_async_callback(models.close)
    return models


async def chosen_provider(settings: Settings, *, gguf: bool = True) -> ProviderChoice:
    """The models that the settings name; `gguf=False` without the file. The caller closes them.

    Raises ConfigurationError.
    """
    key = settings.openai_api_key
    return await choose_provider(
        provider=settings.llm_provider.value,
        ollama_url=settings.ollama_url,
        openai_url=settings.openai_url,
        openai_api_key=key.get_secret_value() if key is not None else None,
        smart_model=settings.smart_model,
        fast_model=settings.fast_model,
        gguf_path=settings.gguf_path if gguf else None,
        keep_alive=settings.llm_keep_alive,
    )


def _models(settings: Settings, choice: ProviderChoice, database: Database, clock: Clock) -> ModelRouter:
    candidates = _candidates(choice)
    if choice.gguf is not None:
        candidates.append(Candidate("gguf", choice.gguf))
    return ModelRouter(
        candidates,
        reader=ReaderModel(),
        clock=clock,
        meter=ModelUsage(database, clock, budgets_of(settings)),
        timeout_s=settings.llm_timeout_s,
        why=choice.why,
        missing=Missing(choice.provider, choice.missing) if choice.missing else None,
        search=ModelSearch(lambda: _look_again(settings), clock) if choice.may_change else None,
        rules=StandingRules(database.unit_of_work, FactRules()),
        turns=TurnsSeen(database.unit_of_work),
        local_first=settings.local_first,
        prices=Prices(settings.prices, clock.now),
    )


def budgets_of(settings: Settings) -> Budgets:
    """What each user may spend a day."""
    return Budgets(settings.tokens_per_day, settings.money_per_day)


def _candidates(choice: ProviderChoice) -> list[Candidate]:
    smart = [Candidate("smart", choice.smart)] if choice.smart is not None else []
    return [*smart, Candidate("fast", choice.fast)] if choice.fast is not None else smart


async def _look_again(settings: Settings) -> Found | None:
    """What the settings give now, the GGUF file apart: that one is there already."""
    choice = await chosen_provider(settings, gguf=False)
    candidates = _candidates(choice)
    return Found(tuple(candidates), choice.why) if candidates else None
