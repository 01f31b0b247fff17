"""Who is the first user, and where does their token lie?"""

from pathlib import Path

from orchestrator.bootstrap.kept_secrets import kept_token
from orchestrator.db.session import Database
from orchestrator.domain.people.accounts import service as accounts
from orchestrator.settings import Settings


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
