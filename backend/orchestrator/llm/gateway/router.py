"""Which model answers this request, how hard does it try, and who answers when it can't?

A turn that the built-in reader understands whole is its own, unless that is turned off (docs/decisions/0072). Else the
order is: the model of the role, the other one, a GGUF where there is one, the reader. A model with an open breaker is
passed over. The reader never fails, so a turn always gets an answer; whether that is worth a `model_unavailable` is
told by `Routed.unavailable`. While only a stand-in answers, models are looked for (ModelSearch).
"""

import asyncio
from collections.abc import Awaitable, Callable, Iterable, Sequence
from dataclasses import dataclass, field, replace
from typing import Literal
from uuid import UUID

import structlog

from orchestrator.kit.clock import Clock
from orchestrator.llm.gateway.breaker import Breaker, RoutingHealth
from orchestrator.llm.gateway.effort import (
    ROUTING_TIMEOUT_S,
    Signals,
    effort_for,
    most_tokens_for,
    role_for,
    timeout_for,
)
from orchestrator.llm.gateway.metering import Metering
from orchestrator.llm.gateway.model_search import Candidate, CandidateRole, Found, Missing, ModelSearch
from orchestrator.llm.gateway.precedence import Precedence, TurnsUnderWay, nobody_waits
from orchestrator.llm.gateway.prices import Prices
from orchestrator.llm.gateway.rule_prompt import PromptedRule, RulePrompt
from orchestrator.llm.messages import FREE, ChatReply, ChatRequest, Cost, Effort, ModelRole, Usage
from orchestrator.llm.port import (
    CapReached,
    ChatModel,
    ModelError,
    ModelRefusedRequest,
    ModelTimeout,
    ModelUnavailable,
    PriceUnknown,
    PromptTooLong,
    Remote,
    Unloadable,
    UsageMeter,
)
from orchestrator.llm.replies import storable_reply

log = structlog.get_logger(__name__)

MIN_CALL_S = 1.0  # less of the run's time than this is not worth a model's while
KEPT_FOR_THE_READER = 0.05  # the part of the remaining time that a call may not use up
BAD_OUTPUT_TRIES = 2  # the same request once more; a third try gave the same in practice
WATCH_TICK_S = 5.0
MILLION, SAMPLE = 1_000_000, 100_000
DEFAULT_TIMEOUT_S = 120.0
WARM_TIMEOUT_S = 310.0  # above what an adapter allows itself for loading
PROBE_TIMEOUT_S = 15.0

_ORDER: dict[ModelRole, tuple[CandidateRole, ...]] = {
    "smart": ("smart", "fast", "gguf"),
    "fast": ("fast", "smart", "gguf"),
}


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


@dataclass(frozen=True)
class ModelHealth:
    """One model for `/ready` and `steward doctor`."""

    role: CandidateRole
    provider: str
    name: str
    state: Literal["ok", "degraded"]
    last_error: str | None = None


@dataclass(frozen=True)
class ModelsHealth:
    """All models. `degraded`: at least one configured model is not to be asked at present. `why`: these and no
    others."""

    state: Literal["ok", "degraded"]
    models: tuple[ModelHealth, ...]
    routing_available: bool
    why: str = ""


@dataclass
class _Backend:
    """A candidate with its breaker; two roles of one and the same model share both."""

    roles: tuple[CandidateRole, ...]
    model: ChatModel
    breaker: Breaker = field(default_factory=Breaker)

    @property
    def only_stands_in(self) -> bool:
        """It is there for when the others fail."""
        return self.roles == ("gguf",)

    @property
    def elsewhere(self) -> bool:
        """It answers one request beside the other: nobody waits for it because others ask it too."""
        return isinstance(self.model, Remote) and self.model.remote


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
        self._rails = _rails(candidates)
        self._retired: list[_Backend] = []
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
        self._timeout_s = timeout_s
        self._routing = RoutingHealth(clock)
        self._watcher: asyncio.Task[None] | None = None

    @property
    def configured(self) -> bool:
        """Whether a language model is meant to answer; False where the reader is the provider, by setting or because
        `auto` found nothing."""
        return bool(self._rails) or self._missing is not None

    @property
    def reader_first(self) -> bool:
        """Whether the reader takes what it understands whole: by setting, or because no model is meant to answer."""
        return self._local_first or not self.configured

    @property
    def routing_available(self) -> bool:
        """False: route by rules alone (no model is configured or well, or three routings in a row took too long)."""
        return any(not rail.breaker.open for rail in self._rails) and self._routing.available

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
        if not self._rails:
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
        attempt = await self._precedence.yield_to_turns(
            lambda seconds: self._asked(request, asked_of, user_id, seconds), remaining_s, shared=self._shared(asked_of)
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
        first = next(iter(self._chain(role)), None)
        return self._prices.of(first.model, usage) if first is not None else FREE

    def per_million(self, provider: str, name: str) -> tuple[int, int] | None:
        """Micro-units a million tokens of the prompt and of the completion; None where nobody knows. A vendor that asks
        more of long prompts is asked for what a hundred thousand tokens cost."""
        rail = next((one for one in self._rails if (one.model.provider, one.model.name) == (provider, name)), None)
        if rail is None:
            return (0, 0) if provider == self._reader.provider else None
        prompt, completion = (self._prices.of(rail.model, used).micros for used in (Usage(SAMPLE, 0), Usage(0, SAMPLE)))
        if prompt is None or completion is None:
            return None
        return prompt * MILLION // SAMPLE, completion * MILLION // SAMPLE

    def worst_cost(self, request: ChatRequest, *, most_tokens: int, role: ModelRole = "smart") -> Cost:
        """What `request` costs at most, whichever model of the chain answers it with `most_tokens` (an answer of
        unreadable output is asked for again: then it costs as much once more)."""
        worst = FREE
        for rail in self._chain(role):
            one = self._prices.worst(rail.model, request, most_tokens)
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
            fell_back=bool(self._rails),
            warnings=(*warnings, *reply.warnings),
            unavailable=unavailable,
        )

    async def warm_all(self) -> None:
        """Load every model once, but one that only stands in. A failure is kept (state `degraded`), never raised."""
        alone = all(rail.only_stands_in for rail in self._rails)
        for rail in list(self._rails):
            if rail.only_stands_in and not alone:
                await self._sign_of_life(rail, rail.model.probe, PROBE_TIMEOUT_S)
            else:
                await self._sign_of_life(rail, rail.model.warm, WARM_TIMEOUT_S)

    async def unload(self) -> list[str]:
        """Give back the memory of the models that this process has loaded; answers their names. What can't be asked
        for it is left as it is."""
        found: list[str] = []
        for rail in list(self._rails):
            try:
                if isinstance(rail.model, Unloadable) and await rail.model.unload():
                    found.append(rail.model.name)
            except ModelError as error:
                log.info("model was not unloaded", model=rail.model.name, error=str(error))
        return found

    def status(self) -> ModelsHealth:
        """How the models are, without asking them."""
        missing = self._missing
        models = [ModelHealth("smart", missing.provider, "none", "degraded", missing.advice)] if missing else []
        models += [
            ModelHealth(
                role=role,
                provider=rail.model.provider,
                name=rail.model.name,
                state="degraded" if rail.breaker.open else "ok",
                last_error=rail.breaker.last_error,
            )
            for rail in self._rails
            for role in rail.roles
        ]
        if not models:
            models = [ModelHealth("reader", self._reader.provider, self._reader.name, "ok")]
        state: Literal["ok", "degraded"] = "degraded" if any(m.state == "degraded" for m in models) else "ok"
        return ModelsHealth(state, tuple(models), self.routing_available, self._why)

    def start(self) -> None:
        """Begin to probe failed models, and to look for missing ones, in the background, until `close`."""
        if self._watcher is None and (self._rails or self._search):
            self._watcher = asyncio.create_task(self._watch(), name="model probes")

    async def close(self) -> None:
        """End the background task and give back the models' connections."""
        if self._watcher is not None:
            self._watcher.cancel()
            await asyncio.gather(self._watcher, return_exceptions=True)
            self._watcher = None
        await self._metering.close()
        for rail in (*self._rails, *self._retired):
            await rail.model.close()

    async def probe_due(self) -> None:
        """Probe each model whose minute is over, and routing where it is suspended; look for a model where only a
        stand-in answers."""
        for rail in list(self._rails):
            if rail.breaker.due(self._clock.now()):
                await self._sign_of_life(rail, rail.model.probe, PROBE_TIMEOUT_S)
        fast = next((rail for rail in self._chain("fast") if not rail.breaker.open), None)
        if fast is not None:
            await self._routing.probe_due(fast.model)
        if self._search is not None and not any(not (rail.breaker.open or rail.only_stands_in) for rail in self._rails):
            found = await self._search.found()
            if found is not None:
                await self._adopt(found)

    async def _adopt(self, found: Found) -> None:
        """Use what was found, once it has been loaded. Models that were used before may still be answering, so they are
        closed with the router."""
        fresh = _rails(found.candidates)
        for rail in fresh:
            await self._sign_of_life(rail, rail.model.warm, WARM_TIMEOUT_S)
        if all(rail.breaker.open for rail in fresh):
            for rail in fresh:
                await rail.model.close()
            return
        kept = [rail for rail in self._rails if rail.only_stands_in]
        self._retired += [rail for rail in self._rails if rail not in kept]
        self._rails = [*fresh, *kept]
        self._why, self._missing = found.why, None
        log.info("model provider", provider=fresh[0].model.provider, why=found.why)

    async def _watch(self) -> None:
        while True:
            await asyncio.sleep(WATCH_TICK_S)
            await self.probe_due()

    async def _sign_of_life(self, rail: _Backend, ask: Callable[[], Awaitable[object]], timeout_s: float) -> None:
        try:
            async with asyncio.timeout(timeout_s):
                await ask()
        except TimeoutError:
            rail.breaker.down("no sign of life in time", self._clock.now())
        except ModelError as error:
            rail.breaker.down(f"{type(error).__name__}: {error}", self._clock.now())
        else:
            rail.breaker.succeeded()
            return
        log.warning("model is not available", model=rail.model.name, error=rail.breaker.last_error)

    def _chain(self, role: ModelRole) -> Sequence[_Backend]:
        ordered = [rail for place in _ORDER[role] for rail in self._rails if place in rail.roles]
        return list({id(rail): rail for rail in ordered}.values())

    def _shared(self, role: ModelRole) -> bool:
        """Whether the model that is asked now answers users' turns on a machine of theirs."""
        first = next((rail for rail in self._chain(role) if not rail.breaker.open), None)
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
        for rail in self._chain(role):
            place = role if role in rail.roles else rail.roles[0]
            for _ in range(BAD_OUTPUT_TRIES):
                if rail.breaker.open or _left(ends_at) < MIN_CALL_S:
                    break
                try:
                    reply, cost = await self._call(rail, request, user_id, ends_at)
                    return Routed(reply, place, request.effort, fell_back, reply.warnings, cost=cost)
                except PromptTooLong:
                    raise
                except ModelError as error:
                    log.warning("model call failed", model=rail.model.name, purpose=request.purpose, error=str(error))
                    last = error
                    if not error.retryable:
                        break
            fell_back = True
        return last

    async def _call(
        self, rail: _Backend, request: ChatRequest, user_id: UUID, ends_at: float
    ) -> tuple[ChatReply, Cost]:
        """One call within its own bound, the run's and the day's money. Raises ModelError."""
        name = rail.model.name
        worst = self._prices.worst(rail.model, request, request.max_tokens or most_tokens_for(request.effort))
        if worst.micros is None and (nobody_waits() or request.purpose == "mission"):
            raise PriceUnknown(unpriced(name))
        held = await self._metering.hold(user_id, request.purpose, name, worst)
        try:
            reply = await self._answer(rail, request, ends_at)
        except (ModelUnavailable, ModelRefusedRequest):
            await self._metering.release(user_id, request.purpose, name, held)
            raise
        except ModelError:
            raise  # it may have been paid for
        except Exception:  # the request's gate, which let nothing through
            await self._metering.release(user_id, request.purpose, name, held)
            raise
        cost = self._prices.of(rail.model, reply.usage)
        self._metering.used(user_id, request.purpose, reply, model=name, cost=cost, held=held)
        return reply, cost

    async def _answer(self, rail: _Backend, request: ChatRequest, ends_at: float) -> ChatReply:
        bound = timeout_for(request.purpose, request.effort, self._timeout_s)
        left = _left(ends_at) * (1 - KEPT_FOR_THE_READER)
        try:
            with self._metering.call(rail.roles[0], rail.model.provider) as called:
                request = replace(request, deadline_s=min(bound, left))
                reply = storable_reply(await _gated(rail.model, request))
                called.answered(reply)
        except ModelTimeout as error:
            # A call that was cut short by the run's own end proves nothing about the model, and one that was too slow
            # for routing may be quick enough for the rest: RoutingHealth judges that.
            if left >= bound and request.purpose != "routing":
                rail.breaker.failed(error, self._clock.now())
            raise
        except ModelError as error:
            rail.breaker.failed(error, self._clock.now())
            raise
        rail.breaker.succeeded()
        return reply


def unpriced(model: str) -> str:
    """That nobody knows what the model costs, and how the owner says it."""
    return (
        f"What {model} costs is not known: give its price in US dollars a million tokens, prompt/completion, as in "
        f"STEWARD_PRICES={model}=0.50/1.50 (0/0 where it costs nothing)"
    )


async def _gated(model: ChatModel, request: ChatRequest) -> ChatReply:
    """The model's answer, within what the request's gate leaves it. Raises ModelError, and what the gate raises."""
    gate = request.gate
    if gate is None:
        return await model.chat(request)
    request, ticket = await gate.before(request, provider=model.provider, model=model.name)
    try:
        reply = await model.chat(request)
    except (ModelUnavailable, ModelRefusedRequest):
        await gate.after(ticket, None, reached=False)
        raise
    except BaseException:
        await gate.after(ticket, None)
        raise
    await gate.after(ticket, reply.usage)
    return reply


def _rails(candidates: Iterable[Candidate]) -> list[_Backend]:
    rails: dict[tuple[str, str], _Backend] = {}
    for candidate in candidates:
        if candidate.role == "reader":
            continue  # it is always there, and never fails
        key = (candidate.model.provider, candidate.model.name)
        if key in rails:
            rails[key].roles = (*rails[key].roles, candidate.role)
        else:
            rails[key] = _Backend((candidate.role,), candidate.model)
    return list(rails.values())


def _left(ends_at: float) -> float:
    return ends_at - asyncio.get_running_loop().time()
