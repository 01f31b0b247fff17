"""What must every application of ours have around its routes? One call, so that tests and `create_app` are alike."""

from collections.abc import Sequence

from fastapi import FastAPI

from orchestrator.bootstrap.runtime import Runtime
from orchestrator.web import problems
from orchestrator.web.access.addresses import TrustedProxies
from orchestrator.web.access.auth import Gate
from orchestrator.web.access.rates import Buckets, Window
from orchestrator.web.access.sign_in_links import SignInLinks
from orchestrator.web.bodies.limits import LIMITS, BodyLimits
from orchestrator.web.headers import AllowedHosts, Envelope, HeadAnswers, MethodGuard
from orchestrator.web.openapi import describe
from orchestrator.web.problems import OpenAIErrors, UnexpectedErrors
from orchestrator.web.readiness import Readiness

PAIRINGS_AN_HOUR = 20
"""Tries from one address (api.md, Limits)."""
HOUR_S = 3600.0
UNLOCKS, UNLOCKS_WITHIN_S = 5, 900.0
"""Passwords that are tried for one document."""


def install(
    app: FastAPI,
    runtime: Runtime,
    *,
    readiness: Readiness | None = None,
    write_tools: Sequence[str] = (),
    body_limits: Sequence[tuple[str, int]] = LIMITS,
) -> None:
    """Put state, error handlers and layers in place. Outermost first: proxies, envelope, OpenAI's errors, errors,
    hosts, body limits, methods, HEAD.

    `write_tools`: names that `me.auto_confirm` may hold. `readiness`: None = the model counts as warm.
    """
    app.state.runtime = runtime
    app.state.write_tools = frozenset(write_tools)
    app.state.readiness = readiness or Readiness()
    if readiness is None:
        app.state.readiness.warmed()
    app.state.gate = Gate(runtime.settings.rate_limit)
    app.state.pairing_tries = Window(most=PAIRINGS_AN_HOUR, period_s=HOUR_S)
    app.state.sign_in_links = SignInLinks()
    app.state.unlock_tries = Buckets(per_second=UNLOCKS / UNLOCKS_WITHIN_S, burst=UNLOCKS)
    problems.install(app)
    describe(app)
    app.add_middleware(HeadAnswers)
    app.add_middleware(MethodGuard)
    app.add_middleware(BodyLimits, limits=body_limits)
    app.add_middleware(AllowedHosts, hosts=runtime.settings.answered_hosts)
    app.add_middleware(UnexpectedErrors)
    app.add_middleware(OpenAIErrors)
    app.add_middleware(Envelope, images=runtime.settings.image_origins)
    app.add_middleware(TrustedProxies, proxies=runtime.settings.trusted_proxies)
