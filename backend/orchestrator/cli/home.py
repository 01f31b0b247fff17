"""Where does this command work? Its settings, and the home that most commands need and must not make."""

from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager

from orchestrator.bootstrap.kept_secrets import kept_token
from orchestrator.db.migrate import pending
from orchestrator.db.postgres.embedded import EmbeddedPostgres
from orchestrator.db.session import Database
from orchestrator.errors import ConfigurationError, MigrationFailed
from orchestrator.settings import Settings, load_settings
from orchestrator.telemetry.logging import configure_logging, get_logger

log = get_logger(__name__)


def configured(*, log_level: str = "INFO") -> Settings:
    """The settings of this process; logging goes to stderr from now on. Raises ConfigurationError."""
    loaded = load_settings()
    configure_logging(level=log_level)
    for warning in loaded.warnings:
        log.warning("environment", detail=warning)
    return loaded.settings


def existing(*, log_level: str = "ERROR") -> Settings:
    """The settings of a home that is there. Raises ConfigurationError naming the path that it looked at."""
    settings = configured(log_level=log_level)
    if not is_home(settings):
        raise ConfigurationError(
            f"there is no Steward home at {settings.home} (STEWARD_HOME); `steward serve` makes one"
        )
    return settings


def is_home(settings: Settings) -> bool:
    """Whether `serve`, `worker` or `migrate` were here."""
    return settings.token_path.exists() or (settings.home / "postgres" / "data").is_dir()


def owner_token(settings: Settings) -> str:
    """The token of the home's owner. Raises ConfigurationError where there is none."""
    if settings.owner_token is not None:
        return settings.owner_token.get_secret_value()
    try:
        return kept_token(settings.token_path)
    except FileNotFoundError:
        told = f"there is no token in {settings.token_path}: `steward serve` makes one, or name one with --token"
        raise ConfigurationError(told) from None


@asynccontextmanager
async def attached_url(settings: Settings) -> AsyncIterator[str]:
    """The URL of the home's database as it is: of its running server, or started for the length of the block.

    Raises DatabaseUnavailable.
    """
    if (url := settings.direct_database_url) is not None:
        yield url
        return
    async with EmbeddedPostgres(settings.home) as server:
        yield server.url


@asynccontextmanager
async def attached(settings: Settings) -> AsyncIterator[Database]:
    """That database, of this version; never migrates it.

    Raises DatabaseUnavailable, and MigrationFailed where it is of another version.
    """
    async with AsyncExitStack() as stack:
        url = await stack.enter_async_context(attached_url(settings))
        if await pending(url):
            raise MigrationFailed("the database is older than this Steward; run `steward migrate`")
        database = Database(url)
        stack.push_async_callback(database.close)
        yield database
