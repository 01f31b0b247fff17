"""Which settings apply? The only reader of the environment (api.md, Start and settings).

`load_settings()` reads `STEWARD_*` from the environment and a `.env` file (the environment wins), refuses what it does
not know or can't parse with a `ConfigurationError` that names the variable, and ignores, with a warning, what
Kubernetes and Docker links inject for services called steward. `Settings(home=…)` alone reads nothing: for tests.
"""

import ipaddress
import os
import shlex
import sys
from collections.abc import Mapping
from decimal import Decimal
from difflib import get_close_matches
from enum import StrEnum
from pathlib import Path
from typing import Annotated, Any, Literal, NamedTuple
from urllib.parse import urlsplit
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from pydantic import AfterValidator, BeforeValidator, Field, SecretStr, ValidationError
from pydantic_settings import BaseSettings, DotEnvSettingsSource, PydanticBaseSettingsSource, SettingsConfigDict

from orchestrator.errors import ConfigurationError
from orchestrator.kit import patterns

PREFIX = "STEWARD_"
OTLP_VARIABLE = "OTEL_EXPORTER_OTLP_ENDPOINT"
"""The one foreign variable: OpenTelemetry's own name for where spans go."""

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
LOOPBACK_HOSTS = ("localhost", "127.0.0.1", "[::1]")
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
_INJECTED_NAME = patterns.compile(
    r"STEWARD_(?:SERVICE_\w+|\w+_SERVICE_(?:HOST|PORT(?:_\w+)?)|(?:\w+_)?PORT_\d+_(?:TCP|UDP|SCTP)(?:_\w+)?)\Z"
)
_INJECTED_PORT = patterns.compile(r"STEWARD_(?:\w+_)?PORT\Z")
_INJECTED_VALUE = patterns.compile(r"(?:tcp|udp|sctp)://")


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


def _database_url(value: SecretStr) -> SecretStr:
    if not value.get_secret_value().startswith("postgresql+asyncpg://"):
        raise ValueError("must begin with postgresql+asyncpg://")
    return value


def _zone(value: str) -> str:
    try:
        ZoneInfo(value)
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
            raise ValueError(f"{purpose!r} is no purpose{_hint(purpose, TOKEN_PURPOSES)}")
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
            raise ValueError(f"{purpose!r} is no purpose{_hint(purpose, ('day', *TOKEN_PURPOSES))}")
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


def _hint(word: str, known: tuple[str, ...]) -> str:
    near = get_close_matches(word, known, n=1, cutoff=0.6)
    return f"; did you mean {near[0]}?" if near else f"; known: {', '.join(known)}" if len(known) < 10 else ""


def _expanded(value: Path) -> Path:
    return Path(os.path.abspath(value.expanduser()))  # not resolve(): symlinks stay as the operator wrote them


def default_home(environ: Mapping[str, str] | None = None) -> Path:
    """The platform's user data folder + `steward`."""
    environ = os.environ if environ is None else environ
    if sys.platform == "darwin":
        return Path.home() / "Library" / "Application Support" / "steward"
    if sys.platform == "win32":
        return Path(environ.get("LOCALAPPDATA") or Path.home() / "AppData" / "Local") / "steward"
    data = environ.get("XDG_DATA_HOME", "")
    return (Path(data) if data.startswith("/") else Path.home() / ".local" / "share") / "steward"


HttpUrl = Annotated[str, AfterValidator(_http_url)]
HostPath = Annotated[Path, AfterValidator(_expanded)]
Hosts = Annotated[tuple[str, ...], BeforeValidator(_comma_list), AfterValidator(_hosts)]


class Settings(BaseSettings):
    """Every variable of api.md's table, by its lower-case name without the prefix. Times in seconds."""

    model_config = SettingsConfigDict(frozen=True, extra="forbid", hide_input_in_errors=True, populate_by_name=True)

    home: HostPath = Field(default_factory=default_home)
    database_url: Annotated[SecretStr, AfterValidator(_database_url)] | None = None
    database_direct_url: Annotated[SecretStr, AfterValidator(_database_url)] | None = None
    database_read_url: Annotated[SecretStr, AfterValidator(_database_url)] | None = None
    database_pooler: Literal["none", "transaction"] = "none"
    host: Annotated[str, AfterValidator(_address)] = "127.0.0.1"
    port: int = Field(default=8000, ge=0, le=65535)
    public_url: HttpUrl | None = None
    allowed_hosts: Hosts = ()
    secret_key_file: HostPath | None = None
    owner_email: Annotated[str, AfterValidator(_email)] | None = None
    owner_token: Annotated[SecretStr, AfterValidator(_owner_token)] | None = None
    timezone: Annotated[str, AfterValidator(_zone)] = "UTC"

    llm_provider: LlmProvider = LlmProvider.AUTO
    gguf_path: HostPath | None = None
    ollama_url: HttpUrl = "http://127.0.0.1:11434"
    openai_url: HttpUrl | None = None
    openai_api_key: SecretStr | None = None
    smart_model: str | None = None
    fast_model: str | None = None
    embed_model: str | None = None
    voice_model: str = "campplus"
    """Makes embeddings from audio, with the extra `voice`; what absent models of embeddings are."""
    llm_keep_alive: Annotated[str, AfterValidator(_duration)] = "30m"
    llm_timeout_s: float = Field(default=120, gt=0, allow_inf_nan=False)
    local_first: bool = True

    agent_max_steps: int = Field(default=15, ge=1)
    agent_max_tool_calls: int = Field(default=20, ge=0)
    agent_max_repairs: int = Field(default=2, ge=0)
    agent_deadline_s: float = Field(default=180, gt=0, allow_inf_nan=False)
    agent_max_tokens: int = Field(default=60_000, ge=1)
    tokens_per_day: Annotated[dict[str, int], BeforeValidator(_caps)] = Field(default_factory=dict)
    money_per_day: Annotated[dict[str, int], BeforeValidator(_money)] = Field(default_factory=dict)
    """Micro-units of US dollars, by purpose, and for `day` of all together."""
    prices: Annotated[dict[str, TokenPrice], BeforeValidator(_prices)] = Field(default_factory=dict)
    """The owner's own, by model; `*` for all others."""

    expo_url: HttpUrl = "https://exp.host"
    expo_access_token: SecretStr | None = None
    immich_url: HttpUrl | None = None
    immich_api_key: SecretStr | None = None
    geoapify_url: HttpUrl = "https://api.geoapify.com"
    geoapify_api_key: SecretStr | None = None
    search_url: HttpUrl | None = None
    rerank_url: HttpUrl | None = None
    rerank_model: str | None = None
    owntracks_key: SecretStr | None = Field(default=None, max_length=32)
    """The encryption key that the phones have in OwnTracks: 32 octets at most."""
    trusted_proxies: Annotated[tuple[str, ...], BeforeValidator(_comma_list), AfterValidator(_proxies)] = ()
    """Addresses and networks whose `X-Forwarded-For` and `X-Forwarded-Proto` count."""
    sandbox: SandboxChoice = SandboxChoice.AUTO
    shared_folders: Annotated[tuple[HostPath, ...], BeforeValidator(_comma_list)] = ()
    """Folders that workspaces may read."""
    agent_clis: Annotated[Any, BeforeValidator(_agent_clis)] = AgentClis()
    """`AgentClis`: command-line agents that missions may use, `name=/path arguments`, separated by `;`."""
    private_hosts: Annotated[tuple[str, ...], BeforeValidator(_comma_list), AfterValidator(_private_hosts)] = ()

    rate_limit: Annotated[RateLimit | None, BeforeValidator(_rate)] = RateLimit(100, 1)
    workers: int = Field(default=1, ge=0)
    meeting_debounce_s: float = Field(default=30, ge=0, allow_inf_nan=False)
    job_retry_s: float = Field(default=60, ge=0, allow_inf_nan=False)

    otlp_endpoint: HttpUrl | None = None
    """From OTEL_EXPORTER_OTLP_ENDPOINT; None = no spans."""
    timezone_is_set: bool = False
    """Whether STEWARD_TIMEZONE was given: only then it decides when a briefing is due (product.md, Daily briefing)."""

    @classmethod
    def settings_customise_sources(
        cls,
        settings_cls: type[BaseSettings],  # noqa: ARG003  (pydantic-settings' signature)
        init_settings: PydanticBaseSettingsSource,
        env_settings: PydanticBaseSettingsSource,  # noqa: ARG003  (pydantic-settings' signature)
        dotenv_settings: PydanticBaseSettingsSource,  # noqa: ARG003  (pydantic-settings' signature)
        file_secret_settings: PydanticBaseSettingsSource,  # noqa: ARG003  (pydantic-settings' signature)
    ) -> tuple[PydanticBaseSettingsSource, ...]:
        """Only what is passed in: `load_settings` alone reads the environment, so that tests are hermetic."""
        return (init_settings,)

    @property
    def set_timezone(self) -> str | None:
        """STEWARD_TIMEZONE where it was given."""
        return self.timezone if self.timezone_is_set else None

    @property
    def embedded(self) -> bool:
        """Whether Steward runs its own Postgres under `home`."""
        return self.database_url is None

    @property
    def direct_database_url(self) -> str | None:
        """Where an external database is reached past any pooler: for migrations, LISTEN, dumps and commands."""
        url = self.database_direct_url or self.database_url
        return url.get_secret_value() if url is not None else None

    @property
    def pooled(self) -> bool:
        """Whether STEWARD_DATABASE_URL is a pooler's that keeps no session between transactions."""
        return self.database_pooler == "transaction"

    @property
    def token_path(self) -> Path:
        """Where the owner's first token is kept (0600)."""
        return self.home / "token"

    @property
    def secret_key_path(self) -> Path:
        """The key that encrypts stored credentials of integrations (made when absent, 0600)."""
        return self.secret_key_file or self.home / "secret_key"

    @property
    def base_url(self) -> str:
        """What a phone is told: STEWARD_PUBLIC_URL, else derived from host and port."""
        if self.public_url:
            return self.public_url
        host = "127.0.0.1" if self.host in WILDCARD_ADDRESSES else self.host
        return f"http://{f'[{host}]' if ':' in host else host}:{self.port}"

    @property
    def answered_hosts(self) -> tuple[str, ...]:
        """Host header names (without port) that are answered: loopback, the bound and public host, the allowed ones."""
        named = [*LOOPBACK_HOSTS, *self.allowed_hosts]
        if self.host not in WILDCARD_ADDRESSES:
            named.append(f"[{self.host}]" if ":" in self.host else self.host)
        if self.public_url:
            host = urlsplit(self.public_url).hostname or ""
            named.append(f"[{host}]" if ":" in host else host)
        return tuple(dict.fromkeys(name.lower() for name in named))


_DERIVED = {"otlp_endpoint", "timezone_is_set"}
VARIABLES = tuple(PREFIX + name.upper() for name in Settings.model_fields if name not in _DERIVED)


class Loaded(NamedTuple):
    """The settings, and what to tell the log about the environment."""

    settings: Settings
    warnings: tuple[str, ...]


def load_settings(*, environ: Mapping[str, str] | None = None, env_file: Path | None = Path(".env")) -> Loaded:
    """The settings of this process.

    `environ`: the process's own unless given. `env_file`: read when it exists.
    Raises ConfigurationError for an unknown or malformed variable; its message names each of them, never a secret.
    """
    environ = os.environ if environ is None else environ
    from_file = _read_env_file(env_file)
    given = {**from_file, **environ}
    injected: list[str] = []
    values: dict[str, Any] = {}
    unknown: list[str] = []
    for name, value in sorted(given.items()):
        if not name.upper().startswith(PREFIX):
            continue
        if name not in from_file and _is_injected(name, value):
            injected.append(name)
        elif name not in VARIABLES:
            unknown.append(f"{name} is not a setting{_hint(name.upper(), VARIABLES)}")
        elif value.strip():  # an empty variable means: not set
            values[name.removeprefix(PREFIX).lower()] = value.strip()
    if unknown:
        raise ConfigurationError("\n".join(unknown))
    values["timezone_is_set"] = "timezone" in values
    values.setdefault("home", default_home(environ))
    if given.get(OTLP_VARIABLE, "").strip():
        values["otlp_endpoint"] = given[OTLP_VARIABLE].strip()
    try:
        settings = Settings(**values)
    except ValidationError as error:
        raise ConfigurationError(_explain(error)) from None
    if settings.pooled and (settings.database_url is None or settings.database_direct_url is None):
        lacking = "DIRECT_URL" if settings.database_url is not None else "URL"
        raise ConfigurationError(
            f"STEWARD_DATABASE_POOLER is transaction, but STEWARD_DATABASE_{lacking} is empty: migrations, LISTEN and"
            " dumps need connections that stay theirs, past the pooler"
        )
    if settings.database_read_url is not None and settings.database_url is None:
        raise ConfigurationError(
            "STEWARD_DATABASE_READ_URL is given, but STEWARD_DATABASE_URL is empty: what is read must follow what is"
            " written, and the embedded Postgres has no follower"
        )
    return Loaded(settings, _warnings(injected))


def _warnings(injected: list[str]) -> tuple[str, ...]:
    if not injected:
        return ()
    return (f"ignored, injected by Kubernetes or Docker for a service called steward: {', '.join(injected)}",)


def _read_env_file(path: Path | None) -> dict[str, str]:
    if path is None or not path.is_file():
        return {}
    try:
        source = DotEnvSettingsSource(Settings, env_file=path, env_file_encoding="utf-8", case_sensitive=True)
    except (OSError, UnicodeDecodeError) as error:
        raise ConfigurationError(f"{path} can't be read: {error}") from error
    return {name: value or "" for name, value in source.env_vars.items()}


def _is_injected(name: str, value: str) -> bool:
    return bool(_INJECTED_NAME.match(name) or (_INJECTED_PORT.match(name) and _INJECTED_VALUE.match(value)))


def _explain(error: ValidationError) -> str:
    lines = []
    for problem in error.errors(include_input=False, include_url=False, include_context=False):
        field = str(problem["loc"][0])
        name = OTLP_VARIABLE if field == "otlp_endpoint" else PREFIX + field.upper()
        message = problem["msg"].removeprefix("Value error, ")
        lines.append(f"{name}: {message}")
    return "\n".join(lines)
