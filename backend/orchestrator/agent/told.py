"""What of a result does a model have to read? The same facts in fewer tokens: a local server reads 20 to 60 a second.

The ledger keeps results whole, and inspected entities stay raw (product.md, Context budget); what else goes into a
prompt is shortened. Left out: what is empty, the turn's own zone, the label of one's own data (what is not one's own is
fenced), a snippet beside the text it was cut from, and ids beside a name, which tools take as well. An entity's own id,
some forty tokens, is told by its end; `with_whole_ids` reads it back.
"""

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from orchestrator.agent.origin import Origin
from orchestrator.kit.ids import parse_id
from orchestrator.llm.messages import LedgerEntry

SHORT_ID = 8
"""Hex digits of the end of a UUIDv7: 32 random bits, told apart within one run."""
NEEDLESS_IDS = frozenset({"contact_id", "place_id", "thread_id"})
_SHORT = re.compile(rf"\b[0-9a-f]{{{SHORT_ID}}}\b")


def told(data: Mapping[str, Any], *, zone: str) -> Mapping[str, Any]:
    """`data` (plain JSON) without what says nothing; itself where nothing would be left."""
    return _object(data, zone) or data


def with_whole_ids(arguments: Mapping[str, Any] | str, ledger: Sequence[LedgerEntry]) -> Mapping[str, Any] | str:
    """A call's arguments as a model wrote them, its short ids made those of the entities in the run's results."""
    known: dict[str, str] = {}
    for entry in ledger:
        known.update((found[-SHORT_ID:], found) for found in _ids(entry.data))
    return _lengthened(arguments, known) if known else arguments


def _lengthened(value: Any, known: Mapping[str, str]) -> Any:
    if isinstance(value, str):
        return _SHORT.sub(lambda found: known.get(found[0], found[0]), value) if parse_id(value) is None else value
    if isinstance(value, Mapping):
        return {key: _lengthened(item, known) for key, item in value.items()}
    return [_lengthened(item, known) for item in value] if isinstance(value, list) else value


def _ids(value: Any) -> Iterable[str]:
    if isinstance(value, Mapping):
        if parse_id(value.get("id")) is not None:
            yield str(value["id"])
        for item in value.values():
            yield from _ids(item)
    elif isinstance(value, list):
        for item in value:
            yield from _ids(item)


def _object(value: Mapping[str, Any], zone: str) -> dict[str, Any]:
    kept = {key: _shortened(key, item, zone) for key, item in value.items() if not _needless(key, item, value, zone)}
    return {key: item for key, item in kept.items() if item not in (None, "", [], {})}


def _shortened(key: str, value: Any, zone: str) -> Any:
    if isinstance(value, Mapping):
        return _object(value, zone)
    if isinstance(value, list):
        return [_shortened(key, item, zone) for item in value]
    return str(value)[-SHORT_ID:] if key == "id" and parse_id(value) is not None else value


def _needless(key: str, item: Any, beside: Mapping[str, Any], zone: str) -> bool:
    match key:
        case "origin":
            return bool(item == Origin.OWN_DATA)
        case "timezone":
            return bool(item == zone)
        case "snippet":
            return bool(beside.get("text"))
        case "all_day":
            return item is False
        case _:
            return key in NEEDLESS_IDS and bool(beside.get("name") or beside.get("id"))
