"""How is one model called? Within its own bound and the run's, the day's money and the request's gate; what came of it
is metered and told to its breaker."""

import asyncio
from dataclasses import replace
from uuid import UUID

from orchestrator.kit.clock import Clock
from orchestrator.llm.gateway.backends import Backend
from orchestrator.llm.gateway.effort import most_tokens_for, timeout_for
from orchestrator.llm.gateway.metering import Metering
from orchestrator.llm.gateway.precedence import nobody_waits
from orchestrator.llm.gateway.prices import Prices
from orchestrator.llm.messages import ChatReply, ChatRequest, Cost
from orchestrator.llm.port import (
    ChatModel,
    ModelError,
    ModelRefusedRequest,
    ModelTimeout,
    ModelUnavailable,
    PriceUnknown,
)
from orchestrator.llm.replies import storable_reply

KEPT_FOR_THE_READER = 0.05
"""The part of the remaining time that a call may not use up."""


class BackendCalls:
    """The calls of this process's models, metered and priced."""

    def __init__(self, metering: Metering, prices: Prices, clock: Clock, timeout_s: float) -> None:
        self._metering = metering
        self._prices = prices
        self._clock = clock
        self._timeout_s = timeout_s

    async def call(
        self, backend: Backend, request: ChatRequest, user_id: UUID, ends_at: float
    ) -> tuple[ChatReply, Cost]:
        """One call, over by `ends_at` (the event loop's time). Raises ModelError, and what the request's gate does."""
        name = backend.model.name
        worst = self._prices.worst(backend.model, request, request.max_tokens or most_tokens_for(request.effort))
        if worst.micros is None and (nobody_waits() or request.purpose == "mission"):
            raise PriceUnknown(unpriced(name))
        held = await self._metering.hold(user_id, request.purpose, name, worst)
        try:
            reply = await self._answer(backend, request, ends_at)
        except (ModelUnavailable, ModelRefusedRequest):
            await self._metering.release(user_id, request.purpose, name, held)
            raise
        except ModelError:
            raise  # it may have been paid for
        except Exception:  # the request's gate, which let nothing through
            await self._metering.release(user_id, request.purpose, name, held)
            raise
        cost = self._prices.of(backend.model, reply.usage)
        self._metering.used(user_id, request.purpose, reply, model=name, cost=cost, held=held)
        return reply, cost

    async def _answer(self, backend: Backend, request: ChatRequest, ends_at: float) -> ChatReply:
        bound = timeout_for(request.purpose, request.effort, self._timeout_s)
        left = left_until(ends_at) * (1 - KEPT_FOR_THE_READER)
        try:
            with self._metering.call(backend.roles[0], backend.model.provider) as called:
                request = replace(request, deadline_s=min(bound, left))
                reply = storable_reply(await _gated(backend.model, request))
                called.answered(reply)
        except ModelTimeout as error:
            # A call that was cut short by the run's own end proves nothing about the model, and one that was too slow
            # for routing may be quick enough for the rest: RoutingHealth judges that.
            if left >= bound and request.purpose != "routing":
                backend.breaker.failed(error, self._clock.now())
            raise
        except ModelError as error:
            backend.breaker.failed(error, self._clock.now())
            raise
        backend.breaker.succeeded()
        return reply


def unpriced(model: str) -> str:
    """That nobody knows what the model costs, and how the owner says it."""
    return (
        f"What {model} costs is not known: give its price in US dollars a million tokens, prompt/completion, as in "
        f"STEWARD_PRICES={model}=0.50/1.50 (0/0 where it costs nothing)"
    )


def left_until(ends_at: float) -> float:
    """Seconds."""
    return ends_at - asyncio.get_running_loop().time()


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
    except BaseException:  # however it ended (a cancelled turn too), the gate's ticket is given back
        await gate.after(ticket, None)
        raise
    await gate.after(ticket, reply.usage)
    return reply
