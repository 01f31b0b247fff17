"""By which doors does text come in, and what does a stranger, a client or a third party's file send through each?

Every operation of the OpenAPI with each of its text fields, every query parameter, and by hand what no schema tells:
files, archives, tools of `/mcp`, commands, headers.
"""

import io
import json
import zipfile
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from tests.attack.fields import distinct, fields, fields_of_example
from tests.attack.shapes import BY_NAME, Shape
from tests.support.openapi import Operation, operations

NOT_ATTACKED = (
    "/system/jobs",
    "/tokens",
    "/users",
    "/auth/pair",
    "/auth/link",
    "/push",
    "/import",
    "/connections",
    "/mobile/devices",
    "/mcp",
)
"""What starts other work, changes who may come in, or asks other servers."""
FEW_PARTS = 60
QUESTION = 10_000
QUERY = 2_000
FILE = 64_000
SEGMENT = 99_000
SPOKEN = 20_000
GPX = 'xmlns="http://www.topografix.com/GPX/1/1"'
COMMANDS = ("/event ", "/contact ", "/event dinner with ", "/contact Ana ", "/mission ")
LOCALES = ("en-US", "pt-BR", "es-ES")


@dataclass(frozen=True)
class Request:
    """What is sent; `how` goes to httpx. `what` tells it in a report."""

    method: str
    path: str
    what: str
    how: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True)
class Door:
    """One way in. `works`: it leaves work to the background, which belongs to it."""

    name: str
    requests: tuple[Request, ...]
    works: bool = False


def json_of(body: Any) -> dict[str, Any]:
    """A JSON body, as a client writes it that knows nothing of surrogates."""
    return {"content": json.dumps(body).encode(), "headers": {"content-type": "application/json"}}


def short(shape: Shape) -> str:
    """What an exponential pattern needs, and no more."""
    return shape.of(len(shape.beginning) + FEW_PARTS * len(shape.part) + len(shape.end))


def sendable(text: str) -> str:
    """Without lone surrogates, for what is no JSON."""
    return text.encode("utf-8", "replace").decode()


# Questions


def questions(shapes: Sequence[Shape], limit: int = QUESTION) -> Iterator[Door]:
    """`/ask`, its stream, the OpenAI door, commands and the answers to them."""
    texts = [(shape, text) for shape in shapes for text in (short(shape), shape.of(limit))]
    yield Door("/ask", tuple(_ask("/ask", shape, text) for shape, text in texts))
    yield Door("/ask/stream", tuple(_ask("/ask/stream", shape, short(shape)) for shape in shapes))
    for command in COMMANDS:
        asked = tuple(_ask("/ask", shape, command + text[: limit - 30]) for shape, text in texts)
        yield Door(f"/ask {command.strip()}", asked)
    completions = tuple(
        Request("POST", "/v1/chat/completions", shape.name, json_of(_completion(text))) for shape, text in texts
    )
    yield Door("/v1/chat/completions", completions)


def _ask(path: str, shape: Shape, text: str) -> Request:
    locale = LOCALES[sum(map(ord, shape.name)) % len(LOCALES)]
    body = {"question": text, "client_context": {"timezone": "Europe/Lisbon", "locale": locale}}
    return Request("POST", path, f"{shape.name}, {len(text)}", json_of(body))


def _completion(text: str) -> Any:
    return {"model": "main", "messages": [{"role": "system", "content": text}, {"role": "user", "content": text}]}


# What the OpenAPI tells


def bodies(document: Mapping[str, Any], ids: Mapping[str, str], shapes_of: "ShapesOf") -> Iterator[Door]:
    """Each writing operation: one field after the other is filled."""
    schemas = document["components"]["schemas"]
    for operation in operations(dict(document)):
        if not operation.takes_body or operation.path.startswith((*NOT_ATTACKED, "/ask", "/v1")):
            continue
        told = document["paths"][operation.path][operation.method.lower()]
        schema = told["requestBody"]["content"]["application/json"]["schema"]
        path = path_of(operation, ids)
        sent = tuple(
            Request(operation.method, path, f"{place}: {shape.name}", json_of(place.put(operation.example, text)))
            for place in distinct(fields(schema, schemas)) or distinct(fields_of_example(operation.example))
            for shape in shapes_of(f"{operation.path} {place}")
            for text in {short(shape)[: place.longest], shape.of(place.longest)[: place.longest]}
        )
        if sent:
            yield Door(f"{operation.method} {operation.path}", sent, works=operation.path.startswith("/ingest"))


def queries(document: Mapping[str, Any], ids: Mapping[str, str], shapes_of: "ShapesOf") -> Iterator[Door]:
    """Each reading operation: one parameter after the other is filled."""
    for operation in operations(dict(document)):
        if operation.method != "GET" or operation.path.startswith(NOT_ATTACKED):
            continue
        told = document["paths"][operation.path]["get"].get("parameters", ())
        path = path_of(operation, ids)
        sent = tuple(
            Request("GET", path, f"{one['name']}: {shape.name}", {"params": {one["name"]: sendable(shape.of(longest))}})
            for one in told
            if one["in"] == "query" and "string" in json.dumps(one["schema"])
            for longest in [min([*(place.longest for place in fields(one["schema"], {})), QUERY])]
            for shape in shapes_of(f"{operation.path} {one['name']}")
        )
        if sent:
            yield Door(f"GET {operation.path}", sent)


def path_of(operation: Operation, ids: Mapping[str, str]) -> str:
    """The path with ids of things that are there."""
    path = operation.path
    mine = ids.get("/" + path.split("/")[1], "0192f5a0-0000-7000-8000-000000000000")
    for name in operation.parameters:
        path = path.replace(f"{{{name}}}", mine)
    return path


ShapesOf = Callable[[str], Sequence[Shape]]
"""Which shapes a place is given, by its name."""


# Files of others


CALENDAR = (
    "BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:x\r\nBEGIN:VEVENT\r\nUID:{uid}\r\nDTSTART:20270101T100000Z\r\n"
    "DTEND:20270101T110000Z\r\nSUMMARY:x\r\n{line}\r\nEND:VEVENT\r\nEND:VCALENDAR\r\n"
)
CALENDAR_LINES = (
    "SUMMARY:{}", "DESCRIPTION:{}", "LOCATION:{}", "RRULE:{}", "EXDATE{}", "RDATE;{}", "ATTENDEE;CN={}:mailto:a@a.a",
    "ATTENDEE:{}", "DTSTART;TZID={}:20270101T100000", "X-A;{}:1", "{}", "CATEGORIES:{}", "URL:{}",
)  # fmt: skip
CARD = "BEGIN:VCARD\r\nVERSION:4.0\r\nFN:Ana Reis {uid}\r\n{line}\r\nEND:VCARD\r\n"
CARD_LINES = (
    "N:{};;;;", "NOTE:{}", "TEL;TYPE={}:+351 912 345 678", "TEL:{}", "EMAIL:{}", "ADR:;;{};;;;",
    "RELATED;TYPE=friend:{}",
    "BDAY:{}", "CATEGORIES:{}", "ORG:{}", "X-A;{}:1", "URL:{}",
)  # fmt: skip


def calendars(shapes: Sequence[Shape]) -> Iterator[Door]:
    """`/ingest/ics`, `/ingest/vcard` and an event's own recurrence."""
    for path, whole, lines, kind in (
        ("/ingest/ics", CALENDAR, CALENDAR_LINES, "text/calendar"),
        ("/ingest/vcard", CARD, CARD_LINES, "text/vcard"),
    ):
        sent = []
        for number, line in enumerate(lines):
            for shape in shapes:
                for text in (short(shape), shape.of(FILE)):
                    said = " ".join(sendable(text).splitlines()) if shape.part.strip() else sendable(text).strip("\r\n")
                    body = whole.format(uid=f"{number}{shape.name}{len(text)}", line=line.format(said)).encode()
                    how = {"content": body, "headers": {"content-type": kind}}
                    sent.append(Request("POST", path, f"{line[:12]} {shape.name}", how))
        yield Door(f"POST {path}", tuple(sent))
    recurrences = []
    for shape in shapes:
        for text in (short(shape), shape.of(2_000), "EXDATE" + ';"xxx"' * 60 + "z", "RRULE:" + short(shape)):
            body = {"title": "x", "start_at": "2027-03-05T10:00", "recurrence": [text[:2_000]]}
            recurrences.append(Request("POST", "/events", f"recurrence {shape.name}", json_of(body)))
    yield Door("POST /events recurrence", tuple(recurrences))


def papers(shapes: Sequence[Shape]) -> Iterator[Door]:
    """`/documents`: the same words as a page, a mail, plain text, Markdown, a table and a PDF."""
    made: tuple[tuple[str, Callable[[str], bytes]], ...] = (
        ("page.html", lambda text: f"<!doctype html><html><body><p>Hello</p>{text}</body></html>".encode()),
        ("bare.html", lambda text: text.encode()),
        ("mail.eml", _mail),
        ("subject.eml", lambda text: b"From: a@a.a\r\nSubject: " + " ".join(text.split()).encode() + b"\r\n\r\nHi\r\n"),
        ("plain.txt", lambda text: text.encode()),
        ("notes.md", lambda text: f"# {text}\n{text}".encode()),
        ("table.csv", lambda text: f"a,b\n{text},1\n".encode()),
        ("data.json", lambda text: text.encode()),
        ("page.pdf", _pdf),
    )
    for name, make in made:
        sent = []
        for shape in shapes:
            for text in (short(shape), shape.of(FILE)):
                content = make(sendable(text))
                files = {"file": (f"{shape.name} {len(text)} {name}", content)}
                sent.append(Request("POST", "/documents", shape.name, {"files": files}))
        yield Door(f"POST /documents {name}", tuple(sent), works=True)


def _mail(text: str) -> bytes:
    head = b"From: Ana <ana@a.a>\r\nTo: b@a.a\r\nSubject: x\r\nContent-Type: text/html; charset=utf-8\r\n\r\n"
    return head + text.encode()


def _pdf(text: str) -> bytes:
    from reportlab.pdfgen import canvas  # noqa: PLC0415  (slow to import, and for this alone)

    made = io.BytesIO()
    paper = canvas.Canvas(made, invariant=1)
    for page in range(0, min(len(text), 8_000), 2_000):
        for row in range(0, 2_000, 100):
            paper.drawString(
                40, 800 - row // 3, text[page + row : page + row + 100].encode("latin-1", "replace").decode("latin-1")
            )
        paper.showPage()
    paper.save()
    return made.getvalue()


def talks(shapes: Sequence[Shape]) -> Iterator[Door]:
    """Meetings, conversations, notes and tracks of others."""
    meetings = []
    for shape in shapes:
        segments = [
            {"start_s": 10 * at, "end_s": 10 * at + 9, "speaker": f"S{at}", "text": shape.of(SEGMENT)}
            for at in range(3)
        ]
        body = {"meeting_id": shape.name, "title": "x", "segments": segments}
        meetings.append(Request("POST", "/ingest/meetings/transcript", shape.name, json_of(body)))
    yield Door("POST /ingest/meetings/transcript, three of 99,000", tuple(meetings), works=True)
    said = []
    for shape in shapes:
        messages = [
            {"external_id": str(at), "speaker": who, "text": shape.of(SPOKEN), "at": f"2026-03-02T08:0{at}:00Z"}
            for at, who in enumerate(("me", "Ana"))
        ]
        said.append({"source": "x", "external_id": shape.name, "title": "x", "messages": messages})
    yield Door(
        "POST /ingest/conversation",
        tuple(Request("POST", "/ingest/conversation", one["external_id"], json_of([one])) for one in said),
        works=True,
    )
    tracks = []
    for shape in shapes:
        name = sendable(shape.of(FILE)).replace("&", " ").replace("<", " ")
        for time in ("2026-03-02T08:00:00Z", name):
            point = f'<trkseg><trkpt lat="1" lon="1"><time>{time}</time></trkpt></trkseg>'
            place = f'<wpt lat="1" lon="1"><name>{name}</name></wpt>'
            track = f'<gpx version="1.1" {GPX}>{place}<trk><name>{name}</name>{point}</trk></gpx>'
            how = {"content": track.encode(), "headers": {"content-type": "application/gpx+xml"}}
            tracks.append(Request("POST", "/ingest/gpx", shape.name, how))
    yield Door("POST /ingest/gpx", tuple(tracks))


def archives(shapes: Sequence[Shape]) -> Iterator[Door]:
    """`/import`: a bundle whose parts are hostile."""
    sent = []
    for shape in shapes:
        for part in ("manifest.json", "notes.jsonl", "events.jsonl"):
            made = io.BytesIO()
            with zipfile.ZipFile(made, "w", zipfile.ZIP_DEFLATED) as bundle:
                bundle.writestr(part, sendable(shape.of(FILE)))
            how = {"content": made.getvalue(), "headers": {"content-type": "application/zip"}}
            sent.append(Request("POST", "/import", f"{part} {shape.name}", how))
    yield Door("POST /import", tuple(sent), works=True)


# Agents from outside, headers


def tools(listed: Sequence[Mapping[str, Any]], headers: Mapping[str, str], shapes_of: ShapesOf) -> Iterator[Door]:
    """`tools/call` of each tool, one text argument after the other."""
    for tool in listed:
        schema = tool["inputSchema"]
        least = {name: _least(schema["properties"][name]) for name in schema.get("required", ())}
        sent = []
        for place in distinct(fields(schema, schema.get("$defs", {}))):
            for shape in shapes_of(f"{tool['name']} {place}"):
                for text in {short(shape)[: place.longest], shape.of(min(place.longest, 20_000))}:
                    arguments = place.put(least, text)
                    body = {"jsonrpc": "2.0", "id": 1, "method": "tools/call"}
                    how = json_of({**body, "params": {"name": tool["name"], "arguments": arguments}})
                    how["headers"] = {**how["headers"], **headers}
                    sent.append(Request("POST", "/mcp", f"{place}: {shape.name}", how))
        if sent:
            yield Door(f"/mcp {tool['name']}", tuple(sent))


def _least(schema: Mapping[str, Any]) -> Any:
    if "enum" in schema:
        return schema["enum"][0]
    kinds = {"string": "Ana", "integer": 1, "number": 1, "boolean": False, "array": [], "object": {}}
    return kinds.get(str(schema.get("type", "string")), "Ana")


HEADERS = (
    "Authorization", "Accept-Language", "Accept", "If-Match", "If-None-Match", "Range", "Content-Type", "Cookie",
    "X-Forwarded-For", "Forwarded", "X-Steward-Thread", "Idempotency-Key", "Mcp-Session-Id", "Last-Event-ID", "Origin",
    "traceparent", "Accept-Encoding", "User-Agent",
)  # fmt: skip
HEADER = 8_000


def headers(token: str, shapes_of: ShapesOf, document_id: str) -> Iterator[Door]:
    """Each header that something here or below reads, on a reading and a writing route."""
    for name in HEADERS:
        sent = []
        for shape in shapes_of(name):
            value = sendable(shape.of(HEADER)).encode("latin-1", "replace")
            value = bytes(max(byte, 32) for byte in value).strip() or b"x"
            before = {
                "Authorization": b"Bearer ",
                "Range": b"bytes=",
                "Content-Type": b"multipart/form-data; boundary=",
            }
            given = {"authorization": f"Bearer {token}".encode(), name.lower(): before.get(name, b"") + value}
            sent.append(Request("GET", f"/documents/{document_id}/content", shape.name, {"headers": given}))
            sent.append(Request("POST", "/todos", shape.name, {"headers": given, "content": b'{"title": "x"}'}))
            sent.append(Request("PATCH", "/me", shape.name, {"headers": given, "content": b"{}"}))
        yield Door(f"header {name}", tuple(sent))


GUILTY: tuple[Shape, ...] = tuple(
    BY_NAME[name]
    for name in (
        "a word", "a word with commas", "delete", "apaga", "remueve", "will", "hyphens", "a letter and a dot",
        "comments", "parameters", "capitals", "spaces", "mail-like",
    )
)  # fmt: skip
"""Those that stopped a server once; what `make test` sends."""
