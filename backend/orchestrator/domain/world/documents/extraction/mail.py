"""What does a mail say? Who wrote it to whom, its text, and what hangs on it (named, not opened)."""

import email
import email.policy
from email.message import EmailMessage
from typing import Any

from orchestrator.domain.world.documents.extraction.reading import Reading, Unreadable
from orchestrator.domain.world.documents.extraction.web import HIDDEN, page_of

_HEADERS = ("From", "To", "Cc", "Date", "Subject")
_MOST_ATTACHMENTS = 100


def read(path: str, reading: Reading) -> None:
    """Its headers, body and attachments' names. Raises Unreadable, Full."""
    with open(path, "rb") as file:
        message = email.message_from_binary_file(file, policy=email.policy.default)
    if not isinstance(message, EmailMessage) or not message.keys():
        raise Unreadable("It is damaged: it can't be read as a mail.")
    reading.by = "email"
    reading.title = _header(message, "Subject") or None
    lines = [f"{name}: {value}" for name in _HEADERS if (value := _header(message, name))]
    reading.add("\n".join(lines), section="Headers")
    reading.add(_body(message, reading), section="Message")
    names = [_name(part) for part in list(message.iter_attachments())[:_MOST_ATTACHMENTS]]
    if names:
        reading.add("Attachments: " + "; ".join(names), section="Attachments")
        reading.tell(f"It has {len(names)} attachments, which were not opened; upload them to have them read.")


def _header(message: EmailMessage, name: str) -> str:
    try:
        return str(message.get(name) or "").strip()
    except (ValueError, IndexError, AttributeError):  # the standard library's parser of malformed headers
        return ""


def _body(message: EmailMessage, reading: Reading) -> str:
    plain = message.get_body(preferencelist=("plain",))
    if plain is not None and (text := _content(plain)).strip():
        return text
    page = message.get_body(preferencelist=("html",))
    if page is None:
        return ""
    data: Any = page.get_payload(decode=True)
    shown = page_of(data or b"")
    if shown.unseen:
        reading.tell(HIDDEN)
    return shown.text


def _content(part: Any) -> str:
    try:
        return str(part.get_content())
    except (LookupError, ValueError, KeyError):  # a charset that nobody knows
        payload = part.get_payload(decode=True)
        return payload.decode("utf-8", errors="replace") if isinstance(payload, bytes) else ""


def _name(part: Any) -> str:
    try:
        name = part.get_filename()
    except (ValueError, LookupError):
        name = None
    return f"{name or 'without a name'} ({part.get_content_type()})"
