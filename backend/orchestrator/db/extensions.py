"""Does this Postgres have the extension that a migration needs, and if not, what is to be installed?

A migration names it in its first line: `-- migrate: extension vector 0.7` (name, least version).
"""

from dataclasses import dataclass
from typing import Any

from orchestrator.kit import patterns

_HEAD = patterns.compile(r"-- migrate: extension (\w+) ([\d.]+)\n")
_PACKAGES = {
    "vector": "pgvector (https://github.com/pgvector/pgvector): on Debian and Ubuntu, with PostgreSQL's own repository,"
    " the package postgresql-{major}-pgvector; as a container the image pgvector/pgvector:pg{major}"
}


@dataclass(frozen=True)
class Extension:
    """An extension and the least version of it that will do."""

    name: str
    version: str


def needed_by(sql: str) -> Extension | None:
    """What the migration says that it needs."""
    found = _HEAD.match(sql)
    return Extension(found[1], found[2]) if found else None


async def wanting(driver: Any, extension: Extension) -> str | None:
    """What stands against using `extension` in this database, and what to do; None where nothing does. `driver`: a
    connection of asyncpg."""
    name, least = extension.name, extension.version
    row = await driver.fetchrow(
        """
        select a.default_version, a.installed_version, current_setting('server_version_num')::int / 10000 as major
          from (select 1) one left join pg_available_extensions a on a.name = $1
        """,
        name,
    )
    package = _PACKAGES.get(name, name).format(major=row["major"])
    if row["default_version"] is None:
        return f"the Postgres server lacks the extension {name}; install {package} on its machine, then start again"
    if _number(row["default_version"]) < _number(least):
        found = row["default_version"]
        return f"the Postgres server has {name} {found}, at least {least} is needed; install a newer {package}"
    if row["installed_version"] is not None and _number(row["installed_version"]) < _number(least):
        found = row["installed_version"]
        return f"the database uses {name} {found}, the server has a newer one; run once: alter extension {name} update"
    return None


def privilege(extension: Extension) -> str:
    """What to do where this database's user may not create it."""
    return f"this database's user may not create it; a superuser must run once: create extension {extension.name}"


def _number(version: str) -> tuple[int, ...]:
    return tuple(int(part) for part in patterns.compile(r"\d+").findall(version))
