"""What does `steward eval time` answer to one case? Format: api.md, Evaluation."""

from datetime import datetime
from typing import Any
from zoneinfo import ZoneInfoNotFoundError

from orchestrator.kit.zones import named_zone
from orchestrator.language.time.mention import Mention, mentions


def time_verdict(case: dict[str, Any]) -> dict[str, Any]:
    """`{"id", "text", "now", "timezone", "locale"}` -> `{"id", "mentions": [{"text", "start", …, "grain", "sure"}]}`.

    Local wall times; `end` is exclusive, null where it is open. A length alone ("for two hours") is no moment and left
    out. Raises `KeyError` for a missing key, `ValueError` for a `now` that is none and for a zone nobody knows.
    """
    text, zone = str(case["text"]), str(case["timezone"])
    try:
        known = named_zone(zone)
    except (ZoneInfoNotFoundError, ValueError, OSError) as error:
        msg = f"timezone: {zone!r} is no IANA time zone, such as 'Europe/Lisbon'"
        raise ValueError(msg) from error
    now = datetime.fromisoformat(str(case["now"]))
    local = now.astimezone(known).replace(tzinfo=None) if now.tzinfo is not None else now
    found = mentions(text, now=local, locale=str(case.get("locale") or "en-US"), zone=zone)
    return {"id": case.get("id"), "mentions": [_shown(each) for each in found if each.kind != "duration"]}


def _shown(found: Mention) -> dict[str, Any]:
    # "Until Friday" says no start.
    unsaid = found.kind == "open" and found.end is not None
    return {
        "text": found.text,
        "start": found.start.isoformat(timespec="seconds"),
        "end": found.end.isoformat(timespec="seconds") if found.end is not None else None,
        "grain": found.grain,
        "sure": found.sure and not unsaid,
    }
