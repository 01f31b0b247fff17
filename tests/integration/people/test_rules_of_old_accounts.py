"""Do quiet hours and trusted tools that were columns of an account become the rules of the same meaning (0040)?"""

import shutil
from pathlib import Path

from sqlalchemy import text
from tests.support.postgres import PostgresServer

from orchestrator.db.migrate import MIGRATIONS, migrate
from orchestrator.db.session import Database
from orchestrator.db.tx import Tx
from orchestrator.domain.memory.rules import account as rule_account
from orchestrator.domain.people.accounts.schemas import QuietHours
from orchestrator.kit.ids import new_id

BEFORE = "0039"
HOURS = '{"from": "22:00", "to": "07:00"}'


async def test_the_columns_become_rules(postgres: PostgresServer, tmp_path: Path) -> None:
    url = await postgres.empty()
    older = tmp_path / "migrations"
    older.mkdir()
    for file in MIGRATIONS.glob("*.sql"):
        if file.name[:4] <= BEFORE:
            shutil.copy(file, older / file.name)
    await migrate(url, folder=older)
    user, other = new_id(), new_id()
    database = Database(url)
    async with database.unit_of_work() as session:
        for values in (
            {
                "id": user,
                "email": "a@x.org",
                "locale": "pt-BR",
                "quiet": HOURS,
                "trusted": ["todos_create", "notes_add"],
            },
            {"id": other, "email": "b@x.org", "locale": "en", "quiet": None, "trusted": []},
        ):
            await session.execute(
                text(
                    "insert into users (id, email, locale, quiet_hours, auto_confirm) "
                    "values (:id, :email, :locale, cast(:quiet as jsonb), :trusted)"
                ),
                values,
            )
    await database.close()
    await migrate(url)
    database = Database(url)
    async with database.unit_of_work() as session:
        me = await rule_account.me(Tx(session, user))
        theirs = await rule_account.me(Tx(session, other))
    await database.close()
    await postgres.drop(url)
    assert me.quiet_hours == QuietHours(from_="22:00", to="07:00")
    assert sorted(me.auto_confirm) == ["notes_add", "todos_create"]
    assert (theirs.quiet_hours, theirs.auto_confirm) == (None, [])
