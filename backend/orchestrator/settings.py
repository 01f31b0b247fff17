"""Which settings apply? The only reader of the environment (api.md, Start and settings).

`load_settings()` reads `STEWARD_*` from the environment and a `.env` file (the environment wins), refuses what it does
not know or can't parse with a `ConfigurationError` that names the variable, and ignores, with a warning, what
Kubernetes and Docker links inject for services called steward. `Settings(home=…)` alone reads nothing: for tests.
"""

import os
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Literal, NamedTuple
from urllib.parse import urlsplit

from pydantic import Field, SecretStr, ValidationError
from pydantic_settings import BaseSettings, DotEnvSettingsSource, PydanticBaseSettingsSource, SettingsConfigDict

from orchestrator.errors import ConfigurationError
from orchestrator.kit import patterns
from orchestrator.setting_values import (
    WILDCARD_ADDRESSES,
    Address,
    AgentClis,
    DatabaseUrl,
    Duration,
    Email,
    GivenAgentClis,
    HostPath,
    HostPaths,
    Hosts,
    HttpUrl,
    LlmProvider,
    MoneyCaps,
    OwnerToken,
    PrivateHosts,
    Proxies,
    Rate,
    RateLimit,
    SandboxChoice,
    TileUrl,
    TokenCaps,
    TokenPrices,
    Zone,
    hint,
)

PREFIX = "STEWARD_"
OTLP_VARIABLE = "OTEL_EXPORTER_OTLP_ENDPOINT"
"""The one foreign variable: OpenTelemetry's own name for where spans go."""

LOOPBACK_HOSTS = ("localhost", "127.0.0.1", "[::1]")
_INJECTED_NAME = patterns.compile(
    r"STEWARD_(?:SERVICE_\w+|\w+_SERVICE_(?:HOST|PORT(?:_\w+)?)|(?:\w+_)?PORT_\d+_(?:TCP|UDP|SCTP)(?:_\w+)?)\Z"
)
_INJECTED_PORT = patterns.compile(r"STEWARD_(?:\w+_)?PORT\Z")
_INJECTED_VALUE = patterns.compile(r"(?:tcp|udp|sctp)://")


def default_home(environ: Mapping[str, str] | None = None) -> Path:
    """The platform's user data folder + `steward`."""
    environ = os.environ if environ is None else environ
    if sys.platform == "darwin":
        return Path.home() / "Library" / "Application Support" / "steward"
    if sys.platform == "win32":
        return Path(environ.get("LOCALAPPDATA") or Path.home() / "AppData" / "Local") / "steward"
    data = environ.get("XDG_DATA_HOME", "")
    return (Path(data) if data.startswith("/") else Path.home() / ".local" / "share") / "steward"


class Settings(BaseSettings):
    """Every variable of api.md's table, by its lower-case name without the prefix. Times in seconds."""

    model_config = SettingsConfigDict(frozen=True, extra="forbid", hide_input_in_errors=True, populate_by_name=True)

    home: HostPath = Field(default_factory=default_home)
    database_url: DatabaseUrl | None = None
    database_direct_url: DatabaseUrl | None = None
    database_read_url: DatabaseUrl | None = None
    database_pooler: Literal["none", "transaction"] = "none"
    host: Address = "127.0.0.1"
    port: int = Field(default=8000, ge=0, le=65535)
    public_url: HttpUrl | None = None
    allowed_hosts: Hosts = ()
    secret_key_file: HostPath | None = None
    owner_email: Email | None = None
    owner_token: OwnerToken | None = None
    timezone: Zone = "UTC"

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
    llm_keep_alive: Duration = "30m"
    llm_timeout_s: float = Field(default=120, gt=0, allow_inf_nan=False)
    local_first: bool = True

    agent_max_steps: int = Field(default=15, ge=1)
    agent_max_tool_calls: int = Field(default=20, ge=0)
    agent_max_repairs: int = Field(default=2, ge=0)
    agent_deadline_s: float = Field(default=180, gt=0, allow_inf_nan=False)
    agent_max_tokens: int = Field(default=60_000, ge=1)
    tokens_per_day: TokenCaps = Field(default_factory=dict)
    money_per_day: MoneyCaps = Field(default_factory=dict)
    """Micro-units of US dollars, by purpose, and for `day` of all together."""
    prices: TokenPrices = Field(default_factory=dict)
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
    map_tiles_url: TileUrl | None = None
    """The user's own tiles of a map; without any the console draws the outline of the world that it brings along."""
    map_tiles_attribution: str | None = Field(default=None, max_length=200)
    map_tiles_max_zoom: int = Field(default=19, ge=0, le=22)
    trusted_proxies: Proxies = ()
    """Addresses and networks whose `X-Forwarded-For` and `X-Forwarded-Proto` count."""
    sandbox: SandboxChoice = SandboxChoice.AUTO
    shared_folders: HostPaths = ()
    """Folders that workspaces may read."""
    agent_clis: GivenAgentClis = AgentClis()
    """`AgentClis`: command-line agents that missions may use, `name=/path arguments`, separated by `;`."""
    private_hosts: PrivateHosts = ()

    rate_limit: Rate = RateLimit(100, 1)
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
    def image_origins(self) -> tuple[str, ...]:
        """Where else than from Steward the pages may take pictures: from the user's own tiles, nowhere by default."""
        if self.map_tiles_url is None:
            return ()
        address = urlsplit(self.map_tiles_url)
        return (f"{address.scheme}://{address.netloc}",)

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
            unknown.append(f"{name} is not a setting{hint(name.upper(), VARIABLES)}")
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
