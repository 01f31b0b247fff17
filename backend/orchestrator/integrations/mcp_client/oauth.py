"""How does an owner let Steward into a server that wants OAuth? Authorization code with PKCE, for that server alone.

What a server tells of its authorization server is a stranger's word: every address goes through the guard, the issuer
has to be the one that was asked, what is authorized is this server (`resource`), and its tokens go nowhere else.
"""

import base64
import hashlib
import json
import secrets
import time
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final
from urllib.parse import parse_qs, urlencode, urlsplit

from orchestrator.errors import InvalidRequest
from orchestrator.integrations.guarded.addresses import PrivateHosts
from orchestrator.integrations.guarded.client import Bounds, GuardedClient
from orchestrator.integrations.guarded.errors import ServerFailed
from orchestrator.integrations.mcp_client.port import Fault, McpFailed
from orchestrator.integrations.mcp_client.texts import plain

BOUNDS: Final = Bounds(8.0, 256 * 1024)
EARLY_S: Final = 60.0
"""A token is renewed so long before it ends."""
PENDING_S: Final = 600.0
"""The owner comes back within this."""
_RESOURCE: Final = "/.well-known/oauth-protected-resource"
_ISSUERS: Final = ("/.well-known/oauth-authorization-server", "/.well-known/openid-configuration")
_FORM: Final = {"Content-Type": "application/x-www-form-urlencoded", "Accept": "application/json"}


@dataclass(frozen=True)
class Pending:
    """An authorization that the owner was sent away for. `state`: told back by their browser; `ends_at`: seconds of the
    epoch."""

    state: str
    verifier: str
    issuer: str
    token_endpoint: str
    client_id: str
    client_secret: str
    redirect_uri: str
    resource: str
    ends_at: float


@dataclass(frozen=True)
class Authorization:
    """Tokens, and what renews them."""

    access_token: str
    refresh_token: str
    ends_at: float
    token_endpoint: str
    client_id: str
    client_secret: str
    resource: str

    @property
    def is_ending(self) -> bool:
        """Whether it has to be renewed before it is used."""
        return bool(self.ends_at) and time.time() > self.ends_at - EARLY_S


class OAuth:
    """Speaks for one MCP server with its authorization server. `url`: the MCP server's."""

    def __init__(self, url: str, hosts: PrivateHosts) -> None:
        self._url = url
        self._hosts = hosts

    async def begin(self, redirect_uri: str) -> tuple[str, Pending]:
        """(where the owner's browser goes, what is kept until it comes back). Raises McpFailed."""
        client = GuardedClient(self._url, self._hosts, bounds=BOUNDS)
        try:
            issuer, told = await self._issuer(client)
            registered = await self._registered(client, told, redirect_uri)
        finally:
            await client.close()
        verifier, state = secrets.token_urlsafe(48), secrets.token_urlsafe(32)
        challenge = base64.urlsafe_b64encode(hashlib.sha256(verifier.encode()).digest()).rstrip(b"=").decode()
        pending = Pending(
            state=state,
            verifier=verifier,
            issuer=issuer,
            token_endpoint=_address(told, "token_endpoint"),
            client_id=_text(registered, "client_id"),
            client_secret=str(registered.get("client_secret") or ""),
            redirect_uri=redirect_uri,
            resource=self._url,
            ends_at=time.time() + PENDING_S,
        )
        asked = {
            "response_type": "code",
            "client_id": pending.client_id,
            "redirect_uri": redirect_uri,
            "state": state,
            "code_challenge": challenge,
            "code_challenge_method": "S256",
            "resource": self._url,
        }
        where = _address(told, "authorization_endpoint")
        return f"{where}{'&' if '?' in where else '?'}{urlencode(asked)}", pending

    async def finish(self, pending: Pending, came_back: str) -> Authorization:
        """The tokens, for the address that the owner's browser came back to. Raises InvalidRequest where that is not
        what was waited for, McpFailed."""
        told = {name: values[0] for name, values in parse_qs(urlsplit(came_back).query).items()}
        if not secrets.compare_digest(told.get("state", "").encode(), pending.state.encode()):
            raise InvalidRequest("This address belongs to another authorization. Begin again.")
        if time.time() > pending.ends_at:
            raise InvalidRequest("It took too long. Begin again.")
        if "iss" in told and told["iss"] != pending.issuer:
            raise InvalidRequest("Another server than the one that was asked sent you back.")
        if "code" not in told:
            raise InvalidRequest(f"It was not granted: {plain(told.get('error'), 100) or 'no code'}.")
        form = {
            "grant_type": "authorization_code",
            "code": told["code"],
            "redirect_uri": pending.redirect_uri,
            "client_id": pending.client_id,
            "code_verifier": pending.verifier,
            "resource": pending.resource,
        }
        given = await self._tokens(pending.token_endpoint, form, pending.client_secret)
        return _authorization(given, pending, "")

    async def renewed(self, there: Authorization) -> Authorization:
        """New tokens for old ones. Raises McpFailed."""
        if not there.refresh_token:
            raise McpFailed(Fault.UNAUTHORIZED, "Its authorization ended. Authorize Steward there again.")
        form = {
            "grant_type": "refresh_token",
            "refresh_token": there.refresh_token,
            "client_id": there.client_id,
            "resource": there.resource,
        }
        given = await self._tokens(there.token_endpoint, form, there.client_secret)
        return _authorization(given, there, there.refresh_token)

    async def _issuer(self, client: GuardedClient) -> tuple[str, Mapping[str, Any]]:
        """(the authorization server, what it tells of itself)"""
        parts = urlsplit(self._url)
        own = f"{parts.scheme}://{parts.netloc}"
        path = parts.path.rstrip("/")
        resource = await _first(client, [f"{own}{_RESOURCE}{path}", f"{own}{_RESOURCE}"])
        named = (resource or {}).get("authorization_servers")
        issuer = named[0] if isinstance(named, list) and named and isinstance(named[0], str) else own
        if resource is not None and not _covers(str(resource.get("resource") or self._url), self._url):
            raise McpFailed(Fault.UNAUTHORIZED, "What it says may be authorized is another server.")
        there = urlsplit(issuer)
        top, below = f"{there.scheme}://{there.netloc}", there.path.rstrip("/")
        told = await _first(client, [f"{top}{one}{below}" for one in _ISSUERS])
        if told is None:
            raise McpFailed(Fault.UNAUTHORIZED, "It names no authorization server that answers. Give a `secret`.")
        if str(told.get("issuer")).rstrip("/") != issuer.rstrip("/"):
            raise McpFailed(Fault.UNAUTHORIZED, "Its authorization server says that it is another one.")
        if "S256" not in (told.get("code_challenge_methods_supported") or ()):
            raise McpFailed(Fault.UNAUTHORIZED, "Its authorization server knows no PKCE (S256).")
        return issuer, told

    async def _registered(self, client: GuardedClient, told: Mapping[str, Any], redirect_uri: str) -> Mapping[str, Any]:
        """The client that Steward is there."""
        if not told.get("registration_endpoint"):
            raise McpFailed(
                Fault.UNAUTHORIZED, "It registers no clients by itself. Give a `secret` (a token of its own)."
            )
        asked = {
            "client_name": "Steward",
            "redirect_uris": [redirect_uri],
            "grant_types": ["authorization_code", "refresh_token"],
            "response_types": ["code"],
            "token_endpoint_auth_method": "none",
        }
        return await _posted(client, _address(told, "registration_endpoint"), json.dumps(asked).encode(), _JSON)

    async def _tokens(self, endpoint: str, form: dict[str, str], secret: str) -> Mapping[str, Any]:
        client = GuardedClient(self._url, self._hosts, bounds=BOUNDS)
        try:
            await client.send("GET", self._url)  # whether it is at home decides whether its authorization server may be
            form = {**form, "client_secret": secret} if secret else form
            return await _posted(client, endpoint, urlencode(form).encode(), _FORM)
        except ServerFailed as error:
            raise McpFailed(Fault.UNAUTHORIZED, error.detail) from error
        finally:
            await client.close()


_JSON: Final = {"Content-Type": "application/json", "Accept": "application/json"}


async def _first(client: GuardedClient, addresses: list[str]) -> Mapping[str, Any] | None:
    """The first of these that answers a JSON object. Raises McpFailed where one may not be asked."""
    for address in addresses:
        try:
            answer = await client.send("GET", address, headers={"Accept": "application/json"})
        except ServerFailed as error:
            raise McpFailed(Fault.UNAUTHORIZED, error.detail) from error
        if answer.status == 200 and (told := _object(answer.body)) is not None:
            return told
    return None


async def _posted(client: GuardedClient, address: str, content: bytes, headers: Mapping[str, str]) -> Mapping[str, Any]:
    """Raises McpFailed."""
    try:
        answer = await client.send("POST", address, headers=headers, content=content)
    except ServerFailed as error:
        raise McpFailed(Fault.UNAUTHORIZED, error.detail) from error
    told = _object(answer.body)
    if answer.status not in {200, 201} or told is None:
        why = plain((told or {}).get("error"), 100) or f"status {answer.status}"
        raise McpFailed(Fault.UNAUTHORIZED, f"Its authorization server refused: {why}. Authorize Steward there again.")
    return told


def _authorization(given: Mapping[str, Any], of: Pending | Authorization, refresh_token: str) -> Authorization:
    lasts = given.get("expires_in")
    return Authorization(
        access_token=_text(given, "access_token"),
        refresh_token=str(given.get("refresh_token") or refresh_token),
        ends_at=time.time() + lasts if isinstance(lasts, int | float) else 0.0,
        token_endpoint=of.token_endpoint,
        client_id=of.client_id,
        client_secret=of.client_secret,
        resource=of.resource,
    )


def _covers(resource: str, url: str) -> bool:
    """Whether what may be authorized is this server: the same origin, its path or one above it."""
    one, other = urlsplit(resource), urlsplit(url)
    return (one.scheme, one.netloc) == (other.scheme, other.netloc) and other.path.startswith(one.path.rstrip("/"))


def _address(told: Mapping[str, Any], name: str) -> str:
    found = told.get(name)
    if not isinstance(found, str) or urlsplit(found).scheme not in {"https", "http"}:
        raise McpFailed(Fault.UNAUTHORIZED, f"Its authorization server tells no {name}.")
    return found


def _text(told: Mapping[str, Any], name: str) -> str:
    found = told.get(name)
    if not isinstance(found, str) or not found:
        raise McpFailed(Fault.UNAUTHORIZED, f"Its authorization server gave no {name}.")
    return found


def _object(body: bytes) -> Mapping[str, Any] | None:
    try:
        told = json.loads(body)
    except (ValueError, RecursionError):
        return None
    return told if isinstance(told, dict) else None
