"""Accounts: the owner, tokens, what a user may set, and what became of columns that are rules now."""

import asyncio
import shutil
from pathlib import Path
from uuid import UUID

import pytest
from sqlalchemy import text
from tests.support.accounts import OWNER_TOKEN, make_owner, token_of
from tests.support.corpora import cases
from tests.support.people import make_user
from tests.support.postgres import PostgresServer, execute

from orchestrator.db.migrate import MIGRATIONS, migrate
from orchestrator.db.session import Database
from orchestrator.db.tx import Tx
from orchestrator.domain.memory.rules import account as rule_account
from orchestrator.domain.memory.rules.source import FactRules
from orchestrator.domain.people.accounts import service as accounts
from orchestrator.domain.people.accounts.schemas import MePatch, QuietHours
from orchestrator.domain.people.accounts.usage import Budgets, ModelUsage
from orchestrator.errors import Conflict, InvalidRequest, NotFound, ScopeMissing, VersionConflict
from orchestrator.kit.clock import SystemClock
from orchestrator.kit.ids import new_id
from orchestrator.kit.paging import PageRequest
from orchestrator.llm.messages import FREE, Usage

ALL = frozenset({"admin"})


async def test_the_owner_is_made_once_by_any_number_of_starts(database: Database) -> None:
    async def start() -> accounts.Owner:
        async with database.unit_of_work() as session:
            return await accounts.ensure_owner(session, None, OWNER_TOKEN)

    owners = await asyncio.gather(*(start() for _ in range(5)))
    assert len({owner.user_id for owner in owners}) == 1
    assert sum(owner.created for owner in owners) == 1
    async with database.unit_of_work() as session:
        account = await accounts.authenticate(session, OWNER_TOKEN)
        assert account is not None
        assert account.scopes >= {"admin", "ask", "curate"}
        assert len((await accounts.list_tokens(session, PageRequest())).items) == 1


async def test_a_revoked_owner_token_does_not_come_back_by_a_restart(database: Database) -> None:
    await make_owner(database)
    async with database.unit_of_work() as session:
        account = await accounts.authenticate(session, OWNER_TOKEN)
        assert account is not None
        await accounts.revoke_token(session, account.token_id)
        assert await accounts.authenticate(session, OWNER_TOKEN) is None
    await make_owner(database)
    async with database.unit_of_work() as session:
        assert await accounts.authenticate(session, OWNER_TOKEN) is None
        with pytest.raises(NotFound):
            await accounts.revoke_token(session, account.token_id)


async def test_a_wrong_token_is_nobody(database: Database) -> None:
    await make_owner(database)
    async with database.unit_of_work() as session:
        for wrong in ("", "stw_short", "Bearer x", "stw_" + "x" * 43, "stw_\ud800" + "x" * 40, "stw_ü" * 9):
            assert await accounts.authenticate(session, wrong) is None, wrong


async def test_only_the_hash_is_stored_and_use_is_noted_every_few_seconds(database: Database) -> None:
    owner = await make_owner(database)
    token = await token_of(database, owner, "read")

    async def used() -> tuple[object, ...]:
        async with database.unit_of_work() as session:
            await accounts.authenticate(session, token)
        async with database.unit_of_work() as session:
            rows = await session.execute(text("select name, last_used_at, t::text from api_tokens t order by id"))
            return tuple(rows.all()[-1])

    first, second = await used(), await used()
    assert first[1] is not None
    assert first == second
    assert token not in str(first[2])
    await execute(database, "update api_tokens set last_used_at = last_used_at - interval '61 seconds'")
    assert (await used())[1] > first[1]  # type: ignore[operator]


async def test_users_are_made_with_every_scope_but_admin_and_emails_are_unique(database: Database) -> None:
    async with database.unit_of_work() as session:
        user, token = await accounts.create_user(session, "Ana@Example.org", "Ana")
        account = await accounts.authenticate(session, token)
        assert account is not None
        assert account.user_id == user.id
        assert "admin" not in account.scopes
        assert {"ask", "mobile", "mcp", "location", "curate"} <= account.scopes
        with pytest.raises(Conflict) as refused:
            await accounts.create_user(session, "ana@example.ORG", "")
        assert refused.value.code == "already_exists"
        with pytest.raises(NotFound):
            await accounts.create_token(Tx(session, new_id()), name="x", scopes=["read"])
        with pytest.raises(InvalidRequest):
            await accounts.create_token(Tx(session, user.id), name="x", scopes=["root"])


async def patched(database: Database, user_id: UUID, scopes: frozenset[str] = ALL, **changes: object) -> object:
    async with database.unit_of_work_of(user_id) as tx:
        return await rule_account.patch_me(
            tx, MePatch.model_validate(changes), scopes=scopes, write_tools=("events_create",)
        )


async def test_what_a_user_sets_is_kept_and_counted_by_version(database: Database) -> None:
    user = await make_user(database)
    me = await patched(
        database,
        user,
        timezone="America/Sao_Paulo",
        locale="pt_br",
        briefing_time="06:30",
        quiet_hours={"from": "22:00", "to": "07:00"},
        auto_confirm=["events_create", "events_create"],
        identifiers=[" Zé ", "ze", "zé@x.org", ""],
    )
    assert me.locale == "pt-BR"  # type: ignore[attr-defined]
    assert me.auto_confirm == ["events_create"]  # type: ignore[attr-defined]
    assert me.identifiers == ["Zé", "zé@x.org"]  # type: ignore[attr-defined]
    assert me.version > 1  # type: ignore[attr-defined]
    again = await patched(database, user, quiet_hours=None, briefing_time=None)
    assert again.quiet_hours is None  # type: ignore[attr-defined]
    assert again.briefing_time == "07:00"  # type: ignore[attr-defined]
    assert again.timezone == "America/Sao_Paulo"  # type: ignore[attr-defined]
    stale = me.version  # type: ignore[attr-defined]
    async with database.unit_of_work_of(user) as tx:
        with pytest.raises(VersionConflict):
            await accounts.patch_me(tx, MePatch(), scopes=ALL, write_tools=(), expected_version=stale)
        assert await accounts.own_names(tx) >= {"user", "me", "ze", "test", "ze@x.org"}
        rules = await FactRules().rules(tx)
    assert rules.auto_confirm == ("events_create",)
    assert not rules.confirms("events_create")


async def test_curated_fields_need_curate_and_unknown_tools_are_named(database: Database) -> None:
    user = await make_user(database)
    for field in ("auto_confirm", "identifiers"):
        with pytest.raises(ScopeMissing):
            await patched(database, user, frozenset({"write"}), **{field: []})
    with pytest.raises(ScopeMissing):
        await patched(database, user, frozenset({"curate"}), name="x")
    await patched(database, user, frozenset({"mobile"}), quiet_hours={"from": "22:00", "to": "07:00"})
    await patched(database, user, frozenset({"curate"}), identifiers=["me2"])
    with pytest.raises(InvalidRequest) as refused:
        await patched(database, user, auto_confirm=["get_events"])
    assert "get_events" in refused.value.errors[0]["message"]


@pytest.mark.parametrize("change", cases("accounts", "impossible_values_are_refused"))
def test_impossible_values_are_refused(change: dict[str, object]) -> None:
    with pytest.raises(ValueError, match="validation error"):
        MePatch.model_validate(change)


async def test_token_counts_meet_the_cap_of_their_purpose_alone(database: Database) -> None:
    user, other = await make_user(database), await make_user(database)
    meter = ModelUsage(database, SystemClock(), Budgets({"briefing": 100}))
    assert await meter.allowed(user, "briefing")
    await asyncio.gather(*(meter.record(user, "briefing", "m", Usage(30, 20), FREE, None) for _ in range(2)))
    assert not await meter.allowed(user, "briefing")
    assert await meter.allowed(user, "turn")
    assert await meter.allowed(other, "briefing")


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
