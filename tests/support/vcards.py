"""vCards as address books write them, and how they are taken in and asked about."""

from typing import Any

from tests.support.steward import Person


def card(uid: str, name: str, *more: str) -> str:
    """One card."""
    return "\r\n".join(["BEGIN:VCARD", "VERSION:4.0", f"UID:{uid}", f"FN:{name}", *more, "END:VCARD", ""])


async def take_cards(me: Person, *cards: str, **params: str) -> dict[str, Any]:
    """What `POST /ingest/vcard` answers."""
    how: dict[str, Any] = {"content": "".join(cards).encode(), "headers": {"content-type": "text/vcard"}}
    answer = await me.send("POST", "/ingest/vcard", params=params, **how)
    assert answer.status_code == 200, answer.text
    told: dict[str, Any] = answer.json()
    return told


async def asked_about(me: Person, number: int) -> list[dict[str, Any]]:
    """The pairs that may be one person, once so many of them are asked about."""
    found = await me.until(
        "/contacts/duplicates",
        lambda page: sum(one["preview_id"] is not None for one in page["items"]) >= number,
    )
    return list(found["items"])


async def names(me: Person, **params: Any) -> list[str]:
    """Who stands in `GET /contacts`."""
    return sorted(one["display_name"] for one in (await me.get("/contacts", limit=200, **params))["items"])
