"""A small world of rows in the shapes of the tools, and a loop that lets the reader ask it as a controller would."""
# ruff: noqa: E501

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from orchestrator.language.text.normalize import normalize, stems
from orchestrator.language.time import resolve_range
from orchestrator.llm.messages import ChatReply, ChatRequest, LedgerEntry, ToolCall, ToolSchema, TurnFacts
from orchestrator.reader.model import reply

NOW = datetime.fromisoformat("2026-11-21T11:00:00")  # a Saturday
ZONE = "America/Sao_Paulo"
WRITES = (
    "events_create",
    "events_update",
    "events_delete",
    "todos_create",
    "todos_complete",
    "todos_update",
    "contacts_create",
    "notes_add",
    "remove_item",
    "erase_item",
)
READS = (
    "search_memories",
    "get_events",
    "get_contacts",
    "get_places",
    "get_todos",
    "resolve_contacts",
    "resolve_place",
    "get_meeting_speakers",
    "get_event_photos",
)


def _schema(name: str) -> ToolSchema:
    return ToolSchema(name, "", {"type": "object", "properties": {}}, "write" if name in WRITES else "read")


READ_TOOLS = tuple(_schema(name) for name in READS)
ALL_TOOLS = tuple(_schema(name) for name in (*READS, *WRITES))


def event(
    key: str, title: str, start: str, end: str, people: Sequence[str] = (), place: str = "", **more: Any
) -> dict[str, Any]:
    return {
        "id": key, "title": title, "start_at": start, "end_at": end, "timezone": ZONE, "all_day": False,
        "location_text": place or None, "place": None, "status": "confirmed", "description": None, "origin": "own_data",
        "participants": [{"contact_id": None, "name": name} for name in people], **more,
    }  # fmt: skip


def message(key: str, thread: str, speaker: str, text: str, at: str, origin: str = "third_party") -> dict[str, Any]:
    return {
        "kind": "message", "id": key, "title": thread, "snippet": text[:200], "text": text, "at": at, "origin": origin,
        "speaker": speaker, "thread_id": thread,
    }  # fmt: skip


EVENTS = [
    event("e1", "Dentist", "2026-11-27T10:00:00", "2026-11-27T11:00:00", place="Clínica Central"),
    event("e2", "Dentist", "2026-05-04T09:00:00", "2026-05-04T10:00:00", place="Clínica Central"),
    event(
        "e3", "Lunch with Ana", "2026-11-22T12:30:00", "2026-11-22T14:00:00", ["Ana Souza", "Pedro Lima"], "Bistrô Azul"
    ),
    event("e4", "Reunião de orçamento", "2026-11-23T15:00:00", "2026-11-23T16:30:00", ["Carla Dias"], "Sala 4"),
    event("e5", "Budget review", "2026-10-12T15:00:00", "2026-10-12T16:00:00", ["Ana Souza"]),
    event("e6", "Yoga", "2026-11-24T07:00:00", "2026-11-24T08:00:00"),
    event("e7", "Concierto de Rosalía", "2026-12-05T21:00:00", "2026-12-05T23:30:00", ["Lucía"], "Palacio Vistalegre"),
    event("e8", "Flight to Lisbon", "2026-12-20T22:00:00", "2026-12-21T10:00:00", place="GRU", origin="third_party"),
]
TODOS = [
    {"id": "t1", "title": "Buy milk", "notes": None, "due_at": None, "timezone": ZONE, "done_at": None, "priority": None},
    {"id": "t2", "title": "Pay the rent", "notes": None, "due_at": "2026-11-20T18:00:00", "timezone": ZONE, "done_at": None, "priority": 1},
    {"id": "t3", "title": "Comprar pão", "notes": None, "due_at": "2026-11-23T00:00:00", "timezone": ZONE, "done_at": None, "priority": None},
    {"id": "t4", "title": "Renew the passport", "notes": None, "due_at": None, "timezone": ZONE, "done_at": "2026-11-10T12:00:00", "priority": None},
]  # fmt: skip
CONTACTS = [
    {
        "id": "c1", "display_name": "Ana Souza", "aliases": [], "nicknames": ["Aninha"], "emails": ["ana@example.com"],
        "phones": ["+55 11 91234-5678"], "organization": "Acme", "title": "Engineer", "birthday": "1990-03-14",
        "groups": ["friends"], "relationships": [{"name": "Pedro Lima", "label": "Husband"}],
        "places": [{"name": "Rua das Flores 12", "label": "home"}], "notes": None,
    },
    {
        "id": "c2", "display_name": "Maria Silva", "aliases": [], "nicknames": [], "emails": [], "phones": ["+351 912 345 678"],
        "organization": "", "title": "", "birthday": None, "groups": [], "relationships": [{"name": "me", "label": "Sister"}],
        "places": [], "notes": None,
    },
    {
        "id": "c3", "display_name": "Pedro Lima", "aliases": [], "nicknames": [], "emails": ["pedro@example.com"], "phones": [],
        "organization": "", "title": "", "birthday": "1988-12-02", "groups": [], "relationships": [],
        "places": [{"name": "Rua das Flores 12", "label": "home"}], "notes": None,
    },
]  # fmt: skip
PLACES = [
    {
        "id": "p1",
        "name": "Clínica Central",
        "aliases": [],
        "category": "clinic",
        "address": "Av. Paulista 900",
        "description": None,
    }
]
MESSAGES = [
    message("m1", "Trip", "Ana Souza", "The hotel in Lisbon has a pool, I loved it.", "2026-05-03T18:00:00"),
    message("m2", "Trip", "Pedro Lima", "The flight to Lisbon leaves at ten in the evening.", "2026-05-04T09:00:00"),
    message("m3", "Família", "Maria Silva", "A mãe disse que a cirurgia correu bem.", "2026-06-01T20:00:00"),
    message("m4", "Piso", "Lucía", "El casero quiere subir el alquiler en enero.", "2026-09-15T10:00:00"),
    message("m5", "Notes", "user", "I parked the car on level three.", "2026-11-20T08:00:00", "user"),
    message("m6", "Notes", "assistant", "Your dentist is on Friday.", "2026-11-19T08:00:00", "agent"),
]


def _held(words: str, text: str) -> int:
    have = {form for forms in stems(text) for form in forms}
    return sum(1 for forms in stems(words) if have.intersection(forms))


def _matching(rows: list[Any], query: str, text: Any) -> list[Any]:
    scored = [(_held(query, text(row)), row) for row in rows]
    return [row for score, row in sorted(scored, key=lambda pair: -pair[0]) if score]


def _event_text(row: Mapping[str, Any]) -> str:
    return " ".join([row["title"], row["location_text"] or "", *(one["name"] for one in row["participants"])])


def _span(arguments: Mapping[str, Any], locale: str) -> tuple[str, str] | None:
    if arguments.get("when"):
        found = resolve_range(arguments["when"], now=NOW, zone=ZONE, locale=locale)
        return (found[0].isoformat(), found[1].isoformat()) if found else None
    since, until = arguments.get("since"), arguments.get("until")
    return (since or "1900-01-01T00:00:00", until or "9999-01-01T00:00:00") if since or until else None


def get_events(arguments: Mapping[str, Any], locale: str) -> dict[str, Any]:
    rows, span, action = list(EVENTS), _span(arguments, locale), arguments["action"]
    if action == "by_ids":
        rows = [row for row in rows if row["id"] in arguments["ids"]]
    if arguments.get("participant"):
        asked = normalize(arguments["participant"])
        rows = [row for row in rows if any(asked in normalize(one["name"]) for one in row["participants"])]
    if span:
        rows = [row for row in rows if row["start_at"] < span[1] and row["end_at"] > span[0]]
    if action == "next":
        rows = [row for row in rows if row["end_at"] >= NOW.isoformat()]
    rows = sorted(rows, key=lambda row: row["start_at"])
    if arguments.get("query"):
        rows = _matching(rows, arguments["query"], _event_text)
    people: dict[str, int] = {}
    for row in rows:
        for one in row["participants"]:
            people[one["name"]] = people.get(one["name"], 0) + 1
    by_person = [
        {"contact_id": None, "name": name, "count": count}
        for name, count in sorted(people.items(), key=lambda pair: -pair[1])
    ]
    return {
        "events": rows[: arguments.get("limit", 20)],
        "total": len(rows),
        "range": {"since": span[0], "until": span[1]} if span else None,
        **({"by_person": by_person} if action == "most" else {}),
        **(
            {"busy": [{"start_at": row["start_at"], "end_at": row["end_at"]} for row in rows]}
            if action == "free"
            else {}
        ),
    }


def get_todos(arguments: Mapping[str, Any], locale: str) -> dict[str, Any]:
    status = arguments["status"]
    rows = [row for row in TODOS if status == "all" or (status == "done") == bool(row["done_at"])]
    if status == "overdue":
        rows = [row for row in rows if row["due_at"] and row["due_at"] < NOW.isoformat()]
    if span := _span(arguments, locale):
        rows = [row for row in rows if row["due_at"] and span[0] <= row["due_at"] < span[1]]
    if arguments.get("query"):
        rows = _matching(rows, arguments["query"], lambda row: row["title"])
    return {"todos": rows, "total": len(rows)}


def get_contacts(arguments: Mapping[str, Any], _locale: str) -> dict[str, Any]:
    rows = list(CONTACTS)
    if arguments.get("ids"):
        rows = [row for row in rows if row["id"] in arguments["ids"]]
    if arguments.get("name"):
        asked = normalize(arguments["name"])
        rows = [
            row for row in rows if any(asked in normalize(name) for name in (row["display_name"], *row["nicknames"]))
        ]
    if arguments.get("query"):
        rows = _matching(
            rows,
            arguments["query"],
            lambda row: " ".join(
                [row["display_name"], row["organization"], *row["nicknames"],
                 *(f"{one['name']} {one['label']}" for key in ("relationships", "places") for one in row[key])]
            ),
        )  # fmt: skip
    meant = [row["id"] for row in rows] if arguments.get("name") and len(rows) == 1 else []
    return {"contacts": rows, "total": len(rows), **({"meant": meant} if meant else {})}


def get_places(arguments: Mapping[str, Any], _locale: str) -> dict[str, Any]:
    rows = [row for row in PLACES if not arguments.get("ids") or row["id"] in arguments["ids"]]
    if arguments.get("query"):
        rows = _matching(rows, arguments["query"], lambda row: f"{row['name']} {row['category']}")
    return {"places": rows, "total": len(rows)}


def search(arguments: Mapping[str, Any], locale: str) -> dict[str, Any]:
    rows = list(MESSAGES)
    if not arguments.get("kinds") or "event" in arguments["kinds"]:
        rows += [
            {"kind": "event", "id": row["id"], "title": row["title"], "snippet": row["title"], "text": _event_text(row),
             "at": row["start_at"], "origin": "own_data", "speaker": None, "thread_id": None}
            for row in EVENTS
        ]  # fmt: skip
    if arguments.get("speaker"):
        rows = [row for row in rows if normalize(arguments["speaker"]) in normalize(row["speaker"] or "")]
    span = _span(arguments, locale)
    if span:
        rows = [row for row in rows if span[0] <= row["at"] < span[1]]
    rows = _matching(
        rows, arguments.get("query", ""), lambda row: f"{row['title']} {row['text']} {row['speaker'] or ''}"
    )
    return {"hits": rows[: arguments.get("limit", 8)], "since": span and span[0], "until": span and span[1]}


RECORDED: tuple[dict[str, Any], ...] = (
    {"title": "Boat review", "at": "2027-03-02T10:00:00", "speakers": ["Ana Souza", "Rui"], "unnamed": 1},
    {"title": "Stand-up", "at": "2027-03-01T09:00:00", "speakers": ["Pedro"], "unnamed": 0},
    {
        "title": "Harbour hour",
        "at": "2027-02-01T09:00:00",
        "speakers": ["Pedro", "Ana"],
        "unnamed": 0,
        "seconds": [3730.0, 42.4],
    },
)


def get_meeting_speakers(arguments: Mapping[str, Any], _locale: str) -> dict[str, Any]:
    rows = list(RECORDED)
    if arguments.get("query"):
        rows = _matching(rows, arguments["query"], lambda row: str(row["title"]))
    return {"meetings": rows if arguments.get("query") else rows[:1]}


PHOTOGRAPHED: tuple[dict[str, Any], ...] = (
    {"id": "p1", "title": "Regatta", "at": "2026-08-02T10:00:00", "photos": 3, "people": ["Ana Souza", "Rui"]},
    {"id": "p2", "title": "Picnic", "at": "2026-07-02T10:00:00", "photos": 1, "people": []},
    {"id": "p3", "title": "Dentist", "at": "2026-07-01T10:00:00", "photos": 0, "people": []},
)


def get_event_photos(arguments: Mapping[str, Any], _locale: str) -> dict[str, Any]:
    rows = list(PHOTOGRAPHED)
    if arguments.get("query"):
        return {"events": _matching(rows, arguments["query"], lambda row: str(row["title"]))}
    return {"events": rows[:1]}


_HANDLERS = {
    "get_events": get_events, "get_todos": get_todos, "get_contacts": get_contacts, "get_places": get_places,
    "search_memories": search, "get_meeting_speakers": get_meeting_speakers,
    "get_event_photos": get_event_photos,
}  # fmt: skip


def execute(call: ToolCall, locale: str) -> LedgerEntry:
    """What the controller would put into the ledger."""
    assert isinstance(call.arguments, Mapping)
    if call.name in WRITES:
        summary = f"{call.name} {dict(call.arguments)}"
        data = {"preview_id": "v1", "title": summary, "summary": summary, "arguments": dict(call.arguments)}
        return LedgerEntry(call.name, call.arguments, "write", "waiting", summary, data)
    data = _HANDLERS[call.name](call.arguments, locale)
    empty = not any(data.get(key) for key in ("events", "todos", "contacts", "places", "hits", "meetings"))
    return LedgerEntry(call.name, call.arguments, "read", "done", f"{call.name}: {len(str(data))}", data, empty=empty)


@dataclass
class Turn:
    """What the reader did and said in one turn."""

    text: str = ""
    calls: list[ToolCall] = field(default_factory=list)
    ledger: tuple[LedgerEntry, ...] = ()
    rounds: int = 0
    understood: bool = True
    """Whether every reply of it was to a message that was understood whole."""

    @property
    def writes(self) -> list[tuple[str, dict[str, Any]]]:
        return [(call.name, dict(call.arguments)) for call in self.calls if call.name in WRITES]  # type: ignore[arg-type]

    @property
    def reads(self) -> list[tuple[str, dict[str, Any]]]:
        return [(call.name, dict(call.arguments)) for call in self.calls if call.name not in WRITES]  # type: ignore[arg-type]


def facts(question: str, **more: Any) -> TurnFacts:
    given = {"locale": "en-GB", "tools": ALL_TOOLS, **more}
    return TurnFacts(question, NOW, ZONE, purpose=given.pop("purpose", "turn"), **given)


def one(question: str, **more: Any) -> ChatReply:
    """One call of the reader."""
    made = facts(question, **more)
    return reply(ChatRequest((), made.purpose, facts=made))


def ask(question: str, **more: Any) -> Turn:
    """A whole turn: calls executed in the small world until there is a text."""
    turn = Turn()
    ledger: tuple[LedgerEntry, ...] = tuple(more.pop("ledger", ()))
    locale = more.get("locale", "en-GB")
    for _ in range(8):
        turn.rounds += 1
        said = one(question, ledger=ledger, **more)
        turn.understood = turn.understood and said.understood
        if not said.tool_calls:
            turn.text, turn.ledger = said.text, ledger
            return turn
        turn.calls += said.tool_calls
        ledger = (*ledger, *(execute(call, locale) for call in said.tool_calls))
    raise AssertionError(f"no answer to {question!r} after {turn.rounds} rounds: {turn.calls}")
