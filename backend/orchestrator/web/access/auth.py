"""Who asks, and may they? Before the body is read, so that a stranger's body is never looked at.

`require(*any_of)` is what a route declares; `web.routing.SecuredRoute` finds it and asks it first.
"""

import base64
from collections.abc import MutableMapping
from dataclasses import dataclass
from typing import Annotated, Any
from uuid import UUID

from fastapi import Depends, Request, Security
from fastapi.security import HTTPAuthorizationCredentials, HTTPBasic, HTTPBasicCredentials, HTTPBearer

from orchestrator.agent.ports.requests import Owner
from orchestrator.bootstrap.runtime import Runtime
from orchestrator.db.retry import retry_on_disconnect
from orchestrator.domain.people.accounts import service as accounts
from orchestrator.domain.people.accounts.schemas import Account, allows, known_locale
from orchestrator.errors import RateLimited, ScopeMissing, Unauthenticated
from orchestrator.language.tables import LANGUAGES, tag_of
from orchestrator.setting_values import RateLimit
from orchestrator.web.access.addresses import counted_as
from orchestrator.web.access.rates import Buckets


async def _runtime(request: Request) -> Runtime:
    runtime: Runtime = request.app.state.runtime
    return runtime


RuntimeDep = Annotated[Runtime, Depends(_runtime)]


FAILURES_PER_MINUTE = 10
PATIENCE_S = 10.0
"""How long a request waits for a Postgres that is being restarted, before it is answered 503."""
_PRINCIPAL = "steward_principal"
_LONGEST_TAG = 40
_basic = HTTPBasic(auto_error=False, description="A token as the password; any name.")
_bearer = HTTPBearer(auto_error=False, description="A token: `stw_…`.")


@dataclass(frozen=True)
class Principal:
    """The user that a token stands for. `timezone`: the zone last captured, else the one they set, else the
    server's. `token_name`: how the user called the token."""

    user_id: UUID
    token_id: UUID
    scopes: frozenset[str]
    name: str
    email: str
    timezone: str
    locale: str
    token_name: str = ""

    def may(self, *any_of: str) -> bool:
        """True where the token opens what needs one of these scopes."""
        return allows(self.scopes, any_of)

    def owner(self) -> Owner:
        """As the agent runtime knows them."""
        return Owner(self.user_id, self.name, self.email, self.timezone, self.locale, self.scopes)


def known_principal(scope: MutableMapping[str, Any]) -> Principal | None:
    """Whose token came with the request; None before it was looked at, and where none is asked for."""
    found: Principal | None = scope.get(_PRINCIPAL)
    return found


class Gate:
    """How often tokens may ask and addresses may fail, in this process."""

    def __init__(self, rate: RateLimit | None) -> None:
        self._rates = Buckets(per_second=rate.requests / rate.period_s, burst=rate.burst) if rate else None
        self._failures = Buckets(per_second=FAILURES_PER_MINUTE / 60, burst=FAILURES_PER_MINUTE)

    def admit(self, token_id: UUID) -> None:
        """Raises RateLimited where the token asks too often."""
        wait = self._rates.take(str(token_id)) if self._rates else None
        if wait is not None:
            raise RateLimited("This token asks too often.", retry_after_s=wait)

    def failed(self, address: str) -> None:
        """A wrong token came from there. Raises RateLimited where that is one too many."""
        wait = self._failures.take(counted_as(address))
        if wait is not None:
            raise RateLimited("Too many wrong tokens from this address.", retry_after_s=wait)


async def authenticate(request: Request, *, basic: bool = False) -> Principal:
    """Whose token the request carries; looked up once a request. `basic`: it may be a Basic password too. Raises
    Unauthenticated, RateLimited."""
    known = known_principal(request.scope)
    if known is not None:
        return known
    token = _token(request.headers.get("authorization", ""), basic=basic)
    runtime: Runtime = request.app.state.runtime
    gate: Gate = request.app.state.gate
    locale = _read_in(request.headers.get("accept-language", ""))

    async def look_up() -> Account | None:
        async with runtime.database.unit_of_work() as session:
            return await accounts.authenticate(session, token, locale=locale)

    account = await retry_on_disconnect(look_up, patience_s=PATIENCE_S)
    if account is None:
        gate.failed(request.client.host if request.client else "")
        raise Unauthenticated("This token is not known.")
    gate.admit(account.token_id)
    principal = Principal(
        user_id=account.user_id,
        token_id=account.token_id,
        scopes=account.scopes,
        name=account.name,
        email=account.email,
        timezone=account.timezone or runtime.settings.timezone,
        locale=account.locale,
        token_name=account.token_name,
    )
    request.scope[_PRINCIPAL] = principal
    return principal


def _read_in(header: str) -> str | None:
    """The first language of `Accept-Language`, where it is one of ours."""
    tag = header[:_LONGEST_TAG].split(",", maxsplit=1)[0].split(";", maxsplit=1)[0].strip()
    try:
        locale = known_locale(tag)
    except ValueError:  # "*", or nothing
        return None
    return locale if tag_of(locale) in LANGUAGES else None


def _token(header: str, *, basic: bool) -> str:
    scheme, _, given = header.partition(" ")
    token = given.strip() if scheme.lower() == "bearer" else ""
    if basic and scheme.lower() == "basic":
        try:
            token = base64.b64decode(given.strip(), validate=True).decode().partition(":")[2].strip()
        except ValueError:
            token = ""
    if not token:
        also = ", or the token as the password of HTTP Basic" if basic else ""
        raise Unauthenticated(f"Send `Authorization: Bearer <token>`{also}.")
    return token


class Requirement:
    """A token with any one of these scopes (`admin` has all of them)."""

    basic = False
    """Whether the token may be a Basic password."""

    def __init__(self, any_of: tuple[str, ...]) -> None:
        self.any_of = any_of

    async def __call__(
        self, request: Request, _: Annotated[HTTPAuthorizationCredentials | None, Security(_bearer)] = None
    ) -> Principal:
        return await self.check(request)

    async def check(self, request: Request) -> Principal:
        """Raises Unauthenticated, RateLimited, ScopeMissing."""
        principal = await authenticate(request, basic=self.basic)
        if not principal.may(*self.any_of):
            raise ScopeMissing(f"This needs a token with scope {' or '.join(f'`{scope}`' for scope in self.any_of)}.")
        return principal


class BasicRequirement(Requirement):
    """The same, for apps that know HTTP Basic alone: the password is the token, the name says nothing."""

    basic = True

    async def __call__(
        self,
        request: Request,
        _: Annotated[HTTPAuthorizationCredentials | None, Security(_bearer)] = None,
        __: Annotated[HTTPBasicCredentials | None, Security(_basic)] = None,
    ) -> Principal:
        return await self.check(request)


def require_basic(*any_of: str) -> Any:
    """As `require`, where the token may be the password of HTTP Basic."""
    return Depends(BasicRequirement(any_of))


def require(*any_of: str) -> Any:
    """For a parameter: `principal: Annotated[Principal, require("read")]`."""
    return Depends(Requirement(any_of))
