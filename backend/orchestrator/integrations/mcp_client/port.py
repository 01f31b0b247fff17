"""What does a connection to an MCP server offer? Plain data in, plain data out; whatever the server does is one of
these or McpFailed."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any, Literal, Protocol

from orchestrator.errors import IntegrationFailed
from orchestrator.integrations.mcp_client.limits import CALL_AT_MOST_S, CALL_S, HEALTH_S, LIST_S, START_S


class Fault(StrEnum):
    """What kind of failure it is, and so who acts."""

    FAILED = "failed"
    """The server broke, ended, or answered an error; it may be tried again."""
    TIMEOUT = "timeout"
    """No answer in time: of a call it is not known whether it had an effect."""
    HOSTILE = "hostile"
    """It flooded or sent more than it may: it is used no further until the owner acts."""
    UNAUTHORIZED = "unauthorized"
    """It wants credentials, or other ones."""
    REFUSED = "refused"
    """It may not be reached or started: the message says what the operator may do."""


class McpFailed(IntegrationFailed):
    """The server could not be used; the message is for its owner. `reached`: the request was sent to the server;
    `answered`: it said itself that it did not do it."""

    def __init__(self, fault: Fault, detail: str, *, reached: bool = False, answered: bool = False) -> None:
        super().__init__(detail)
        self.fault = fault
        self.reached = reached
        self.answered = answered


@dataclass(frozen=True)
class Launch:
    """How a server is reached. `secret`: an http one's bearer token; in a stdio one's `env` it stands where a value
    says `${secret}`. `private_hosts`: as STEWARD_PRIVATE_HOSTS."""

    transport: Literal["stdio", "http"]
    command: str = ""
    args: tuple[str, ...] = ()
    url: str = ""
    env: Mapping[str, str] = field(default_factory=dict, repr=False)
    secret: str = field(default="", repr=False)
    private_hosts: tuple[str, ...] = ()


@dataclass(frozen=True)
class Identity:
    """Who a server says it is. `instructions`: its words for a model, which enter no prompt."""

    name: str = ""
    version: str = ""
    protocol: str = ""
    instructions: str = ""


@dataclass(frozen=True)
class ListedTool:
    """A tool as the server tells it; all of it is the server's word."""

    name: str
    description: str
    input_schema: Mapping[str, Any]
    title: str = ""
    output_schema: Mapping[str, Any] | None = None
    annotations: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True)
class RefusedTool:
    """A tool that can't be used, and why."""

    name: str
    reason: str


@dataclass(frozen=True)
class Listing:
    """All tools of a server."""

    identity: Identity
    tools: tuple[ListedTool, ...] = ()
    refused: tuple[RefusedTool, ...] = ()


@dataclass(frozen=True)
class CallOutcome:
    """What a call gave: `text` for a model, `structured` where the server gave an object. `is_error`: the tool says
    that it failed. `cut`: how many bytes of text were left out."""

    text: str
    structured: Mapping[str, Any] | None = None
    is_error: bool = False
    cut: int = 0
    left_out: Sequence[str] = ()
    """Kinds of content that are not text."""


@dataclass(frozen=True)
class Deadlines:
    """Seconds. `start_s`: to the first list, which has its `list_s`; `call_at_most_s`: with progress told."""

    start_s: float = START_S
    list_s: float = LIST_S
    call_s: float = CALL_S
    call_at_most_s: float = CALL_AT_MOST_S
    health_s: float = HEALTH_S


class Connection(Protocol):
    """One server, being used by one caller at a time or several."""

    @property
    def alive(self) -> bool:
        """Whether it was started and has not ended since."""
        ...

    @property
    def stale(self) -> bool:
        """The server told that its tools changed since they were listed."""
        ...

    async def start(self) -> Listing:
        """Start it and list its tools, within START_S. Raises McpFailed."""
        ...

    async def tools(self) -> Listing:
        """List its tools, within LIST_S. Raises McpFailed."""
        ...

    async def call(self, tool: str, arguments: Mapping[str, Any]) -> CallOutcome:
        """Call a tool once, never again. Raises McpFailed."""
        ...

    async def probe(self) -> None:
        """Whether it answers, within HEALTH_S. Raises McpFailed."""
        ...

    async def close(self) -> None:
        """End it with all that it started."""
        ...


class Connector(Protocol):
    """Makes connections."""

    def connection(self, launch: Launch) -> Connection:
        """One that is not started yet."""
        ...
