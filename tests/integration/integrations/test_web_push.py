"""Is what we send to browsers what browsers read? Held against `http_ece`, `py_vapid` and `pywebpush`, over a server
that answers as push services do."""

import json
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from cryptography.hazmat.primitives.asymmetric import ec
from py_vapid import Vapid02
from pywebpush import WebPusher
from tests.support.push_services import Browser, PushService, b64

from orchestrator.integrations.guarded.addresses import PrivateHosts
from orchestrator.integrations.push.port import Accepted, Button, Later, Message, Outcome, Refused, Uncertain
from orchestrator.integrations.push.posts import Posts, retry_after_s
from orchestrator.integrations.push.webpush.encryption import MOST_PLAIN, OVERHEAD, encrypted, from_b64url
from orchestrator.integrations.push.webpush.sender import WebPush, payload
from orchestrator.integrations.push.webpush.vapid import SEED_BYTES, VapidKey, contact_of
from orchestrator.kit.clock import FixedClock, SystemClock

NOW = datetime(2026, 11, 28, 12, tzinfo=UTC)
KEY = VapidKey(bytes(range(SEED_BYTES)))
HOME = PrivateHosts(("127.0.0.1",))


def sender(*private: str, request_s: float = 15.0) -> WebPush:
    return WebPush(PrivateHosts(private or ("127.0.0.1",)), KEY, SystemClock(), request_s=request_s)


def letter(browser: Browser, **more: Any) -> Message:
    told = browser.subscription()
    values: dict[str, Any] = {
        "to": told["endpoint"],
        "keys": told["keys"],
        "title": "Lembrete",
        "body": "Ligar à Ana 🍋",
        "data": {"kind": "todo_reminder", "id": "1", "url": "/todos/1"},
        "collapse_id": "0199a2b4-1111-7222-8333-444455556666",
        "ttl_s": 600,
        "kind": "webpush",
        "opens": "https://steward.example/#/open/todo/1",
        "badge": 3,
        **more,
    }
    return Message(**values)


async def sent(service: PushService, *messages: Message, **how: Any) -> list[Outcome]:
    return await sender(**how).send(messages)


async def test_a_browser_reads_what_it_was_sent_and_nobody_else_does() -> None:
    async with PushService() as service:
        laptop, other = service.browser(), service.browser()
        button = Button("confirm", "Confirm", "https://steward.example/push/answers/x")
        assert await sent(service, letter(laptop, buttons=(button,))) == [Accepted()]
        told = laptop.read(service.web[0])
        assert told["web_push"] == 8030
        assert told["notification"] == {
            "title": "Lembrete",
            "body": "Ligar à Ana 🍋",
            "navigate": "https://steward.example/#/open/todo/1",
            "tag": "0199a2b4-1111-7222-8333-444455556666",
            "data": {"kind": "todo_reminder", "id": "1", "url": "/todos/1"},
            "app_badge": "3",
            "buttons": [{"action": "confirm", "title": "Confirm", "url": "https://steward.example/push/answers/x"}],
        }
        headers = service.web[0].headers
        assert (headers["ttl"], headers["urgency"], headers["topic"]) == (
            "600",
            "high",
            "0199a2b41111722283334444555566" + "66",
        )
        assert b"Ana" not in service.web[0].raw
        with pytest.raises(Exception, match=r".*"):
            other.read(service.web[0])


async def test_pywebpush_and_we_are_read_alike() -> None:
    """The peer of the same protocol: what it sends, the same fake takes and the same browser reads."""
    browser = Browser("https://push.example/1")
    theirs = WebPusher(browser.subscription()).encode(b'{"a":1}', content_encoding="aes128gcm")["body"]
    ours = encrypted(b'{"a":1}', **browser.subscription()["keys"])
    assert len(ours) == len(theirs) == 7 + OVERHEAD
    for body in (ours, theirs):
        request = type("Request", (), {"raw": body})()
        assert browser.read(request) == {"a": 1}


def test_the_largest_message_is_4096_bytes_and_no_larger_one_is_made() -> None:
    keys = Browser("https://push.example/1").subscription()["keys"]
    assert len(encrypted(b"x" * MOST_PLAIN, **keys)) == 4096
    with pytest.raises(ValueError, match="do not fit"):
        encrypted(b"x" * (MOST_PLAIN + 1), **keys)


@pytest.mark.parametrize(
    "bad", [{"p256dh": "AA"}, {"p256dh": "!"}, {"auth": "AA"}, {"p256dh": b64(b"\x04" + b"\0" * 64)}]
)
def test_keys_that_are_none_are_refused(bad: dict[str, str]) -> None:
    keys = Browser("https://push.example/1").subscription()["keys"] | bad
    with pytest.raises(ValueError):  # noqa: PT011  (the library's own words too)
        encrypted(b"x", **keys)


def test_our_signature_is_one_that_vapid_takes() -> None:
    header = KEY.authorization("https://fcm.googleapis.com/fcm/send/abc", NOW)
    assert Vapid02.verify(header)
    told, _, key = header.removeprefix("vapid t=").partition(",k=")
    claims = json.loads(from_b64url(told.split(".")[1]))
    assert claims == {"aud": "https://fcm.googleapis.com", "exp": int((NOW + timedelta(hours=12)).timestamp())}
    point = ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), from_b64url(key))
    assert point.curve.name == "secp256r1"
    assert KEY.public == key == VapidKey(bytes(range(SEED_BYTES))).public
    assert VapidKey(b"\1" * SEED_BYTES).public != key
    broken = header.replace(told[-10:], "A" * 10)
    assert not Vapid02.verify(broken)


@pytest.mark.parametrize(
    ("url", "mail", "expected"),
    [
        ("https://home.example.org", None, "https://home.example.org"),
        ("https://home.example.org", "ana@example.org", "mailto:ana@example.org"),
        ("http://192.168.1.2:8000", "owner@localhost", None),
        ("https://nas.local", "owner@steward.local", None),
        ("https://127.0.0.1:8000", None, None),
        (None, None, None),
    ],
)
def test_a_contact_is_never_made_up(url: str | None, mail: str | None, expected: str | None) -> None:
    assert contact_of(url, mail) == expected


@pytest.mark.parametrize(
    ("status", "outcome"),
    [
        (200, Accepted()),
        (202, Accepted()),
        (404, Refused("http_404", "the push service answered 404", gone=True)),
        (410, Refused("http_410", "the push service answered 410", gone=True)),
        (500, Uncertain("the push service answered 500")),
        (503, Uncertain("the push service answered 503")),
        (307, Refused("http_307", "the push service answered 307")),
    ],
)
async def test_each_answer_is_what_the_vendor_means_by_it(status: int, outcome: Outcome) -> None:
    async with PushService() as service:
        service.instead.append((status, {"Location": f"{service.url}/wpush/elsewhere"}))
        assert await sent(service, letter(service.browser())) == [outcome]
        assert len(service.requests) == 1, "neither redirected nor sent again"


@pytest.mark.parametrize("status", [400, 401, 403])
async def test_a_key_that_is_refused_says_what_to_do(status: int) -> None:
    async with PushService() as service:
        service.instead.append((status, {}))
        (outcome,) = await sent(service, letter(service.browser()))
    assert isinstance(outcome, Refused)
    assert (outcome.error, outcome.gone) == (f"http_{status}", False)
    assert "off and on again" in outcome.detail


async def test_too_many_waits_as_long_as_it_is_told() -> None:
    async with PushService() as service:
        browser = service.browser()
        date = (datetime.now(UTC) + timedelta(seconds=90)).strftime("%a, %d %b %Y %H:%M:%S GMT")
        service.instead.extend(
            [(429, {"Retry-After": "120"}), (429, {"Retry-After": date}), (429, {"Retry-After": "soon"})]
        )
        found = [(await sent(service, letter(browser)))[0] for _ in range(3)]
    assert [isinstance(one, Later) for one in found] == [True] * 3
    waits = [one.after_s for one in found if isinstance(one, Later)]
    assert waits[0] == 120
    assert waits[1] is not None
    assert 60 < waits[1] <= 90
    assert waits[2] is None


def test_a_wait_is_bounded() -> None:
    import httpx  # noqa: PLC0415

    assert retry_after_s(httpx.Headers({"Retry-After": "9" * 40})) == 600
    assert retry_after_s(httpx.Headers({"Retry-After": "Mon, 01 Jan 2001 00:00:00 GMT"})) == 0


async def test_what_is_too_large_is_sent_again_with_fewer_words() -> None:
    async with PushService() as service:
        browser = service.browser()
        service.most_bytes = 600
        whole = letter(browser, body="palavra " * 50, buttons=(Button("cancel", "Cancel", "https://x.example/1"),))
        assert await sent(service, whole) == [Accepted()]
        told = browser.read(service.web[0])["notification"]
        assert told["body"].endswith("…")
        assert "buttons" not in told, "what is not told whole is not answered unseen"
        service.most_bytes = 10
        assert await sent(service, whole) == [Refused("http_413", "the push service takes no message of this length")]


def test_words_of_four_bytes_each_fit() -> None:
    wide = letter(Browser("https://push.example/1"), title="😀" * 100, body="😀" * 400)
    assert len(payload(wide)) < MOST_PLAIN


async def test_silence_and_a_cut_are_unknown_and_a_closed_port_is_not() -> None:
    async with PushService() as service:
        browser = service.browser()
        service.hangs = True
        (silent,) = await sent(service, letter(browser), request_s=0.3)
        service.hangs, service.cuts = False, True
        (cut,) = await sent(service, letter(browser))
    (closed,) = await sent(service, letter(browser))
    assert isinstance(silent, Uncertain)
    assert isinstance(cut, Uncertain)
    assert isinstance(closed, Later)


async def test_what_has_not_begun_in_time_is_left_for_later() -> None:
    async with PushService() as service:
        service.hangs = True
        posts = Posts(HOME, WebPush(HOME, KEY, SystemClock())._written, service="it", request_s=0.4, whole_s=0.2)
        found = await posts.send([letter(service.browser()) for _ in range(14)])
    kinds = [type(one) for one in found]
    assert kinds.count(Uncertain) == 6, "as many as one server gets at once"
    assert kinds.count(Later) == 8


@pytest.mark.parametrize(
    ("endpoint", "private", "why"),
    [
        ("https://127.0.0.1:1/x", (), "private network"),
        ("https://169.254.169.254/latest", (), "private network"),
        ("https://[::1]/x", (), "private network"),
        ("http://93.184.216.34/x", (), "over https"),
        ("https://93.184.216.34:25/x", (), "Port 25"),
        ("http://127.0.0.1:2/x", ("127.0.0.1:1",), "over https"),
    ],
)
async def test_no_address_is_reached_that_is_not_allowed(endpoint: str, private: tuple[str, ...], why: str) -> None:
    guarded = WebPush(PrivateHosts(private), KEY, FixedClock(NOW))
    (outcome,) = await guarded.send([letter(Browser(endpoint))])
    assert isinstance(outcome, Refused)
    assert outcome.error == "address_refused"
    assert why in outcome.detail


async def test_a_name_that_resolves_to_nothing_is_tried_again() -> None:
    async def nowhere(_: str, __: int) -> list[str]:
        raise OSError

    guarded = WebPush(PrivateHosts((), look_up=nowhere), KEY, FixedClock(NOW))
    (outcome,) = await guarded.send([letter(Browser("https://push.example/1"))])
    assert isinstance(outcome, Later)


async def test_many_go_out_in_order_and_one_that_is_broken_spoils_none() -> None:
    async with PushService() as service:
        browsers = [service.browser() for _ in range(40)]
        service.gone.add("/wpush/7")
        found = await sent(
            service, *(letter(one) for one in browsers[:20]), letter(browsers[20], keys={}), *map(letter, browsers[21:])
        )
    assert [place for place, one in enumerate(found) if not isinstance(one, Accepted)] == [6, 20]
    broken = found[20]
    assert isinstance(broken, Refused)
    assert (broken.error, broken.gone) == ("invalid_keys", True)
