"""Do ntfy and what Apprise reaches get what they understand, and is what they answer understood?"""

from typing import Any

import pytest
from tests.support.push_services import PushService

from orchestrator.integrations.guarded.addresses import PrivateHosts
from orchestrator.integrations.push.apprise.addresses import SCHEMAS, host_of, schema_of
from orchestrator.integrations.push.apprise.service import AppriseServices, installed, refusal_of
from orchestrator.integrations.push.channels import Channels
from orchestrator.integrations.push.fake import KeptPushes
from orchestrator.integrations.push.ntfy import Ntfy
from orchestrator.integrations.push.port import Accepted, Button, Later, Message, Refused, Uncertain

HOME = PrivateHosts(("127.0.0.1",))


def letter(to: str, kind: Any = "ntfy", **more: Any) -> Message:
    values: dict[str, Any] = {
        "to": to,
        "kind": kind,
        "keys": {"topic": "steward-1", "token": "tk_secret"} if kind == "ntfy" else {},
        "title": "Steward needs you",
        "body": "Criar tarefa: comprar pão",
        "data": {"kind": "needs_input", "id": "1", "url": "/previews/1"},
        "collapse_id": "c",
        "ttl_s": 60,
        "opens": "https://steward.example/#/preview/1",
        **more,
    }
    return Message(**values)


async def test_a_topic_gets_the_words_where_they_lead_and_the_buttons() -> None:
    buttons = (
        Button("confirm", "Confirmar", "https://s.example/a"),
        Button("cancel", "Cancelar", "https://s.example/b"),
    )
    async with PushService(token="tk_secret") as service:
        assert await Ntfy(HOME).send([letter(service.url + "/", buttons=buttons)]) == [Accepted()]
    assert service.ntfy == [
        {
            "topic": "steward-1",
            "title": "Steward needs you",
            "message": "Criar tarefa: comprar pão",
            "priority": 4,
            "click": "https://steward.example/#/preview/1",
            "tags": ["question"],
            "actions": [
                {"action": "http", "label": "Confirmar", "url": "https://s.example/a", "method": "POST", "clear": True},
                {"action": "http", "label": "Cancelar", "url": "https://s.example/b", "method": "POST", "clear": True},
            ],
        }
    ]
    assert service.taken[0].headers["authorization"] == "Bearer tk_secret"


async def test_a_topic_answers_as_the_vendor_means_it() -> None:
    async with PushService(token="another") as service:
        (refused,) = await Ntfy(HOME).send([letter(service.url + "/")])
        assert isinstance(refused, Refused)
        assert (refused.error, refused.gone) == ("http_403", False)
        assert "token" in refused.detail
        assert "tk_secret" not in refused.detail
        service.token = "tk_secret"
        (wrong,) = await Ntfy(HOME).send([letter(service.url + "/elsewhere/")])
        assert isinstance(wrong, Refused)
        assert wrong.gone
        service.instead.append((429, {}))
        (later,) = await Ntfy(HOME).send([letter(service.url + "/")])
        assert isinstance(later, Later)
        service.most_bytes = 330
        assert await Ntfy(HOME).send([letter(service.url + "/", body="á" * 400)]) == [Accepted()]
        assert len(service.ntfy[-1]["message"].encode()) < 200
        service.hangs = True
        (silent,) = await Ntfy(HOME, request_s=0.3).send([letter(service.url + "/")])
        assert isinstance(silent, Uncertain)


async def test_a_message_is_never_longer_than_ntfy_shows() -> None:
    async with PushService(token="tk_secret") as service:
        service.most_bytes = 20_000
        await Ntfy(HOME).send([letter(service.url + "/", body="😀" * 4000)])
    assert len(service.ntfy[0]["message"].encode()) <= 4096


# --- Apprise


def gotify(service: PushService) -> str:
    return f"gotify://127.0.0.1:{service.port}/AppToken12345"


async def test_apprise_carries_a_push_to_a_server_that_is_listed() -> None:
    assert installed()
    async with PushService() as service:
        channel = AppriseServices(HOME)
        assert await channel.send([letter(gotify(service), "apprise")]) == [Accepted()]
        told = service.gotify[0]
        assert told["title"] == "Steward needs you"
        assert told["message"] == "Criar tarefa: comprar pão\nhttps://steward.example/#/preview/1"
        service.instead.extend(
            [(401, {}), (404, {}), (429, {}), (500, {}), (302, {"Location": f"{service.url}/message"})]
        )
        found = [(await channel.send([letter(gotify(service), "apprise")]))[0] for _ in range(5)]
        assert [type(one) for one in found] == [Refused, Refused, Later, Uncertain, Uncertain]
        assert isinstance(found[1], Refused)
        assert found[1].gone
        assert len(service.gotify) == 1, "redirects are not followed"
        service.hangs = True
        (silent,) = await AppriseServices(HOME, read_s=0.3).send([letter(gotify(service), "apprise")])
        assert isinstance(silent, Uncertain)
        await channel.close()


async def test_apprise_reaches_nothing_that_is_not_allowed() -> None:
    async with PushService() as service:
        channel = AppriseServices(PrivateHosts(("127.0.0.1:1",)))
        found = await channel.send([letter(gotify(service), "apprise"), letter("json://127.0.0.1/", "apprise")])
        assert [one.error for one in found if isinstance(one, Refused)] == ["address_refused"] * 2
        assert service.requests == []
        await channel.close()


@pytest.mark.parametrize(
    "url",
    ["json://localhost", "form://x", "xml://x", "hassio://x/y", "syslog://", "dbus://", "mailto://a:b@c", "file:///etc",
     "ntfy://topic", "vapid://x", "tgram", "://x", "tgram://", "tgram://a\nb", "apprise://x/y", "matrix://a:b@c"],
)  # fmt: skip
def test_services_that_act_here_or_anywhere_are_not_taken(url: str) -> None:
    with pytest.raises(ValueError, match="Apprise"):
        schema_of(url)


def test_a_server_of_its_own_has_to_be_listed() -> None:
    listed = PrivateHosts(("gotify.lan", "10.0.0.0/8"))
    assert refusal_of("gotifys://gotify.lan/abc", listed) is None
    assert refusal_of("gotify://10.1.2.3:8080/abc", listed) is None
    assert refusal_of("tgram://123:abc/456", listed) is None
    for url in (
        "gotify://elsewhere.lan/abc",
        "gotify://gotify.lan@elsewhere/abc",
        "gotify://169.254.169.254/abc",
        "gotify:///abc",
    ):
        assert refusal_of(url, listed) is not None, url
    assert host_of("gotifys://gotify.lan/abc") == ("gotify.lan", 443)


async def test_every_service_that_is_taken_is_one_of_apprises() -> None:
    import apprise  # noqa: PLC0415

    there: set[str] = set()
    for one in apprise.Apprise().details()["schemas"]:
        there |= {*(one.get("protocols") or ()), *(one.get("secure_protocols") or ())}
    assert sorted(SCHEMAS - there) == []


# --- all of them


async def test_each_kind_goes_its_way_and_outcomes_keep_their_order() -> None:
    expo, ntfy = KeptPushes(), KeptPushes()
    ntfy.answers["b"] = Refused("http_410", gone=True)
    channels = Channels(expo, {"ntfy": ntfy})
    found = await channels.send([letter("a", "expo"), letter("b"), letter("c", "apprise"), letter("d", "expo")])
    assert [type(one) for one in found] == [Accepted, Refused, Refused, Accepted]
    assert [one.to for one in expo.sent] == ["a", "d"]
    missing = found[2]
    assert isinstance(missing, Refused)
    assert missing.error == "not_installed"
