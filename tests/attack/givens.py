"""What is called in its own way, because its parameters' types do not say what they mean: tasks of worker processes
with the files that they read, and what takes a library's own objects."""

import json
from collections.abc import Callable, Mapping
from typing import Any

from icalendar.prop import vText
from tests.attack import standins

from orchestrator.domain.foundation.search.text import worker as words
from orchestrator.domain.senses.locations import reading as tracks
from orchestrator.domain.senses.meetings.summary import in_worker as meetings
from orchestrator.domain.senses.meetings.summary.attendees import Participant
from orchestrator.domain.world.calendar_files import reading as calendars
from orchestrator.domain.world.calendar_files.vevent import is_following
from orchestrator.domain.world.contact_files import reading as cards
from orchestrator.domain.world.contact_files import vcard
from orchestrator.domain.world.documents.extraction import child as documents
from orchestrator.domain.world.documents.extraction.reading import Part
from orchestrator.domain.world.documents.linking import Named
from orchestrator.domain.world.documents.processing import worker as papers
from orchestrator.kit.ids import new_id
from orchestrator.worker_processes.task import Given

Call = Callable[[str], Any]
KINDS = ("text/plain", "text/markdown", "text/csv", "text/html", "message/rfc822")
EVENT = (
    "BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:x\r\nBEGIN:VEVENT\r\nUID:1\r\n"
    'DTSTART;TZID="{1}":20270101T100000\r\nSUMMARY:{0}\r\nDESCRIPTION:{0}\r\n'
    "END:VEVENT\r\nEND:VCALENDAR\r\n"
)
CARD = (
    "BEGIN:VCARD\r\nVERSION:4.0\r\nFN:{0}\r\nX-ANDROID-CUSTOM:{0}\r\nNOTE;{0}:{0}\r\nBDAY:{0}\r\n"
    "NOTE;ENCODING=QUOTED-PRINTABLE:{0}=\r\n=\r\nEND:VCARD\r\n"
)
TRACK = (
    '<gpx xmlns="http://www.topografix.com/GPX/1/1"><trk><name>{0}</name><trkseg><trkpt lat="1" lon="1">'
    "<time>{0}</time></trkpt></trkseg></trk></gpx>"
)
MAIL = "From: a@a.a\r\nTo: b@a.a\r\nSubject: {1}\r\n\r\n{0}"
AT = "20270101T100000"


def _bytes(text: str) -> bytes:
    return text.encode("utf-8", "replace")


def _line(text: str) -> str:
    return " ".join(text.split())


def _calendar(text: str) -> Any:
    data = _bytes(EVENT.format(_line(text), _line(text).replace('"', "")))
    return list(calendars.look_at(Given({"zone": "Europe/Lisbon", "lengths": [len(data)]}, data)))


def _cards(text: str) -> Any:
    data = _bytes(CARD.format(_line(text)))
    return list(cards.look_at(Given({"lengths": [len(data)]}, data)))


def _folded(text: str) -> bytes:
    """As many soft line breaks as letters, behind a name as long."""
    return b"BEGIN:VCARD\nFN;ENCODING=QUOTED-PRINTABLE;" + _bytes(_line(text).replace(":", "")) + b"=\n" * len(text)


def _track(text: str) -> Any:
    with open(standins.file_of(TRACK.format(text.replace("<", "").replace("&", ""))), "rb") as file:
        return list(tracks.look_at(Given({"device": "x"}, files=[file.fileno()])))


def _google(text: str) -> Any:
    export = json.dumps([{"startTime": text, "endTime": text, "activity": {"start": text, "end": f"geo:{text}"}}])
    with open(standins.file_of(export), "rb") as file:
        return list(tracks.look_at_google(Given({"device": "x", "after": None}, files=[file.fileno()])))


def _document(media_type: str) -> Call:
    def call(text: str) -> Any:
        whole = MAIL.format(text, _line(text)) if media_type == "message/rfc822" else text
        asked = {"path": standins.file_of(whole), "media_type": media_type, "pages": [], "with": {}}
        return list(documents.read(Given(asked)))

    return call


def _paper(text: str) -> Any:
    told = papers.told([Part(text)], [Named(new_id(), ("Ana Reis", "Rui de Castro e Melo"), ("a@a.a",))])
    return list(papers.understand(Given({"parts": 1, "title": text, "filename": text}, told)))


def _meeting(text: str) -> bytes:
    segments = [{"start_s": 0, "end_s": 9, "speaker": "Rui", "text": text}]
    return json.dumps({"meeting_id": "1", "title": "x", "segments": segments}).encode()


def _summary(text: str) -> Any:
    person = meetings.told_participant(Participant("Rui", labels=("Rui",)))
    asked = {"draft": None, "participants": [person], "user": person, "locale": "en-US", "said_at": "2026-11-20T10:00"}
    return list(meetings.summarize(Given(asked, _meeting(text))))


CALLS: Mapping[str, Mapping[str, Call]] = {
    "domain.foundation.search.text.worker:features": {
        "texts": lambda text: list(words.features(Given(data=words.told([(text, None)]))))
    },
    "domain.senses.locations.reading:look_at": {"file": _track},
    "domain.senses.locations.reading:look_at_google": {"point": _google},
    "domain.senses.meetings.summary.in_worker:read": {
        "transcript": lambda text: list(meetings.read(Given({"turns": True}, _meeting(text))))
    },
    "domain.senses.meetings.summary.in_worker:summarize": {"transcript": _summary},
    "domain.world.calendar_files.reading:look_at": {"file": _calendar},
    "domain.world.calendar_files.vevent:is_following": {
        "RANGE": lambda text: is_following(vText(AT, params={"RANGE": text}))
    },
    "domain.world.contact_files.reading:look_at": {"file": _cards},
    "domain.world.contact_files.vcard:read": {"folds": lambda text: vcard.read(_folded(text))},
    "domain.world.documents.extraction.child:read": {kind: _document(kind) for kind in KINDS},
    "domain.world.documents.processing.worker:understand": {"text": _paper},
}
"""By the function, by what the text is there."""
