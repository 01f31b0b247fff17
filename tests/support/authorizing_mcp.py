"""An MCP server over HTTP that wants OAuth, and its authorization server, on one port of loopback.

`lie`: what it does wrong: `issuer` (says that it is another), `resource` (names another server), `no_pkce`.
"""

import base64
import hashlib
from typing import Any
from urllib.parse import parse_qs, urlencode, urlsplit

from tests.support.hostile_mcp_http import HostileHttp
from tests.support.loopback_http import Recorded, Wire


class AuthorizingMcp(HostileHttp):
    """`lasts_s`: of an access token, None where nobody says; `granted`: grants in order; `grants`: whether it gives
    tokens."""

    def __init__(self, lie: str = "", *, lasts_s: int | None = 3600) -> None:
        super().__init__(token="never-given")
        self.lie = lie
        self.lasts_s = lasts_s
        self.challenge = ""
        self.granted: list[str] = []
        self.grants = True

    def visited(self, url: str) -> str:
        """The owner's browser goes there, says yes, and is sent back: where to."""
        asked = {name: values[0] for name, values in parse_qs(urlsplit(url).query).items()}
        assert (asked["response_type"], asked["code_challenge_method"]) == ("code", "S256")
        assert asked["resource"] == self.address
        self.challenge = asked["code_challenge"]
        back = {"code": "c0de", "state": asked["state"], "iss": self.url}
        return f"{asked['redirect_uri']}?{urlencode(back)}"

    async def handle(self, request: Recorded, wire: Wire) -> None:
        path = request.path
        if path.startswith("/.well-known/oauth-protected-resource"):
            resource = "http://127.0.0.1:9/mcp" if self.lie == "resource" else self.address
            await wire.whole(200, {"resource": resource, "authorization_servers": [self.url]})
        elif path == "/.well-known/oauth-authorization-server":
            await wire.whole(200, self.metadata())
        elif path == "/register":
            assert request.body["redirect_uris"]
            await wire.whole(201, {"client_id": "steward-1"})
        elif path == "/token":
            await self.grant(wire, {name: one[0] for name, one in parse_qs(request.raw.decode()).items()})
        else:
            await super().handle(request, wire)

    def metadata(self) -> dict[str, Any]:
        return {
            "issuer": "http://127.0.0.1:9" if self.lie == "issuer" else self.url,
            "authorization_endpoint": f"{self.url}/authorize",
            "token_endpoint": f"{self.url}/token",
            "registration_endpoint": f"{self.url}/register",
            "code_challenge_methods_supported": [] if self.lie == "no_pkce" else ["S256"],
        }

    async def grant(self, wire: Wire, form: dict[str, str]) -> None:
        assert (form["client_id"], form["resource"]) == ("steward-1", self.address)
        if form["grant_type"] == "authorization_code":
            digest = hashlib.sha256(form["code_verifier"].encode()).digest()
            well = base64.urlsafe_b64encode(digest).rstrip(b"=").decode() == self.challenge and form["code"] == "c0de"
        else:
            well = form["refresh_token"] == f"refresh-{len(self.granted)}"
        if not well or not self.grants:
            await wire.whole(400, {"error": "invalid_grant"})
            return
        self.granted.append(form["grant_type"])
        number = len(self.granted)
        self.token = f"access-{number}"
        ends = {} if self.lasts_s is None else {"expires_in": self.lasts_s}
        told = {"access_token": self.token, "token_type": "Bearer", **ends}
        await wire.whole(200, {**told, "refresh_token": f"refresh-{number}"})
