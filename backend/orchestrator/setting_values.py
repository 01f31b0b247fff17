"""What may the settings' values be? Their types, how each is read from a variable's text, and what is said of a wrong
one."""

import ipaddress
import os
import shlex
from decimal import Decimal
from difflib import get_close_matches
from enum import StrEnum
from pathlib import Path
from typing import Annotated, Any, NamedTuple
from urllib.parse import urlsplit
from zoneinfo import ZoneInfoNotFoundError

from pydantic import AfterValidator, BeforeValidator, SecretStr

from orchestrator.kit import patterns
from orchestrator.kit.zones import named_zone

TOKEN_PURPOSES = (
    "turn",
    "routing",
    "tagging",
    "extraction",
    "summaries",
    "meetings",
    "briefing",
    "inference",
    "mission",
)
RATE_BURST = 500
WILDCARD_ADDRESSES = ("0.0.0.0", "::", "")  # noqa: S104  (compared, not bound)
OWNER_TOKEN = patterns.compile(r"stw_[\x21-\x7e]{20,}\Z")
_CLI_NAME = patterns.compile(r"[a-z][a-z0-9_]{0,30}\Z")
_CLI_HOST, _CLI_KEY = "host:", "key:"
_DURATION = patterns.compile(r"-?\d+\Z|(\d+(\.\d+)?(ms|s|m|h))+\Z")
_RATE = patterns.compile(r"(\d{1,6})/(s|m|h)\Z")
_AMOUNT = patterns.compile(r"\d{1,6}(\.\d{1,9})?\Z")
MICROS = 1_000_000
_RATE_PERIODS = {"s": 1, "m": 60, "h": 3600}
_HOST_NAME = patterns.compile(r"[A-Za-z0-9](?:[A-Za-z0-9._-]*[A-Za-z0-9])?\Z")
_HOST = patterns.compile(r"[A-Za-z0-9](?:[A-Za-z0-9._-]*[A-Za-z0-9])?(?::\d{1,5})?\Z")


class LlmProvider(StrEnum):
    """Who answers as the model; `auto` = the first of the others, in this order, that is configured and answers."""

    AUTO = "auto"
    OPENAI = "openai"
    OLLAMA = "ollama"
    GGUF = "gguf"
    READER = "reader"


class TokenPrice(NamedTuple):
    """US dollars a million tokens."""

    prompt: Decimal
    completion: Decimal


class SandboxChoice(StrEnum):
    """What runs programs that are not ours; `auto` = the first of the others, in this order, that holds here."""

    AUTO = "auto"
    BWRAP = "bwrap"
    LANDLOCK = "landlock"
    OFF = "off"


class AgentCli(NamedTuple):
    """A command-line agent. `argv`: its program and arguments, what it is to do comes on its standard input; `hosts`:
    what it needs to reach; `keys`: (variable of its environment, file that holds the value)."""

    name: str
    argv: tuple[str, ...]
    hosts: tuple[str, ...] = ()
    keys: tuple[tuple[str, str], ...] = ()


class AgentClis(tuple[AgentCli, ...]):
    """All of them."""

    __slots__ = ()


class RateLimit(NamedTuple):
    """`requests` per `period_s` seconds, with a bucket of `burst`."""

    requests: int
    period_s: int
    burst: int = RATE_BURST


def _http_url(value: str) -> str:
    parts = urlsplit(value)
    if parts.scheme not in {"http", "https"} or not parts.hostname:
        raise ValueError("must be an http:// or https:// URL")
    return value.rstrip("/")


def _tile_url(value: str) -> str:
    address = urlsplit(value.replace("{z}", "0").replace("{x}", "0").replace("{y}", "0"))
    name = address.hostname or ""
    if address.scheme not in {"http", "https"} or not (_HOST_NAME.match(name) or _is_network(name)):
        raise ValueError("must be an http:// or https:// URL of tiles, as in https://tiles.example/{z}/{x}/{y}.png")
    if address.username is not None or "{" in urlsplit(value).netloc:
        raise ValueError("its host must be one name or address, without a user and without braces")
    if any(value.count(name) != 1 for name in ("{z}", "{x}", "{y}")):
        raise ValueError("must hold {z}, {x} and {y} once each, as in https://tiles.example/{z}/{x}/{y}.png")
    _ = address.port  # ValueError where it is none
    return value


def _database_url(value: SecretStr) -> SecretStr:
    if not value.get_secret_value().startswith("postgresql+asyncpg://"):
        raise ValueError("must begin with postgresql+asyncpg://")
    return value


def _zone(value: str) -> str:
    try:
        named_zone(value)
    except (ZoneInfoNotFoundError, ValueError, OSError) as error:
        raise ValueError("must be an IANA time zone such as America/Sao_Paulo") from error
    return value


def _owner_token(value: SecretStr) -> SecretStr:
    if not OWNER_TOKEN.match(value.get_secret_value()):
        raise ValueError("must be stw_ followed by at least 20 printable characters")
    return value


def _address(value: str) -> str:
    if value not in WILDCARD_ADDRESSES and not _is_network(value) and not _HOST_NAME.match(value):
        raise ValueError("must be an address or a host name, without scheme and port")
    return value


def _email(value: str) -> str:
    if not patterns.compile(r"[^@\s]+@[^@\s]+").fullmatch(value):
        raise ValueError("must be an email address")
    return value


def _duration(value: str) -> str:
    if not _DURATION.match(value):
        raise ValueError("must be a duration such as 30m, 1h30m or -1 (for ever)")
    return value


def _comma_list(value: object) -> object:
    return tuple(part.strip() for part in value.split(",") if part.strip()) if isinstance(value, str) else value


def _hosts(value: tuple[str, ...]) -> tuple[str, ...]:
    for host in value:
        if host != "*" and not _HOST.match(host.removeprefix("*.")) and not _is_bracketed_v6(host):
            raise ValueError(f"{host!r} is not a host name")
    return value


def _private_hosts(value: tuple[str, ...]) -> tuple[str, ...]:
    for host in value:
        if not (_is_network(host) or _HOST.match(host) or _is_bracketed_v6(host)):
            raise ValueError(f"{host!r} is not a host, host:port or CIDR")
    return value


def _proxies(value: tuple[str, ...]) -> tuple[str, ...]:
    for proxy in value:
        if not _is_network(proxy):
            raise ValueError(f"{proxy!r} is no address or CIDR, such as 127.0.0.1 or 172.16.0.0/12")
    return value


def _is_network(text: str) -> bool:
    try:
        ipaddress.ip_network(text, strict=False)
    except ValueError:
        return False
    return True


def _is_bracketed_v6(text: str) -> bool:
    address, bracket, port = text.removeprefix("[").partition("]")
    return (
        text.startswith("[")
        and bool(bracket)
        and _is_network(address)
        and bool(patterns.compile(r"(:\d{1,5})?").fullmatch(port))
    )


def _rate(value: object) -> object:
    if not isinstance(value, str):
        return value
    if value.strip().lower() == "off":
        return None
    match = _RATE.match(value.strip())
    if not match or int(match[1]) == 0:
        raise ValueError("must be a rate such as 100/s, or off")
    return RateLimit(int(match[1]), _RATE_PERIODS[match[2]])


def _agent_clis(value: object) -> object:
    return AgentClis(_agent_cli(part) for part in value.split(";") if part.strip()) if isinstance(value, str) else value


def _agent_cli(entry: str) -> AgentCli:
    try:
        first, *words = shlex.split(entry)
    except ValueError as error:
        raise ValueError(f"{entry.strip()[:60]!r} has an open quotation mark") from error
    name, _, program = first.partition("=")
    if not _CLI_NAME.match(name) or not program.startswith("/"):
        raise ValueError(f"{first[:60]!r} is not name=/path, the name of small letters, digits and _")
    hosts = tuple(one.removeprefix(_CLI_HOST) for one in words if one.startswith(_CLI_HOST))
    keys = [one.removeprefix(_CLI_KEY).partition("=") for one in words if one.startswith(_CLI_KEY)]
    if wrong := [variable for variable, _, path in keys if not variable or not path.startswith("/")]:
        raise ValueError(f"key:{wrong[0]} is not key:VARIABLE=/path/of/a/file")
    rest = tuple(one for one in words if not one.startswith((_CLI_HOST, _CLI_KEY)))
    return AgentCli(name, (program, *rest), hosts, tuple((variable, path) for variable, _, path in keys))


def _caps(value: object) -> object:
    if not isinstance(value, str):
        return value
    caps: dict[str, int] = {}
    for part in _comma_list(value):  # type: ignore[attr-defined]
        purpose, _, tokens = (piece.strip() for piece in part.partition("="))
        if purpose not in TOKEN_PURPOSES:
            raise ValueError(f"{purpose!r} is no purpose{hint(purpose, TOKEN_PURPOSES)}")
        if not tokens.isdecimal():
            raise ValueError(f"{purpose} needs a number of tokens, as in {purpose}=20000")
        caps[purpose] = int(tokens)
    return caps


def _money(value: object) -> object:
    if not isinstance(value, str):
        return value
    caps: dict[str, int] = {}
    for part in _comma_list(value):  # type: ignore[attr-defined]
        purpose, given, amount = (piece.strip() for piece in part.rpartition("="))
        purpose = purpose if given else "day"
        if purpose not in {"day", *TOKEN_PURPOSES}:
            raise ValueError(f"{purpose!r} is no purpose{hint(purpose, ('day', *TOKEN_PURPOSES))}")
        caps[purpose] = int(_dollars(amount, f"{purpose} needs an amount of US dollars, as in {purpose}=2.50") * MICROS)
    return caps


def _prices(value: object) -> object:
    if not isinstance(value, str):
        return value
    prices: dict[str, TokenPrice] = {}
    for part in _comma_list(value):  # type: ignore[attr-defined]
        model, _, price = (piece.strip() for piece in part.rpartition("="))
        wanted = f"{model or part!r} needs US dollars a million tokens, prompt/completion, as in my-model=0.50/1.50"
        prompt, slash, completion = price.partition("/")
        if not model or not slash:
            raise ValueError(wanted)
        prices[model] = TokenPrice(_dollars(prompt, wanted), _dollars(completion, wanted))
    return prices


def _dollars(text: str, wanted: str) -> Decimal:
    if not _AMOUNT.match(text.strip()):
        raise ValueError(wanted)
    return Decimal(text.strip())


def hint(word: str, known: tuple[str, ...]) -> str:
    near = get_close_matches(word, known, n=1, cutoff=0.6)
    return f"; did you mean {near[0]}?" if near else f"; known: {', '.join(known)}" if len(known) < 10 else ""


def _expanded(value: Path) -> Path:
    return Path(os.path.abspath(value.expanduser()))  # not resolve(): symlinks stay as the operator wrote them


HttpUrl = Annotated[str, AfterValidator(_http_url)]
TileUrl = Annotated[str, AfterValidator(_tile_url)]
"""Of map tiles, with `{z}`, `{x}` and `{y}`."""
HostPath = Annotated[Path, AfterValidator(_expanded)]
Hosts = Annotated[tuple[str, ...], BeforeValidator(_comma_list), AfterValidator(_hosts)]
PrivateHosts = Annotated[tuple[str, ...], BeforeValidator(_comma_list), AfterValidator(_private_hosts)]
Proxies = Annotated[tuple[str, ...], BeforeValidator(_comma_list), AfterValidator(_proxies)]
HostPaths = Annotated[tuple[HostPath, ...], BeforeValidator(_comma_list)]
DatabaseUrl = Annotated[SecretStr, AfterValidator(_database_url)]
Address = Annotated[str, AfterValidator(_address)]
Email = Annotated[str, AfterValidator(_email)]
OwnerToken = Annotated[SecretStr, AfterValidator(_owner_token)]
Zone = Annotated[str, AfterValidator(_zone)]
Duration = Annotated[str, AfterValidator(_duration)]
Rate = Annotated[RateLimit | None, BeforeValidator(_rate)]
TokenCaps = Annotated[dict[str, int], BeforeValidator(_caps)]
MoneyCaps = Annotated[dict[str, int], BeforeValidator(_money)]
TokenPrices = Annotated[dict[str, TokenPrice], BeforeValidator(_prices)]
GivenAgentClis = Annotated[Any, BeforeValidator(_agent_clis)]
"""Holds `AgentClis`."""
