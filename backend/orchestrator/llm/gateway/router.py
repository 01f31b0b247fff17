"""Which model answers this request, how hard does it try, and who answers when it can't?

A turn that the built-in reader understands whole is its own, unless that is turned off (docs/decisions/0072). Else the
order is: the model of the role, the other one, a GGUF where there is one, the reader. A model with an open breaker is
passed over. The reader never fails, so a turn always gets an answer; whether that is worth a `model_unavailable` is
told by `Routed.unavailable`. While only a stand-in answers, models are looked for (ModelSearch).
"""

import asyncio
from collections.abc import Iterable
from dataclasses import dataclass, replace
from uuid import UUID

import structlog

from orchestrator.kit.clock import Clock
from orchestrator.llm.gateway.backends import Backend, ModelHealth, ModelsHealth, backends_of, chain, health_of
from orchestrator.llm.gateway.breaker import RoutingHealth
from orchestrator.llm.gateway.calls import BackendCalls, left_until
from orchestrator.llm.gateway.effort import (
    ROUTING_TIMEOUT_S,
    Signals,
    effort_for,
    most_tokens_for,
    role_for,
)
from orchestrator.llm.gateway.metering import Metering
from orchestrator.llm.gateway.model_search import Candidate, CandidateRole, Found, Missing, ModelSearch
from orchestrator.llm.gateway.precedence import Precedence, TurnsUnderWay
from orchestrator.llm.gateway.prices import Prices
from orchestrator.llm.gateway.rule_prompt import PromptedRule, RulePrompt
from orchestrator.llm.messages import FREE, ChatReply, ChatRequest, Cost, Effort, ModelRole, Usage
from orchestrator.llm.port import (
    CapReached,
    ChatModel,
    ModelError,
    ModelTimeout,
    ModelUnavailable,
    PromptTooLong,
    Unloadable,
    UsageMeter,
)

log = structlog.get_logger(__name__)

MIN_CALL_S = 1.0  # less of the run's time than this is not worth a model's while
BAD_OUTPUT_TRIES = 2  # the same request once more; a third try gave the same in practice
WATCH_TICK_S = 5.0
DEFAULT_TIMEOUT_S = 120.0
WARM_TIMEOUT_S = 310.0  # above what an adapter allows itself for loading
PROBE_TIMEOUT_S = 15.0


@dataclass(frozen=True)
class Routed:
    """An answer, who gave it and what it cost. `unavailable`: every configured model failed and the reader stood in.
    `rules`: those of the user's that were told before the request's own messages."""

    reply: ChatReply
    role: CandidateRole
    effort: Effort
    fell_back: bool = False
    warnings: tuple[str, ...] = ()
    unavailable: bool = False
    rules: tuple[PromptedRule, ...] = ()
    cost: Cost = FREE


class ModelRouter:
    """The models of this process. `candidates` without one: the reader is the configured provider, or, where `missing`
    says so, stands in for one. `why` is told to people; `search` looks for models later on; `rules` puts the user's
    rules before what is asked; what jobs ask waits for `turns`; `local_first`: a turn that the reader understands
    whole is not put to a model."""

    def __init__(
        self,
        candidates: Iterable[Candidate],
        *,
        reader: ChatModel,
        clock: Clock,
        meter: UsageMeter | None = None,
        timeout_s: float = DEFAULT_TIMEOUT_S,
        why: str = "",
        missing: Missing | None = None,
        search: ModelSearch | None = None,
        rules: RulePrompt | None = None,
        turns: TurnsUnderWay | None = None,
        local_first: bool = False,
        prices: Prices | None = None,
    ) -> None:
        self._backends = backends_of(candidates)
        self._retired: list[Backend] = []
        self._why = why
        self._missing = missing
        self._search = search
        self._rules = rules
        self._precedence = Precedence(turns)
        self._reader = reader
        self._local_first = local_first
        self._clock = clock
        self._prices = prices or Prices({}, clock.now)
        self._metering = Metering(meter)
        self._calls = BackendCalls(self._metering, self._prices, clock, timeout_s)
        self._routing = RoutingHealth(clock)
        self._watcher: asyncio.Task[None] | None = None

    @property
    def configured(self) -> bool:
        """Whether a language model is meant to answer; False where the reader is the provider, by setting or because
        `auto` found nothing."""
        return bool(self._backends) or self._missing is not None

    @property
    def reader_first(self) -> bool:
        """Whether the reader takes what it understands whole: by setting, or because no model is meant to answer."""
        return self._local_first or not self.configured

    @property
    def routing_available(self) -> bool:
        """False: route by rules alone (no model is configured or well, or three routings in a row took too long)."""
        return any(not backend.breaker.open for backend in self._backends) and self._routing.available

    @property
    def fast_available(self) -> bool:
        """Whether a fast model is configured, well and quick enough for what a turn waits for."""
        fast = (backend for backend in self._backends if "fast" in backend.roles)
        return any(not backend.breaker.open for backend in fast) and self._routing.available

    async def chat(
        self,
        request: ChatRequest,
        *,
        user_id: UUID,
        remaining_s: float,
        signals: Signals | None = None,
        role: ModelRole | None = None,
        reader_answers: bool | None = None,
    ) -> Routed:
        """The answer of the first model that gives one. `request.effort`, `request.deadline_s` and, unless given,
        `request.max_tokens` are set here; `remaining_s` is what is left of the run. `role` is the purpose's unless
        given.

        `reader_answers` (yes, but for routing): whether the reader stands in at the end; else the last ModelError is
        raised (CapReached where the day's tokens or money are used up, ModelUnavailable where nothing could be asked).
        Raises PromptTooLong in any case, for the caller to compact and ask again.
        """
        may_read = request.purpose != "routing" if reader_answers is None else reader_answers
        if not self._backends:
            if not may_read:
                raise ModelUnavailable("no model is configured")
            return await self._without_models(request)
        if (understood := await self.understood(request)) is not None:
            return understood
        if not await self._metering.allowed(user_id, request.purpose):
            capped = CapReached(f"The daily token cap for {request.purpose} is used up")
            if not may_read:
                raise capped
            return await self._stand_in(request, capped)
        if request.purpose == "routing":
            remaining_s = min(remaining_s, ROUTING_TIMEOUT_S)  # for the whole chain: then the rules' guess is taken
        effort = request.wanted_effort or effort_for(request.purpose, signals or Signals())
        request = replace(request, effort=effort, max_tokens=request.max_tokens or most_tokens_for(effort))
        if request.compose is not None:
            request = replace(request, messages=await request.compose(), compose=None)
        asked_of = role or role_for(request.purpose)
        async with request.meanwhile():
            attempt = await self._precedence.yield_to_turns(
                lambda seconds: self._asked(request, asked_of, user_id, seconds),
                remaining_s,
                shared=self._shared(asked_of),
            )
        if isinstance(attempt, Routed):
            self._routing.answered(request)
            return attempt
        if isinstance(attempt, ModelTimeout):
            self._routing.timed_out(request)
        if not may_read:
            raise attempt
        return await self._stand_in(request, attempt)

    async def _without_models(self, request: ChatRequest) -> Routed:
        if self._missing is None:
            return await self.read(request)
        told = f"The built-in reader answered: {self._missing.advice}."
        return await self.read(request, warnings=(told,), unavailable=True)

    async def _stand_in(self, request: ChatRequest, failed: ModelError) -> Routed:
        """The reader's answer where no model could give one, or may be paid for it."""
        if isinstance(failed, CapReached):
            return await self.read(request, warnings=(f"{failed}; the built-in reader answered.",))
        told = "No language model could answer; the built-in reader did."
        return await self.read(request, warnings=(told,), unavailable=True)

    def cost(self, usage: Usage, *, role: ModelRole = "smart") -> Cost:
        """What `usage` of the model that would be asked first costs; nothing where the reader alone is there."""
        first = next(iter(chain(self._backends, role)), None)
        return self._prices.of(first.model, usage) if first is not None else FREE

    def per_million(self, provider: str, name: str) -> tuple[int, int] | None:
        """Micro-units a million tokens of the prompt and of the completion; None where nobody knows."""
        named = (one.model for one in self._backends if (one.model.provider, one.model.name) == (provider, name))
        model = next(named, None)
        if model is None:
            return (0, 0) if provider == self._reader.provider else None
        return self._prices.per_million(model)

    def worst_cost(self, request: ChatRequest, *, most_tokens: int, role: ModelRole = "smart") -> Cost:
        """What `request` costs at most, whichever model of the chain answers it with `most_tokens` (an answer of
        unreadable output is asked for again: then it costs as much once more)."""
        worst = FREE
        for backend in chain(self._backends, role):
            one = self._prices.worst(backend.model, request, most_tokens)
            if one.micros is None:
                return one
            worst = max(worst, one, key=lambda cost: cost.micros or 0)
        return worst

    async def understood(self, request: ChatRequest) -> Routed | None:
        """The reader's answer to what it understands whole; None where a model is to be asked, by setting or
        because something of it was left over."""
        if not (self._local_first and request.local_first and request.facts is not None):
            return None
        reply = await self._reader.chat(replace(request, effort="none"))
        return Routed(reply, role="reader", effort="none", warnings=reply.warnings) if reply.understood else None

    async def read(self, request: ChatRequest, *, warnings: tuple[str, ...] = (), unavailable: bool = False) -> Routed:
        """The reader's answer, whatever the models could do. It costs no tokens, so nothing is metered."""
        reply = await self._reader.chat(replace(request, effort="none"))
        return Routed(
            reply,
            role="reader",
            effort="none",
            fell_back=bool(self._backends),
            warnings=(*warnings, *reply.warnings),
            unavailable=unavailable,
        )

    async def warm_all(self) -> None:
        """Load every model once, but one that only stands in. A failure is kept (state `degraded`), never raised."""
        alone = all(backend.only_stands_in for backend in self._backends)
        for backend in list(self._backends):
            if backend.only_stands_in and not alone:
                await backend.sign_of_life(backend.model.probe, PROBE_TIMEOUT_S, self._clock)
            else:
                await backend.sign_of_life(backend.model.warm, WARM_TIMEOUT_S, self._clock)

    async def unload(self) -> list[str]:
        """Give back the memory of the models that this process has loaded; answers their names. What can't be asked
        for it is left as it is."""
        found: list[str] = []
        for backend in list(self._backends):
            try:
                if isinstance(backend.model, Unloadable) and await backend.model.unload():
                    found.append(backend.model.name)
            except ModelError as error:
                log.info("model was not unloaded", model=backend.model.name, error=str(error))
        return found

    def status(self) -> ModelsHealth:
        """How the models are, without asking them."""
        models = health_of(self._backends, self._missing)
        if not models:
            models = [ModelHealth("reader", self._reader.provider, self._reader.name, "ok")]
        degraded = any(one.state == "degraded" for one in models)
        return ModelsHealth("degraded" if degraded else "ok", tuple(models), self.routing_available, self._why)

    def start(self) -> None:
        """Begin to probe failed models, and to look for missing ones, in the background, until `close`."""
        if self._watcher is None and (self._backends or self._search):
            self._watcher = asyncio.create_task(self._watch(), name="model probes")

    async def close(self) -> None:
        """End the background task and give back the models' connections."""
        if self._watcher is not None:
            self._watcher.cancel()
            await asyncio.gather(self._watcher, return_exceptions=True)
            self._watcher = None
        await self._metering.close()
        for backend in (*self._backends, *self._retired):
            await backend.model.close()

    async def probe_due(self) -> None:
        """Probe each model whose minute is over, and routing where it is suspended; look for a model where only a
        stand-in answers."""
        for backend in list(self._backends):
            if backend.breaker.due(self._clock.now()):
                await backend.sign_of_life(backend.model.probe, PROBE_TIMEOUT_S, self._clock)
        fast = next((backend for backend in chain(self._backends, "fast") if not backend.breaker.open), None)
        if fast is not None:
            await self._routing.probe_due(fast.model)
        if self._search is not None and not any(
            not (backend.breaker.open or backend.only_stands_in) for backend in self._backends
        ):
            found = await self._search.found()
            if found is not None:
                await self._adopt(found)

    async def _adopt(self, found: Found) -> None:
        """Use what was found, once it has been loaded. Models that were used before may still be answering, so they are
        closed with the router."""
        fresh = backends_of(found.candidates)
        for backend in fresh:
            await backend.sign_of_life(backend.model.warm, WARM_TIMEOUT_S, self._clock)
        if all(backend.breaker.open for backend in fresh):
            for backend in fresh:
                await backend.model.close()
            return
        kept = [backend for backend in self._backends if backend.only_stands_in]
        self._retired += [backend for backend in self._backends if backend not in kept]
        self._backends = [*fresh, *kept]
        self._why, self._missing = found.why, None
        log.info("model provider", provider=fresh[0].model.provider, why=found.why)

    async def _watch(self) -> None:
        while True:
            await asyncio.sleep(WATCH_TICK_S)
            await self.probe_due()

    def _shared(self, role: ModelRole) -> bool:
        """Whether the model that is asked now answers users' turns on a machine of theirs."""
        first = next((backend for backend in chain(self._backends, role) if not backend.breaker.open), None)
        return first is not None and not first.elsewhere

    async def _asked(
        self, request: ChatRequest, role: ModelRole, user_id: UUID, remaining_s: float
    ) -> Routed | ModelError:
        """What comes of it, the user's rules told first. Raises PromptTooLong."""
        ends_at = asyncio.get_running_loop().time() + remaining_s
        ruled, rules = await self._rules.first(request, user_id) if self._rules is not None else (request, ())
        attempt = await self._first_answer(ruled, role, user_id, ends_at)
        return replace(attempt, rules=rules) if isinstance(attempt, Routed) else attempt

    async def _first_answer(
        self, request: ChatRequest, role: ModelRole, user_id: UUID, ends_at: float
    ) -> Routed | ModelError:
        """The first answer along the chain, or the last error. Raises PromptTooLong."""
        last: ModelError = ModelUnavailable("every model failed lately")
        fell_back = False
        for backend in chain(self._backends, role):
            place = role if role in backend.roles else backend.roles[0]
            for _ in range(BAD_OUTPUT_TRIES):
                if backend.breaker.open or left_until(ends_at) < MIN_CALL_S:
                    break
                try:
                    reply, cost = await self._calls.call(backend, request, user_id, ends_at)
                    return Routed(reply, place, request.effort, fell_back, reply.warnings, cost=cost)
                except PromptTooLong:
                    raise
                except ModelError as error:
                    name = backend.model.name
                    log.warning("model call failed", model=name, purpose=request.purpose, error=str(error))
                    last = error
                    if not error.retryable:
                        break
            fell_back = True
        return last
