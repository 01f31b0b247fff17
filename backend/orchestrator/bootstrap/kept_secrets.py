"""Do the token and the key that lie in the home hold what they should, and are they their owner's alone?

Looked at before anything is started, so that a file that was damaged is told in one sentence and nothing is made over.
"""

import stat
from pathlib import Path

from orchestrator.db.session import Database
from orchestrator.domain.people.accounts import service as accounts
from orchestrator.domain.world.connections.vault import Vault, at_once
from orchestrator.errors import ConfigurationError
from orchestrator.setting_values import OWNER_TOKEN
from orchestrator.settings import Settings
from orchestrator.telemetry.logging import get_logger

TOKEN_BYTES = 4096
"""More than any token has; what is longer is read no further."""
PRIVATE = 0o600

log = get_logger(__name__)


def check_secrets(settings: Settings) -> None:
    """Raises ConfigurationError, which names the file and what to do; warns of those that others may read."""
    if settings.token_path.is_dir() or (settings.owner_token is None and exists(settings.token_path)):
        kept_token(settings.token_path)
    if exists(settings.secret_key_path):
        Vault.at(settings.secret_key_path)
    for path in (settings.token_path, settings.secret_key_path):
        if path.is_file() and (mode := open_to_others(path)) is not None:
            log.warning("open_to_others", path=str(path), mode=f"{mode:03o}", detail=f"chmod {PRIVATE:o} {path}")


def kept_token(path: Path) -> str:
    """The owner's token as the file holds it. Raises ConfigurationError; FileNotFoundError where there is none."""
    try:
        with open(path, "rb", opener=at_once) as file:
            text = file.read(TOKEN_BYTES).decode().strip()
    except FileNotFoundError:
        raise
    except OSError as error:
        told = f"the token file {path} can't be read ({error.strerror}): make it a file that this user may read"
        raise ConfigurationError(told) from None
    except UnicodeDecodeError:
        text = ""
    if not OWNER_TOKEN.match(text):
        raise ConfigurationError(
            f"the token file {path} holds no token: put the line `stw_…` back from a backup, or delete the file and "
            "`steward serve` makes a new token"
        )
    return text


def open_to_others(path: Path, mode: int = PRIVATE) -> int | None:
    """The mode of a file that others than its owner may use; None where it is its owner's alone."""
    found = stat.S_IMODE(path.stat().st_mode)
    return found if found & ~mode & 0o077 else None


def exists(path: Path) -> bool:
    """Whether something is there, also what may not be looked at."""
    try:
        path.lstat()
    except FileNotFoundError:
        return False
    except OSError:
        return True
    return True


async def ensure_owner(settings: Settings, database: Database) -> bool:
    """Make the first user and their token where there are none; answers whether they were made now."""
    path = settings.token_path
    fixed = settings.owner_token
    if fixed is not None:
        text = fixed.get_secret_value()
    elif path.is_file():
        text = kept_token(path)
    else:
        text = accounts.new_token_text()
    _keep_token(path, text)
    async with database.unit_of_work() as session:
        owner = await accounts.ensure_owner(session, settings.owner_email, text)
    return owner.created


def _keep_token(path: Path, text: str) -> None:
    """Write the token before it is stored as a hash, readable by its owner alone from its first moment. One that is
    there already stays as it is: that others may read it is told, not hidden (`check_secrets`)."""
    if path.is_file() and path.read_bytes().strip() == text.encode():
        return
    fresh = path.with_name(f"{path.name}.new")
    fresh.unlink(missing_ok=True)
    fresh.touch(mode=0o600)
    fresh.write_text(f"{text}\n", "utf-8")
    fresh.replace(path)
