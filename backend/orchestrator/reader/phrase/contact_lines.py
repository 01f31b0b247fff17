"""How is what is noted of a contact written: the name, each detail, and all of it on one line?"""

from collections.abc import Callable, Mapping
from datetime import date
from functools import partial
from typing import Any

from orchestrator.language.messages import is_message, say
from orchestrator.language.people.kinship import in_language
from orchestrator.language.people.relations import relation_word
from orchestrator.language.tables import supported
from orchestrator.reader.evidence.finds import Item
from orchestrator.reader.phrase.quotation import clean, quoted
from orchestrator.reader.phrase.sources import source
from orchestrator.reader.phrase.voice import Voice

MOST_NAMES = 6
_NO_YEAR = 4
"""A leap year, in which every birthday is a day."""


def contact(item: Item, voice: Voice) -> str:
    """Everything that is noted of a contact, on one line."""
    parts = [told for label in ("phone", "email", "birthday", "address", "work", "relationships", "groups")
             if (told := attribute(item, label, voice))]  # fmt: skip
    if item.get("notes"):
        parts.append(quoted(item.get("notes")))
    own = [in_language(one, supported(voice.locale)) for one in item.get("relation").split(", ") if one]
    who = f"{name_of(item)} ({clean(', '.join(own))})" if own else name_of(item)
    return f"{who}{': ' + '; '.join(parts) if parts else ''} {source(item, voice, None)}"


def name_of(item: Item) -> str:
    """The name of a contact or place."""
    return clean(item.get("display_name") or item.get("name") or item.get("title"))


def label_of(label: str, voice: Voice) -> str:
    """What an attribute of a contact is called; its own name where we have none for it."""
    key = f"reader.answer.labels.{label}"
    return say(key, voice.locale) if is_message(key) else label


def attribute(item: Item, label: str, voice: Voice) -> str:
    """ "phone +55 11 …", "" where it is not noted."""
    value = noted(item, label, voice)
    return f"{say(f'reader.answer.labels.{label}', voice.locale)} {value}" if value else ""


def noted(item: Item, label: str, voice: Voice) -> str:
    """What a contact tells of this ("phone", "birthday"…), "" where nothing is."""
    if label == "birthday":
        day = born(item)
        return voice.short(day, year=day.year > _NO_YEAR) if day else item.get("birthday")
    if label == "work":
        return _work(item)
    field = {"phone": "phones", "email": "emails", "address": "places"}.get(label, label)
    rows = item.data.get(field)
    found = rows if isinstance(rows, list | tuple) else ()
    ways: dict[str, Callable[[Any], str]] = {"address": _address, "relationships": partial(_relative, voice=voice)}
    tell = ways.get(label, _one)
    return ", ".join(told for one in found[:MOST_NAMES] if (told := tell(one)))


def born(item: Item) -> date | None:
    """A contact's birthday, in the year 4 where its year is not known (`--05-14`); None where it is not noted."""
    told = item.get("birthday")
    try:
        return date.fromisoformat(f"{_NO_YEAR:04}-{told[2:]}" if told.startswith("--") else told[:10])
    except ValueError:
        return None


def _work(item: Item) -> str:
    """What somebody does and for whom; where they are noted as working, unless it is called the same."""
    told = [clean(text) for text in (item.get("title"), item.get("organization")) if text]
    rows = item.data.get("places")
    there = [one for one in rows if isinstance(one, Mapping)] if isinstance(rows, list | tuple) else []
    at = [clean(str(one.get("name") or "")) for one in there if one.get("there") == "works"]
    return ", ".join([*told, *(name for name in at[:MOST_NAMES] if name and name not in told)])


def _address(place: Any) -> str:
    """A place of a contact with its address, where that says more than its name."""
    told = _one(place)
    address = clean(str(place.get("address") or "")) if isinstance(place, Mapping) else ""
    return f"{told}, {address}" if address and not told.startswith(address) else told


def _relative(row: Any, voice: Voice) -> str:
    """Somebody, with what they are to the contact in the words of the answer: "Ana (irmã)"."""
    if not isinstance(row, Mapping):
        return _one(row)
    return _one({**row, "label": relation_word(str(row.get("label") or ""), supported(voice.locale))})


def _one(value: Any) -> str:
    if isinstance(value, Mapping):
        name, label = str(value.get("name") or value.get("value") or ""), str(value.get("label") or "")
        return clean(f"{name} ({label})" if name and label else name)
    return clean(str(value))
