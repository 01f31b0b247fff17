"""What does pushing need beside the outbox? The key of stored addresses, the hosts that may be reached, links, our
public key of Web Push."""

from dataclasses import dataclass
from typing import Final
from urllib.parse import urlsplit

from orchestrator.domain.work.pushes.kinds import Address
from orchestrator.domain.work.pushes.links import Links
from orchestrator.domain.world.connections.vault import Vault
from orchestrator.errors import InvalidRequest, NotConfigured
from orchestrator.integrations.guarded.addresses import PrivateHosts
from orchestrator.integrations.guarded.errors import AddressRefused, ServerFailed
from orchestrator.integrations.push.apprise.service import refusal_of
from orchestrator.integrations.push.webpush.vapid import SEED_BYTES, VapidKey

_LINKS: Final = b"steward push answers"
_VAPID: Final = b"steward web push"


@dataclass(frozen=True)
class Pushing:
    """See above. `vapid`: our key of Web Push; `apprise`: whether that extra is installed."""

    vault: Vault
    hosts: PrivateHosts
    links: Links
    vapid: VapidKey
    apprise: bool = False

    @classmethod
    def of(
        cls, vault: Vault, hosts: PrivateHosts, *, base_url: str, contact: str | None = None, apprise: bool = False
    ) -> "Pushing":
        """With keys that come from the home's own."""
        links = Links(base_url.rstrip("/"), vault.derived(_LINKS, 32))
        return cls(vault, hosts, links, VapidKey(vault.derived(_VAPID, SEED_BYTES), contact), apprise)

    async def check(self, address: Address) -> None:
        """Raises InvalidRequest for an address that may not be reached, NotConfigured where its extra is missing."""
        if address.kind == "apprise":
            if not self.apprise:
                raise NotConfigured("This Steward runs without Apprise: start it with `make run EXTRAS=apprise`.")
            refused = refusal_of(address.to, self.hosts)
            if refused is not None:
                raise InvalidRequest.of_field("url", refused, loc=("body", "url"))
        elif address.kind != "expo":
            await self._reached(address, "endpoint" if address.kind == "webpush" else "url")

    async def _reached(self, address: Address, field: str) -> None:
        parts = urlsplit(address.to)
        host, port = parts.hostname or "", parts.port or (443 if parts.scheme == "https" else 80)
        if parts.scheme != "https" and not self.hosts.names(host, port):
            told = f"it has to begin with https://, or the operator lists {host}:{port} in STEWARD_PRIVATE_HOSTS"
            raise InvalidRequest.of_field(field, told, loc=("body", field))
        try:
            await self.hosts.resolve(host, port)
        except AddressRefused as error:
            raise InvalidRequest.of_field(field, error.detail.rstrip("."), loc=("body", field)) from error
        except ServerFailed as error:
            if address.kind == "webpush":
                return  # a browser gave it: there may be no internet just now
            raise InvalidRequest.of_field(field, error.detail.rstrip("."), loc=("body", field)) from error
