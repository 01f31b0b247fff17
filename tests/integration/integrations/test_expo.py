"""Does the adapter speak Expo's wire, and does it know what was surely not sent from what may be out?"""

import asyncio
from collections.abc import Sequence

import pytest
from tests.support.expo_server import RECEIPTS, SEND, Expo, ExpoServer, Http2Expo, fault

from orchestrator.errors import IntegrationFailed
from orchestrator.integrations.push import expo as adapter
from orchestrator.integrations.push.expo import ExpoPush
from orchestrator.integrations.push.port import Accepted, Delivered, Later, Message, Outcome, Refused, Uncertain

OLD = "ExponentPushToken[old]"
NEW = "ExpoPushToken[new]"
BARE = "5fa729c6-e535-4568-af18-35fa1f81b2c1"


def message(to: str = OLD, body: str = "Call Ana") -> Message:
    data = {"kind": "todo_reminder", "id": "1", "url": "/todos/1"}
    return Message(to=to, title="Lembrete", body=body, data=data, collapse_id="c-1", ttl_s=600)


async def sent(url: str, messages: Sequence[Message], token: str | None = None) -> list[Outcome]:
    push = ExpoPush(url, access_token=token)
    try:
        return await push.send(messages)
    finally:
        await push.close()


async def asked(url: str, tickets: Sequence[str], token: str | None = None) -> dict[str, Delivered]:
    push = ExpoPush(url, access_token=token)
    try:
        return await push.receipts(tickets)
    finally:
        await push.close()


def tickets_of(outcomes: Sequence[Outcome]) -> list[str]:
    return [outcome.ticket_id for outcome in outcomes if isinstance(outcome, Accepted)]


async def test_http2_over_tls_is_what_expo_is_spoken_to_with() -> None:
    async with Http2Expo(Expo(access_token="secret")) as expo:
        push = ExpoPush(expo.url, access_token="secret", tls=expo.trust)
        try:
            short = await push.send([message()])
            long = await push.send([message(body="ü" * 600)])
            found = await push.receipts(tickets_of([*short, *long]))
        finally:
            await push.close()
    assert expo.versions == ["2", "2", "2"]
    assert expo.encodings == ["", "gzip", ""]
    assert [one["body"] for one in expo.expo.sent] == ["Call Ana", "ü" * 600]
    assert list(found.values()) == [Delivered(), Delivered()]


async def test_a_server_that_nobody_vouches_for_is_not_spoken_to() -> None:
    async with Http2Expo() as expo:
        (outcome,) = await sent(expo.url, [message()])
    assert isinstance(outcome, Later)
    assert expo.expo.batches == []


async def test_all_forms_of_tokens_in_order() -> None:
    async with ExpoServer() as expo:
        outcomes = await sent(expo.url, [message(OLD), message(NEW), message(BARE)])
        assert [one["to"] for one in expo.sent] == [OLD, NEW, BARE]
        assert tickets_of(outcomes) == list(expo.expo.tickets)
        assert expo.sent[0] == {
            "to": OLD,
            "title": "Lembrete",
            "body": "Call Ana",
            "data": {"kind": "todo_reminder", "id": "1", "url": "/todos/1"},
            "sound": "default",
            "priority": "high",
            "ttl": 600,
            "collapseId": "c-1",
            "tag": "c-1",
        }


@pytest.mark.parametrize(("number", "batches"), [(99, [99]), (100, [100]), (101, [100, 1]), (250, [100, 100, 50])])
async def test_batches_of_a_hundred(number: int, batches: list[int]) -> None:
    async with ExpoServer() as expo:
        outcomes = await sent(expo.url, [message(f"ExpoPushToken[{n}]") for n in range(number)])
        assert sorted(len(batch) for batch in expo.expo.batches) == sorted(batches)  # they go side by side
        assert sorted(tickets_of(outcomes)) == sorted(expo.expo.tickets)


async def test_the_access_token_goes_with_both_requests_and_a_wrong_one_is_told() -> None:
    async with ExpoServer(Expo(access_token="right")) as expo:
        tickets = tickets_of(await sent(expo.url, [message()], "right"))
        assert await asked(expo.url, tickets, "right") == {tickets[0]: Delivered()}
        (refused,) = await sent(expo.url, [message()], "wrong")
        assert isinstance(refused, Refused)
        assert refused.error == "UNAUTHORIZED"
        assert "STEWARD_EXPO_ACCESS_TOKEN" in refused.detail
        with pytest.raises(IntegrationFailed, match="STEWARD_EXPO_ACCESS_TOKEN"):
            await asked(expo.url, tickets, None)
        assert len(expo.sent) == 1


async def test_a_dead_token_is_told_by_its_ticket_without_being_quoted() -> None:
    async with ExpoServer(Expo(dead={NEW})) as expo:
        first, second = await sent(expo.url, [message(OLD), message(NEW)])
    assert isinstance(first, Accepted)
    assert isinstance(second, Refused)
    assert (second.error, second.gone) == ("DeviceNotRegistered", True)
    assert NEW not in second.detail


@pytest.mark.parametrize("error", ["MessageTooBig", "MessageRateExceeded", "InvalidCredentials", "ProviderError", ""])
async def test_a_ticket_that_says_no_is_a_refusal(error: str) -> None:
    said = {"data": [{"status": "error", "message": "no", **({"details": {"error": error}} if error else {})}]}
    async with ExpoServer() as expo:
        expo.expo.instead.append((200, said, {}))
        assert await sent(expo.url, [message()]) == [Refused(error or "Unknown", "no")]


async def test_receipts_that_are_not_there_yet_are_absent() -> None:
    async with ExpoServer(Expo(dies={NEW: "DeviceNotRegistered", BARE: "InvalidCredentials"})) as expo:
        tickets = tickets_of(await sent(expo.url, [message(OLD), message(NEW), message(BARE)]))
        expo.expo.ready = False
        assert await asked(expo.url, tickets) == {}
        expo.expo.ready = True
        found = await asked(expo.url, tickets)
        assert found[tickets[0]] == Delivered()
        assert (found[tickets[1]].error, found[tickets[1]].gone) == ("DeviceNotRegistered", True)
        assert (found[tickets[2]].error, found[tickets[2]].gone) == ("InvalidCredentials", False)
        assert NEW not in found[tickets[1]].detail


async def test_receipts_are_asked_for_by_the_three_hundred() -> None:
    async with ExpoServer() as expo:
        await asked(expo.url, [str(n) for n in range(700)])
        assert [len(ids) for ids in expo.expo.asked] == [300, 300, 100]


async def test_too_many_requests_is_later_by_the_servers_own_word() -> None:
    async with ExpoServer() as expo:
        expo.expo.instead.extend([(429, fault("TOO_MANY_REQUESTS"), {"Retry-After": "30"}), (429, "slow down", {})])
        assert await sent(expo.url, [message()]) == [Later("Expo wants fewer messages (429)", 30.0)]
        assert await sent(expo.url, [message()]) == [Later("Expo wants fewer messages (429)", None)]


async def test_where_nobody_listens_it_is_later_and_receipts_say_so() -> None:
    async with ExpoServer() as expo:
        url = expo.url
    (outcome,) = await sent(url, [message()])
    assert isinstance(outcome, Later)
    with pytest.raises(IntegrationFailed):
        await asked(url, ["t"])


NO_ANSWERS = ("not json", "[]", '{"data": []}', '{"data": 3}', '{"data": [{"status": "ok"}]}')


@pytest.mark.parametrize("fails", [500, 502, 503, 504, 408, *NO_ANSWERS, "cut"])
async def test_what_may_have_been_taken_is_left_open(fails: int | str) -> None:
    async with ExpoServer() as expo:
        expo.cuts = fails == "cut"
        if isinstance(fails, int):
            expo.expo.instead.append((fails, fault("INTERNAL_SERVER_ERROR"), {}))
        elif not expo.cuts:
            expo.expo.instead.append((200, fails, {}))
        outcomes = await sent(expo.url, [message(OLD), message(NEW)])
        assert [type(one) for one in outcomes] == [Uncertain, Uncertain]
        assert len(expo.requests) == 1, "not tried again, not in parts"


async def test_a_caller_that_gives_up_hangs_up() -> None:
    async with ExpoServer() as expo:
        expo.hangs = True
        with pytest.raises(TimeoutError):
            async with asyncio.timeout(1):
                await sent(expo.url, [message()])
        assert await expo.until_aborted(expo.requests[0])


async def test_messages_of_two_projects_are_sent_apart() -> None:
    async with ExpoServer(Expo(projects={NEW: "@ana/other"})) as expo:
        outcomes = await sent(expo.url, [message(OLD), message(NEW), message(BARE)])
        assert [[one["to"] for one in batch] for batch in expo.expo.batches] == [[OLD, NEW, BARE], [OLD, BARE], [NEW]]
        by_ticket = dict(zip(expo.expo.tickets, [OLD, BARE, NEW], strict=True))
        assert [by_ticket[ticket] for ticket in tickets_of(outcomes)] == [OLD, NEW, BARE]


async def test_one_message_that_expo_does_not_take_spoils_no_other() -> None:
    tokens = [f"ExpoPushToken[{n}]" for n in range(9)]
    async with ExpoServer(Expo(unacceptable={tokens[4]})) as expo:
        outcomes = await sent(expo.url, [message(token) for token in tokens])
        assert [one["to"] for one in expo.sent] == [token for token in tokens if token != tokens[4]]
    assert isinstance(outcomes[4], Refused)
    assert outcomes[4].error == "VALIDATION_ERROR"
    assert len(tickets_of(outcomes)) == 8


async def test_a_redirect_is_not_followed() -> None:
    async with ExpoServer() as other, ExpoServer() as expo:
        expo.expo.instead.append((307, "", {"Location": f"{other.url}{SEND}"}))
        assert await sent(expo.url, [message()]) == [Refused("http_307", "Expo answered 307")]
        assert other.requests == []


def test_the_paths_are_expos() -> None:
    assert (adapter.SEND, adapter.RECEIPTS) == (SEND, RECEIPTS)
