"""The finds of a turn's ledger, weighed against the question, without repetitions."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from orchestrator.kit import lookaround
from orchestrator.language.text.normalize import normalize, tokens
from orchestrator.llm.messages import LedgerEntry
from orchestrator.reader.evidence.finds import NEVER, RELEVANT, SAME_TIME, TEXTS, Evidence, Item, record_text, rows_of
from orchestrator.reader.evidence.relevance import (
    TELLS_OF,
    WRITTEN,
    held_share,
    kept_by_filters,
    mentions,
    needed_share,
    no_birthday,
    only_asked,
    spoken_by,
    timeliness,
    worth_of_hit,
)
from orchestrator.reader.question.model import Reading
from orchestrator.reader.question_kinds import Kind
from orchestrator.reader.texts import share, telling_sentence, text_of_hit

_LISTS = {"get_events": "events", "get_todos": "todos", "get_contacts": "contacts", "get_places": "places"}
_KIND = {"events": "event", "todos": "todo", "contacts": "contact", "places": "place"}
_OF_PEOPLE = {Kind.WHO, Kind.ATTRIBUTE, Kind.EXISTS, Kind.TOPIC}
_AGENT, _USER = "agent", "user"
_CALLED = 0.35
"""What it adds that a sentence says by its word what its value is."""
_NOTHING_SAID = -1.0
_CANCELLED = "status:cancelled"
"""How the index marks an event that does not take place (world/events)."""
_ASKS_CANCELLED = lookaround.compile(r"\b(?:cancel|called off|desmarc|anul|suspend)")


def gather(ledger: Sequence[LedgerEntry], reading: Reading) -> Evidence:
    """The evidence of a ledger, weighed against a question."""
    found: dict[tuple[str, str], Item] = {}
    total: int | None = None
    people: tuple[tuple[str, int], ...] = ()
    span: tuple[str, str] | None = None
    looked: list[str] = []
    other: list[str] = []
    briefing = ""
    stated: tuple[Mapping[str, Any], ...] = ()
    failed = False
    whom = named_people(ledger)
    for entry in ledger:
        if entry.effect == "write":
            continue
        if entry.outcome != "done":
            failed = failed or entry.outcome == "failed"
            continue
        data = entry.data
        looked.append(entry.tool)
        if entry.tool in _LISTS:
            key = _LISTS[entry.tool]
            _add(found, rows_of(data.get(key)), _KIND[key], reading, entry)
            total = _total(total, entry, reading)
            people = people or _people(data)
            span = span or _span(data)
        elif entry.tool == "search_memories" and (entry.arguments.get("within") or entry.arguments.get("near")):
            continue  # what the last answer was told from: domains/told_from.py; what comes near: passages.py
        elif entry.tool == "search_memories":
            told = str(data.get("speaker") or "")  # whom the tool took the words for the speaker for
            named = replace(reading, who=told) if reading.who and told else reading
            rows = [row for row in rows_of(data.get("hits")) if not of_somebody_else(row, whom)]
            if to := set(tokens(str(data.get("conversation_with") or ""))):  # named by the conversation
                named = replace(named, words=tuple(word for word in named.words if not to & set(tokens(word))))
                rows = [{**row, WRITTEN: True} for row in rows]
            _add_hits(found, rows, named)
            span = span or _span({"range": data})
        elif entry.tool == "search_meetings":
            stated = tuple(rows_of(data.get("statements")))
        elif entry.tool == "get_briefing":
            briefing = str(data.get("briefing") or "")
        elif not entry.tool.startswith(("resolve_", "places_", "get_location")) and entry.summary and not entry.empty:
            other.append(entry.summary)
    return Evidence(
        items=_once(list(found.values()), reading),
        total=total,
        people=people,
        span=span,
        conflicts=_conflicts(ledger),
        twins=_twins(ledger),
        looked=tuple(dict.fromkeys(looked)),
        other=tuple(dict.fromkeys(other)),
        briefing=briefing,
        stated=stated,
        failed=failed,
        writes=tuple(entry for entry in ledger if entry.effect != "read"),
    )


def named_people(ledger: Sequence[LedgerEntry]) -> frozenset[str]:
    """The names of those whom the question names, as the search knew them; none where it says what they are to
    somebody ("my husband")."""
    near = next((one.data for one in ledger if one.tool == "search_memories" and one.arguments.get("near")), {})
    told = [(tokens(str(phrase)), tokens(str(name))) for phrase, name in (near.get("people") or {}).items()]
    return frozenset(part for said, name in told if set(said) <= set(name) for part in name)


def of_somebody_else(row: Mapping[str, Any], whom: frozenset[str]) -> bool:
    """Whether what is noted is of another than those who are named: "Laura is allergic …", asked of Gemma."""
    text = text_of_hit(row) if whom and row.get("kind") in _NOTED_OF else ""
    tells = TELLS_OF.match(text)
    if tells is None or whom & set(tokens(text)):
        return False
    own = normalize(tells[1])
    return not any(name[:_ALIKE] == own[:_ALIKE] for name in whom)  # Rafa is Rafael


_NOTED_OF = frozenset({"fact", "note"})
_ALIKE = 3


def _once(items: Sequence[Item], reading: Reading) -> tuple[Item, ...]:
    """Of the parts of one document the one that answers best; of an event and what was said at it the words; of a
    series its occurrences; of what is kept and the words that the user told Steward for it what is kept."""
    kept: dict[tuple[str, str] | int, Item] = {}
    listed = {(item.kind, item.get("id")) for item in items if not item.hit}
    records = max((item.share for item in items if item.relevant and item.kind != "message"), default=_NOTHING_SAID)
    said = max((item.share for item in items if item.kind == "meeting" and item.relevant), default=_NOTHING_SAID)
    for number, item in enumerate(items):
        if item.hit and item.kind == "event" and item.share <= said and _only_met(item, reading):
            continue
        if item.hit and item.kind == "event" and (item.kind, item.get("id")) in listed:
            continue
        if told_to_steward(item) and item.share <= records:
            continue
        key = (item.kind, item.get("id")) if item.hit and item.kind == "document" else number
        earlier = kept.get(key)
        if earlier is None or _merit(item) > _merit(earlier):
            kept[key] = item
    return tuple(kept.values())


def told_to_steward(item: Item) -> bool:
    """Whether it is what the user typed to Steward: mostly what a record was made of."""
    return item.hit and item.kind == "message" and item.get("origin") == _USER and WRITTEN not in item.data


def _only_met(item: Item, reading: Reading) -> bool:
    """Whether an event holds the words in what was said at it, and its title does not."""
    return share(reading.words, item.get("title")) < item.share


def _merit(item: Item) -> tuple[bool, float, float]:
    return bool(item.telling), item.share, item.tells


def _add(
    found: dict[tuple[str, str], Item],
    rows: Iterable[Mapping[str, Any]],
    kind: str,
    reading: Reading,
    entry: LedgerEntry,
) -> None:
    # The tool resolved the person itself ("mum"): the name need not stand in the event.
    asked = entry.arguments
    words = reading.rest if asked.get("participant") else reading.words
    theirs_alone = bool(asked.get("participant")) and asked.get("participant") == reading.about
    words = () if theirs_alone else words
    wanted = {target.id for target in reading.targets}
    theirs = _of_their_relative(asked.get("name"), reading)
    meant = _meant(entry) if reading.kind in _OF_PEOPLE and not theirs else frozenset()
    resolved = _meant(entry)
    for row in rows:
        key = (kind, str(row.get("occurrence") or row.get("id")))
        if kind == "contact" and key[1] not in resolved and _owns_the_relative(row, reading):
            continue
        named = str(row.get("id")) in meant
        sure = named or str(row.get("id")) in wanted or (bool(asked.get("name")) and not theirs)
        held = 1.0 if sure else held_share(words, reading, record_text(row, kind))
        held = max(held, SAME_TIME) if asked.get("action") == "by_range" else held
        if no_birthday(row, kind, reading):
            continue
        if kind in {"event", "todo"} and reading.filters and not kept_by_filters(row, record_text(row, kind), reading):
            continue
        item = Item(
            kind, row, held if sure else held * timeliness(row, reading), needed=needed_share(reading), named=named
        )
        item = replace(item, with_them=theirs_alone and kind == "event")
        earlier = found.get(key)
        if earlier is not None and item.with_them:
            found[key] = earlier = replace(earlier, with_them=True)
        if earlier is None or earlier.hit or (earlier.share, earlier.named) < (item.share, item.named):
            found[key] = item


def _of_their_relative(name: object, reading: Reading) -> bool:
    """Whether somebody was looked up by name whose relative is asked for: of "Rocío's father" she is not the one."""
    related = reading.relative if reading.kind in _OF_PEOPLE else None
    return related is not None and not related.pronoun and bool(name) and name != related.phrase


def _owns_the_relative(row: Mapping[str, Any], reading: Reading) -> bool:
    """Whether a contact is only whose relative is asked for, and was found by the words of it: of "Kiko's wife", where
    nobody knows her, Kiko is not the one."""
    related = reading.relative if reading.kind in _OF_PEOPLE else None
    if related is None or related.pronoun:
        return False
    first = next(iter(tokens(str(row.get("display_name") or row.get("name") or row.get("title") or ""))), "")
    return bool(first) and first in tokens(related.phrase)


def _meant(entry: LedgerEntry) -> frozenset[str]:
    """Who the words of a look-up mean for sure, in whatever script or by whatever name they are noted."""
    ids = entry.data.get("meant")
    return frozenset(str(one) for one in ids) if isinstance(ids, list | tuple) else frozenset()


def _add_hits(found: dict[tuple[str, str], Item], rows: Iterable[Mapping[str, Any]], reading: Reading) -> None:
    question = normalize(reading.line.raw)
    for rank, one in enumerate(rows):
        row = one
        key = (str(row.get("kind") or "message"), str(row.get("part_id") or row.get("id")))
        own_question = question and normalize(str(row.get("text") or row.get("snippet") or "")).strip(" ?") == question
        if row.get("origin") == _AGENT or own_question or only_asked(row):
            continue
        if key[0] == "contact" and _owns_the_relative(row, reading):
            continue
        if key[0] == "event" and str(row.get("text") or "").startswith(_CANCELLED):
            if not _ASKS_CANCELLED.search(reading.line.low):
                continue
            row = {**row, "status": "cancelled"}
        if reading.filters and key[0] == "event" and not kept_by_filters(row, text_of_hit(row), reading):
            continue
        weight, needed = worth_of_hit(row, reading)
        tells = key[0] in TEXTS and needed < NEVER
        told = telling_sentence(reading.words, row, reading.value, question=reading.line.low) if tells else None
        if told is not None:
            sure = _CALLED if told.called and weight > 0 else 0.0  # "term: …" says that it is what was asked for
            weight, needed = min(1.0, max(weight, told.about) + sure), min(needed, RELEVANT)
        if reading.kind is Kind.SAID and reading.who and not spoken_by(row, reading.who):
            # Somebody else's words that name the person are worth less than the person's own.
            weight *= 0.8 if mentions(text_of_hit(row), reading.who) else 0.4
        timely = 1.0 if reading.ahead and row.get("kind") == "message" else timeliness(row, reading)
        needed = needed if timely == 1.0 else max(needed, RELEVANT)
        item = Item(key[0], row, weight * timely, hit=True, needed=needed, rank=rank)
        item = replace(item, telling=told.sentence, tells=told.held) if told is not None else item
        earlier = found.get(key)
        if earlier is None or (earlier.hit and not earlier.relevant and item.relevant):
            found[key] = item


def _total(total: int | None, entry: LedgerEntry, reading: Reading) -> int | None:
    """A tool's count is the answer where it counted what was asked for."""
    value = entry.data.get("total")
    if not isinstance(value, int) or isinstance(value, bool):
        return total
    tool = {"todo": "get_todos", "contact": "get_contacts", "place": "get_places"}.get(
        reading.thing or "", "get_events"
    )
    return value if entry.tool == tool and (total is None or value > total) else total


def _people(data: Mapping[str, Any]) -> tuple[tuple[str, int], ...]:
    rows = rows_of(data.get("by_person"))
    return tuple((str(row.get("name") or ""), int(row.get("count") or 0)) for row in rows if row.get("name"))


def _conflicts(ledger: Sequence[LedgerEntry]) -> tuple[tuple[str, str, str, str], ...]:
    rows = [row for entry in ledger if entry.tool == "get_events" for row in rows_of(entry.data.get("conflicts"))]
    pairs = [(row.get("first"), row.get("second")) for row in rows]
    return tuple(
        (str(one.get("title")), str(one.get("when")), str(other.get("title")), str(other.get("when")))
        for one, other in pairs
        if isinstance(one, Mapping) and isinstance(other, Mapping)
    )


def _twins(ledger: Sequence[LedgerEntry]) -> tuple[tuple[str, str, str], ...] | None:
    for entry in ledger:
        if entry.tool == "get_contacts" and entry.outcome == "done" and "duplicates" in entry.data:
            pairs = [(row.get("names"), row.get("why")) for row in rows_of(entry.data["duplicates"])]
            return tuple((str(two[0]), str(two[1]), str(why)) for two, why in pairs if isinstance(two, list | tuple))
    return None


def _span(data: Mapping[str, Any]) -> tuple[str, str] | None:
    value = data.get("range")
    if not isinstance(value, Mapping):
        return None
    since, until = value.get("since"), value.get("until")
    return (str(since), str(until)) if since and until else None
