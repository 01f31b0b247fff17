"""What does an MCP server look like from outside?"""

from datetime import datetime
from pathlib import PurePosixPath
from typing import Annotated, Any, Literal, Self
from urllib.parse import urlsplit
from uuid import UUID

from pydantic import AfterValidator, BaseModel, ConfigDict, Field, SecretStr, model_validator

from orchestrator.domain.foundation.entities.schemas import Line
from orchestrator.kit import patterns
from orchestrator.scheduling.async_jobs import JobType
from orchestrator.scheduling.scheduled_jobs import Scheduled

KIND = "mcp_server"
TOOL = "mcp_tool"
State = Literal["starting", "ready", "degraded", "quarantined", "stopped"]
ToolState = Literal["approved", "new", "changed", "refused"]
Effect = Literal["outbound", "read"]
MOST_ARGUMENTS, MOST_VARIABLES = 64, 64
LONGEST_URL, LONGEST_VALUE = 2_000, 4_000
_VARIABLE = patterns.compile(r"[A-Za-z_][A-Za-z0-9_]{0,127}")
_LOADERS = frozenset({"npx", "bunx", "uvx", "pnpx", "dlx"})
"""They fetch what they start."""
_EXACT = patterns.compile(r"(?:@[\w.-]+/)?[\w.-]+(?:@|==)\d+\.\d+[\w.+-]*")
_RESERVED = frozenset({"LD_PRELOAD", "LD_LIBRARY_PATH", "LD_AUDIT", "DYLD_INSERT_LIBRARIES"})


def _address(value: str) -> str:
    value = value.strip()
    try:
        parts = urlsplit(value)
        port_is_read = parts.port is None or parts.port > 0
    except ValueError as error:
        msg = "this is no web address"
        raise ValueError(msg) from error
    if parts.scheme.lower() not in {"http", "https"} or not parts.hostname or not port_is_read:
        msg = "an address begins with https:// or http://, and names a server"
        raise ValueError(msg)
    if "@" in parts.netloc:
        msg = "leave the name and password out of the address: give a `secret`"
        raise ValueError(msg)
    if not value.isprintable() or " " in value:
        msg = "an address has no blanks or control characters"
        raise ValueError(msg)
    return parts._replace(fragment="").geturl()


def _variables(value: dict[str, str]) -> dict[str, str]:
    for name in value:
        if _VARIABLE.fullmatch(name) is None or name in _RESERVED:
            msg = f"{name[:60]!r} is no name of a variable that can be given"
            raise ValueError(msg)
    return value


def _command(value: str) -> str:
    value = value.strip()
    if not value or not value.isprintable():
        msg = "give the program, without its arguments: they are `args`"
        raise ValueError(msg)
    return value


Url = Annotated[str, Field(max_length=LONGEST_URL), AfterValidator(_address)]
Command = Annotated[str, Field(max_length=1_000), AfterValidator(_command)]
Args = Annotated[list[Annotated[str, Field(max_length=LONGEST_VALUE)]], Field(max_length=MOST_ARGUMENTS)]
Env = Annotated[
    dict[str, Annotated[str, Field(max_length=LONGEST_VALUE)]],
    Field(max_length=MOST_VARIABLES),
    AfterValidator(_variables),
]
Secret = Annotated[SecretStr, Field(max_length=LONGEST_VALUE)]


def unpinned(command: str, args: list[str]) -> str | None:
    """The package that this would fetch in whatever version there is; None where nothing is fetched so."""
    name = PurePosixPath(command).name
    if name not in _LOADERS and not (name in {"pipx", "npm", "pnpm"} and args[:1] in (["run"], ["exec"], ["dlx"])):
        return None
    rest = args if name in _LOADERS else args[1:]
    package = next((one for one in rest if not one.startswith("-")), "")
    return None if _EXACT.fullmatch(package) else package or "a package"


class McpServerIn(BaseModel):
    """A server to use. `stdio`: a program with its arguments; `http`: an address that speaks streamable HTTP."""

    model_config = ConfigDict(
        extra="ignore",
        json_schema_extra={
            "examples": [
                {
                    "name": "Files",
                    "transport": "stdio",
                    "command": "node",
                    "args": ["/opt/mcp/server-filesystem/dist/index.js", "/srv/shared"],
                },
                {"name": "Wiki", "transport": "http", "url": "https://wiki.example.org/mcp", "secret": "a token"},
            ]
        },
    )

    name: Line = Field(description="What it is called here; its tools are called by it: `files__read_file`.")
    transport: Literal["stdio", "http"]
    command: Command | None = Field(default=None, description="Of stdio: the program; a name, or its whole path.")
    args: Args = Field(default_factory=list)
    url: Url | None = Field(
        default=None, description="Of http. In a private network it has to stand in STEWARD_PRIVATE_HOSTS."
    )
    env: Env = Field(
        default_factory=dict,
        description="Of stdio: its variables, kept encrypted; `${secret}` in a value stands for `secret`.",
    )
    secret: Secret | None = Field(
        default=None, description="Kept encrypted and never shown again: of http its bearer token."
    )

    @model_validator(mode="after")
    def _whole(self) -> Self:
        told = wrong(self.transport, self.command, self.args, self.url, self.env)
        if told is not None:
            raise ValueError(told)
        return self


class McpServerPatch(BaseModel):
    """The fields to change; absent ones stay. `state`: `stopped` ends it, `starting` starts it again."""

    model_config = ConfigDict(extra="ignore", json_schema_extra={"examples": [{"secret": "a new token"}]})

    name: Line | None = None
    command: Command | None = None
    args: Args | None = None
    url: Url | None = None
    env: Env | None = None
    secret: Secret | None = None
    state: Literal["stopped", "starting"] | None = None


def wrong(transport: str, command: str | None, args: list[str], url: str | None, env: dict[str, str]) -> str | None:
    """What of these does not go together; None where all does."""
    if transport == "stdio":
        if command is None:
            return "a stdio server needs a `command`"
        if url is not None:
            return "a stdio server has no `url`"
        if (package := unpinned(command, args)) is not None:
            return (
                f"{package[:80]} would be fetched in whatever version there is, so that it can change unseen: name an "
                "exact version (`package@1.2.3`), or install it and give its path"
            )
        return None
    if url is None:
        return "an http server needs a `url`"
    if command is not None or args or env:
        return "an http server has no `command`, `args` or `env`"
    return None


class Difference(BaseModel):
    """A field of a tool that is another than what was approved."""

    field: str
    before: Any = None
    after: Any = None


class McpToolOut(BaseModel):
    """A tool. `offered_as`: its name for the model; `description`, `input_schema`, `annotations`: the server's words,
    which grant nothing; `reason`: why it is refused; `changes`: what is another than what was approved."""

    name: str
    offered_as: str | None = None
    pin: str | None = None
    state: ToolState
    effect: Effect = "outbound"
    title: str = ""
    description: str = ""
    input_schema: dict[str, Any] = Field(default_factory=dict)
    annotations: dict[str, Any] = Field(default_factory=dict)
    reason: str | None = None
    changes: list[Difference] = Field(default_factory=list)


class McpServerOut(BaseModel):
    """A server. `state`: `starting`, `ready`, `degraded` (it failed last, or a tool changed: `last_error`),
    `quarantined` (it flooded or sent too much: used no further until you act), `stopped`."""

    id: UUID
    name: str
    transport: Literal["stdio", "http"]
    command: str | None
    args: list[str]
    url: str | None
    env: dict[str, str]
    has_secret: bool
    state: State
    last_error: str | None
    last_ok_at: datetime | None
    server_name: str
    server_version: str
    protocol: str
    tools: list[McpToolOut]
    created_at: datetime
    updated_at: datetime
    version: int


class ToolsApproval(BaseModel):
    """The tools that are approved, by their pins as they were shown."""

    model_config = ConfigDict(extra="ignore", json_schema_extra={"examples": [{"pins": ["9f86d081884c7d65…"]}]})

    pins: Annotated[list[Annotated[str, Field(max_length=64)]], Field(min_length=1, max_length=200)]


class ToolPatch(BaseModel):
    """`read`: you say that the tool changes nothing, and it is called without asking you."""

    model_config = ConfigDict(extra="ignore", json_schema_extra={"examples": [{"effect": "read"}]})

    effect: Effect


HEALTH = JobType("mcp_servers.health", Scheduled, timeout_s=120.0)
"""Ask the servers that are in use whether they are well, and try those again that were not."""
