"""What must something be able to do to push to devices for us?"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Literal, Protocol

Kind = Literal["expo", "webpush", "ntfy", "apprise"]
Act = Literal["confirm", "cancel"]


@dataclass(frozen=True)
class Button:
    """What can be answered from the notification itself: a POST to `url`, which is good once and for a short time."""

    act: Act
    label: str
    url: str = field(repr=False)


@dataclass(frozen=True)
class Message:
    """One notification for one device. `to`: Expo's token, the endpoint of a subscription, the address of a topic, an
    address of Apprise's; `keys`: what else it takes (`p256dh`, `auth`; `topic`, `token`). `collapse_id`: a device that
    gets two with the same shows one. `ttl_s`: how long the platform keeps it for a device that can't be reached.
    `opens`: the address of what it is about; `badge`: how much waits for the user."""

    to: str = field(repr=False)
    title: str
    body: str
    data: Mapping[str, str]
    collapse_id: str
    ttl_s: int
    kind: Kind = "expo"
    keys: Mapping[str, str] = field(default_factory=dict, repr=False)
    opens: str | None = None
    urgent: bool = True
    badge: int | None = None
    buttons: tuple[Button, ...] = ()


@dataclass(frozen=True)
class Accepted:
    """The service took it and will try; what became of it stands in the receipt of `ticket_id`, where it gives any."""

    ticket_id: str | None = None


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


class Channel(Protocol):
    """One kind of devices. Its `send` ends well within two minutes, whatever the services do."""

    async def send(self, messages: Sequence[Message]) -> list[Outcome]:
        """One outcome a message, in order. Raises nothing for what the service or the network did."""
        ...

    async def close(self) -> None:
        """Give back connections."""
        ...


class PushSender(Channel, Protocol):
    """Everything that is pushed through; or one service that gives receipts (Expo's)."""

    async def receipts(self, ticket_ids: Sequence[str]) -> dict[str, Delivered]:
        """The receipts that there are already. Raises IntegrationFailed."""
        ...
