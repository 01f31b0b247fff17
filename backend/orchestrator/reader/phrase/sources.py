"""How is it told where a find comes from: its kind, who said it, its page, its day?"""

from collections.abc import Mapping
from datetime import datetime
from typing import Any

from orchestrator.language.messages import is_message, say
from orchestrator.reader.evidence.finds import Item
from orchestrator.reader.phrase.quotation import clean, quoted
from orchestrator.reader.phrase.voice import Voice

_SECTION = 80
_USER = {"user", "me"}


def source(item: Item, voice: Voice, day: datetime | None) -> str:
    """ "(event, 27 Nov 2026)"."""
    key = "imported" if item.kind == "event" and item.get("origin") == "third_party" else item.kind
    named = f"reader.answer.sources.{key}"
    name = say(named, voice.locale) if is_message(named) else item.kind
    if item.hit and item.kind == "message" and item.get("title"):
        name = say("reader.answer.in_thread", voice.locale, title=clean(item.get("title"), 60))
    if item.hit and item.kind == "meeting" and item.get("title"):
        name = f"{name} {quoted(item.get('title'), 60)}"
    speaks = (
        item.hit and item.kind != "meeting" and not is_own(item, voice.user)
    )  # who spoke in a meeting stands before it
    parts = [name, clean(item.get("speaker"), 60) if speaks else ""]
    parts.append(standing(item.data, voice) if item.hit and item.kind == "document" else "")
    if day is not None:
        parts.append(voice.short(day))
    return f"({', '.join(part for part in parts if part)})"


def standing(place: Mapping[str, Any], voice: Voice) -> str:
    """Where in its document a passage stands: "page 2", "section “Deposit”", "" where that is not known."""
    if place.get("page"):
        return say("reader.answer.page", voice.locale, page=place["page"])
    if place.get("section"):
        return say("reader.answer.section", voice.locale, section=clean(str(place["section"]), _SECTION))
    return ""


def is_own(item: Item, user: str) -> bool:
    """Whether the user said it."""
    speaker = item.get("speaker").casefold()
    return speaker in _USER or item.get("origin") == "user" or bool(user and speaker == user.casefold())
