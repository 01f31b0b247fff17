"""What of a card does a contact not take? A card with one bad address is still somebody's card: the value is left out
and told, the person is taken in."""

from collections.abc import Iterable, Mapping
from typing import Any

from pydantic import ValidationError

from orchestrator.domain.world.contacts.schemas import ContactFields

_CALLED = {
    "emails": "email address",
    "phones": "phone number",
    "aliases": "name",
    "nicknames": "nickname",
    "groups": "group",
    "display_name": "name",
}
_SHOWN = 60


def fitting(fields: Mapping[str, Any]) -> tuple[dict[str, Any], list[str]]:
    """The fields without what a contact does not take, and what was left out, for people. What is wrong with the name
    itself stays: then the card is invalid."""
    kept, notes = dict(fields), list[str]()
    try:
        ContactFields.model_validate(kept)
    except ValidationError as error:
        wrong = error.errors(include_url=False, include_context=False)
        for name in dict.fromkeys(str(one["loc"][0]) for one in wrong if one["loc"]):
            if name == "display_name" or name not in kept:
                continue
            kept[name], told = _without(name, kept[name], [one for one in wrong if one["loc"][0] == name])
            notes += told
    return kept, notes


def _without(name: str, value: Any, wrong: Iterable[Mapping[str, Any]]) -> tuple[Any, list[str]]:
    called = _CALLED.get(name, name.replace("_", " "))
    bad = {one["loc"][1]: str(one["msg"]).removeprefix("Value error, ") for one in wrong if len(one["loc"]) > 1}
    if not isinstance(value, list) or not bad:
        why = next((str(one["msg"]).removeprefix("Value error, ") for one in wrong), "")
        return ([] if isinstance(value, list) else None), [f"{called} left out: {why}"]
    notes = [f"{called} left out: “{_shown(value[index])}”: {why}" for index, why in bad.items()]
    return [item for index, item in enumerate(value) if index not in bad], notes


def _shown(item: Any) -> str:
    text = str(item["value"] if isinstance(item, Mapping) else item)
    return text if len(text) <= _SHOWN else f"{text[:_SHOWN]}…"
