"""What if the process dies while a push is under way? A real process, killed with SIGKILL."""

import signal
from datetime import timedelta
from pathlib import Path
from uuid import UUID

import pytest
from tests.support.expo_server import ExpoServer
from tests.support.people import make_user
from tests.support.postgres import scalar
from tests.support.processes import running_script
from tests.support.pushes import device, pushed, shown, state_of, time_passes, token, worked

from orchestrator.db.session import Database
from orchestrator.integrations.push.expo import ExpoPush

SCRIPT = Path(__file__).with_name("push_script.py").read_text("utf-8")


@pytest.fixture
def database(own_database: Database) -> Database:
    return own_database


async def test_a_push_whose_sender_is_killed_is_unknown_and_not_sent_again(database: Database, ana: UUID) -> None:
    await device(database, ana)
    async with ExpoServer() as expo:
        expo.hangs = True
        push = await pushed(database, ana)
        async with running_script(SCRIPT, database.url, expo.url) as doomed:
            await expo.until_sent()
            assert await state_of(database, ana, push) == "sending"  # committed before the call
            doomed.send_signal(signal.SIGKILL)
            await doomed.wait()
        expo.hangs = False
        assert await state_of(database, ana, push) == "sending"
        await time_passes(database, timedelta(minutes=1))  # the dead worker's lease ends
        sender = ExpoPush(expo.url)
        await worked(database, sender)
        assert await state_of(database, ana, push) == "unknown"
        await time_passes(database, timedelta(days=1))
        await worked(database, sender)
        await sender.close()
        assert [one["to"] for one in expo.sent] == [token("phone")]
    (receipt,) = (await shown(database, ana, push)).receipts
    assert (receipt.state, receipt.error, receipt.receipt) == ("unknown", "interrupted", None)


async def test_what_was_not_yet_begun_goes_out_after_the_kill(database: Database) -> None:
    ana, ben = await make_user(database), await make_user(database)
    await device(database, ana)
    await device(database, ben, "other")
    async with ExpoServer() as expo:
        expo.hangs = True
        lost = await pushed(database, ana)
        async with running_script(SCRIPT, database.url, expo.url) as doomed:
            await expo.until_sent()
            doomed.send_signal(signal.SIGSTOP)
            waiting = await pushed(database, ben)
            doomed.send_signal(signal.SIGKILL)
            await doomed.wait()
        expo.hangs = False
        await time_passes(database, timedelta(minutes=1))
        sender = ExpoPush(expo.url)
        await worked(database, sender)
        await sender.close()
        assert [one["to"] for one in expo.sent] == [token("phone"), token("other")]
    assert await state_of(database, ana, lost) == "unknown"
    assert await state_of(database, ben, waiting) == "sent"


async def test_a_call_that_nobody_waits_for_becomes_unknown_even_when_its_job_is_gone(database: Database) -> None:
    ana, ben = await make_user(database), await make_user(database)
    await device(database, ana)
    await device(database, ben, "other")
    async with ExpoServer() as expo:
        expo.hangs = True
        lost = await pushed(database, ana)
        async with running_script(SCRIPT, database.url, expo.url) as doomed:
            await expo.until_sent()
            doomed.send_signal(signal.SIGKILL)
            await doomed.wait()
        await scalar(database, "with gone as (delete from async_jobs returning 1) select count(*) from gone")
        expo.hangs = False
        await time_passes(database, timedelta(minutes=10))
        await pushed(database, ben)  # the next push of anybody looks
        sender = ExpoPush(expo.url)
        await worked(database, sender)
        await sender.close()
    assert await state_of(database, ana, lost) == "unknown"
    assert len(expo.sent) == 2
