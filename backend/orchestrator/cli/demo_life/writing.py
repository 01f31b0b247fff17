"""The demo life, written as any client would: over the API, with the token of the demo's owner.

Its days lie around the day on which it is written, so that there is something ahead. In `life.json` a text that begins
with `@` is one of: `@zone`; `@+3`, `@-2T09:30`, `@0T08:05Z` (days from today, with a local or UTC time); `@mon-8T09:30`
(the Monday eight weeks before this week's); `@birthday+12 1986` (the day of the year that comes in twelve days, in
1986).
"""

import asyncio
import json
from collections.abc import AsyncIterator, Mapping
from datetime import date, datetime, timedelta
from importlib.resources import files
from typing import Any

import httpx

from orchestrator.errors import OperatorError
from orchestrator.kit import patterns
from orchestrator.kit.zones import named_zone

BUSY_S = 180.0  # a turn may ask a slow model
SETTLES_WITHIN_S = 180.0
POLL_S = 0.5
_METHODS = ("post", "patch")
_DAY = patterns.compile(r"@([+-]?\d{1,4})(T\d\d:\d\d)?(Z?)")
_WEEKDAY = patterns.compile(r"@(mon|tue|wed|thu|fri|sat|sun)([+-]\d{1,3})(T\d\d:\d\d)?")
_BIRTHDAY = patterns.compile(r"@birthday([+-]\d{1,3}) (\d{4})")
_WEEKDAYS = ("mon", "tue", "wed", "thu", "fri", "sat", "sun")


def life() -> dict[str, Any]:
    """`name`, `identifiers` and `timezone` of the person, and the `calls` that tell their life: `post` or `patch` (a
    path) with `json`, or `upload` with `name`, `title` and `text`; `as` names what was made, `$name` stands for its
    id."""
    told: dict[str, Any] = json.loads(files(__package__).joinpath("life.json").read_text("utf-8"))
    return told


async def write(url: str, token: str, now: datetime) -> AsyncIterator[tuple[int, int]]:
    """Writes the life and waits until it was read; yields how many calls of how many are done.

    Raises OperatorError where the server refuses one.
    """
    told = life()
    zone = told["timezone"]
    calls = dated(told["calls"], now.astimezone(named_zone(zone)).date(), zone)
    headers = {"Authorization": f"Bearer {token}"}
    ids: dict[str, str] = {}
    async with httpx.AsyncClient(base_url=url, headers=headers, timeout=BUSY_S, trust_env=False) as client:
        me = {"name": told["name"], "identifiers": told["identifiers"], "timezone": zone}
        await _sent(client, {"patch": "/me", "json": me}, ids)
        for number, call in enumerate(calls, start=1):
            made = await _sent(client, call, ids)
            if "as" in call:
                ids[call["as"]] = made["id"]
            yield number, len(calls)
        await _settled(client)


async def _sent(client: httpx.AsyncClient, call: Mapping[str, Any], ids: Mapping[str, str]) -> dict[str, Any]:
    if "upload" in call:
        sent = {"file": (call["name"], call["text"].encode(), "text/plain")}
        answer = await client.post(call["upload"], files=sent, data={"title": call["title"]})
    else:
        method = next(one for one in _METHODS if one in call)
        answer = await client.request(method, _named(call[method], ids), json=_named(call["json"], ids))
    if not answer.is_success:
        raise OperatorError(f"the demo life could not be written ({answer.status_code}): {answer.text[:300]}")
    made: dict[str, Any] = answer.json() if isinstance(answer.json(), dict) else {}
    return made


def _named(value: Any, ids: Mapping[str, str]) -> Any:
    """`$name` as the id of what was called so: a whole text, or a part of a path."""
    if isinstance(value, Mapping):
        return {name: _named(one, ids) for name, one in value.items()}
    if isinstance(value, list):
        return [_named(one, ids) for one in value]
    if isinstance(value, str) and "$" in value:
        return "/".join(ids.get(part[1:], part) if part.startswith("$") else part for part in value.split("/"))
    return value


async def _settled(client: httpx.AsyncClient) -> None:
    """Until documents and meetings were read; what takes longer goes on by itself."""
    loop = asyncio.get_running_loop()
    until = loop.time() + SETTLES_WITHIN_S
    quiet = 0
    while loop.time() < until and quiet < 2:
        queues = (await client.get("/system/jobs")).raise_for_status().json().get("queues", [])
        quiet = 0 if any(one.get("pending") or one.get("running") for one in queues) else quiet + 1
        await asyncio.sleep(POLL_S)


def dated(value: Any, today: date, zone: str) -> Any:
    """The same with each `@…` put as what it stands for. Raises ValueError for one that stands for nothing."""
    if isinstance(value, Mapping):
        return {name: dated(one, today, zone) for name, one in value.items()}
    if isinstance(value, list):
        return [dated(one, today, zone) for one in value]
    if isinstance(value, str) and value.startswith("@"):
        return zone if value == "@zone" else _moment(value, today)
    return value


def _moment(text: str, today: date) -> str:
    if found := _DAY.fullmatch(text):
        day = today + timedelta(days=int(found[1]))
        return f"{day.isoformat()}{found[2] or ''}{':00Z' if found[3] else ''}"
    if found := _WEEKDAY.fullmatch(text):
        monday = today - timedelta(days=today.weekday())
        day = monday + timedelta(weeks=int(found[2]), days=_WEEKDAYS.index(found[1]))
        return f"{day.isoformat()}{found[3] or ''}"
    if found := _BIRTHDAY.fullmatch(text):
        day = today + timedelta(days=int(found[1]))
        return f"{found[2]}-{day.month:02d}-{min(day.day, 28) if day.month == 2 else day.day:02d}"
    msg = f"{text!r} is no day"
    raise ValueError(msg)
