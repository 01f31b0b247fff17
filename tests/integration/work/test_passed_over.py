"""Is a push sent that somebody was changing just when its job looked for it?"""

from datetime import timedelta

from sqlalchemy import text
from tests.support.people import make_user
from tests.support.postgres import scalar
from tests.support.pushes import device, pushed, state_of, time_passes, worked

from orchestrator.db.session import Database
from orchestrator.integrations.push.fake import KeptPushes

LOCKED = text("select id from pushes where id = :id for update")


async def test_a_push_that_was_locked_is_looked_for_again(database: Database) -> None:
    ana = await make_user(database)
    await device(database, ana)
    push, sender = await pushed(database, ana), KeptPushes()
    async with database.unit_of_work() as session:
        await session.execute(LOCKED, {"id": push})
        await worked(database, sender)
        assert await state_of(database, ana, push) == "queued"
    assert await scalar(database, "select count(*) from async_jobs where state = 'pending'") == 1
    await time_passes(database, timedelta(seconds=2))
    await worked(database, sender)
    assert await state_of(database, ana, push) == "sent"
    await time_passes(database, timedelta(seconds=2))
    await worked(database, sender)
    assert (
        await scalar(database, "select count(*) from async_jobs where job_type = 'pushes.send' and state = 'pending'")
        == 0
    )
