"""What must something be able to do to push to phones for us?"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol


@dataclass(frozen=True)
class Message:
    """One notification for one device. `collapse_id`: a phone that gets two with the same shows one. `ttl_s`: how long
    the platform keeps it for a phone that can't be reached."""

    to: str
    title: str
    body: str
    data: Mapping[str, str]
    collapse_id: str
    ttl_s: int


@dataclass(frozen=True)
class Accepted:
    """The service took it and will try; what became of it stands in the receipt of `ticket_id`."""

    ticket_id: str


@dataclass(frozen=True)
class Refused:
    """It was not sent and will not be: `error` is the service's name for why. `gone`: this device takes no more."""

    error: str
    detail: str = ""
    gone: bool = False


@dataclass(frozen=True)
class Later:
    """It was not sent: the service could not be reached, or wants fewer messages. `after_s` where it said when."""

    why: str
    after_s: float | None = None


@dataclass(frozen=True)
class Uncertain:
    """Nobody knows whether it was sent: it may not be sent again."""

    why: str


Outcome = Accepted | Refused | Later | Uncertain


@dataclass(frozen=True)
class Delivered:
    """A receipt: `error` is None where the phone's platform took the message, which is not that it was shown."""

    error: str | None = None
    detail: str = ""
    gone: bool = False


class PushSender(Protocol):
    """A push service."""

    async def send(self, messages: Sequence[Message]) -> list[Outcome]:
        """One outcome a message, in order. Raises nothing for what the service or the network did."""
        ...

    async def receipts(self, ticket_ids: Sequence[str]) -> dict[str, Delivered]:
        """The receipts that there are already. Raises IntegrationFailed."""
        ...

    async def close(self) -> None:
        """Give back connections."""
        ...
