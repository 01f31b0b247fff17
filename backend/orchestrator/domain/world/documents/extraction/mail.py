"""What does a mail say? Who wrote it to whom, its text, and what hangs on it (named here, taken out by `take_out`)."""

import email
import email.policy
from collections.abc import Iterator
from email.message import EmailMessage
from pathlib import Path
from typing import Any

from orchestrator.domain.world.documents.extraction.reading import Attached, Reading, Unreadable
from orchestrator.domain.world.documents.extraction.web import HIDDEN, page_of

NO_MAIL = "It is damaged: it can't be read as a mail."
MOST_ATTACHMENTS = 50
LARGEST_ATTACHMENT = 60_000_000
"""Bytes; the child may write 64 MB into one file (`confined.WRITTEN_BYTES`)."""
_HEADERS = ("From", "To", "Cc", "Date", "Subject")
_NAMED = 100
_MAIL = "message/rfc822"
HEADER_CHARACTERS = 4_000
"""Of one header: the standard library takes half a second for three times as much."""


class _Policy(email.policy.EmailPolicy):
    """The default one, of headers that are not too long to be read."""

    def header_fetch_parse(self, name: str, value: str) -> Any:
        return super().header_fetch_parse(name, value[:HEADER_CHARACTERS])


def read(path: str, reading: Reading) -> None:
    """Its headers, body and attachments' names. Raises Unreadable, Full."""
    message = _message(path)
    reading.by = "email"
    reading.title = _header(message, "Subject") or None
    lines = [f"{name}: {value}" for name in _HEADERS if (value := _header(message, name))]
    reading.add("\n".join(lines), section="Headers")
    reading.add(_body(message, reading), section="Message")
    names = [f"{_name(part) or 'without a name'} ({part.get_content_type()})" for part in _attached(message)][:_NAMED]
    if names:
        reading.add("Attachments: " + "; ".join(names), section="Attachments")


def take_out(path: str, folder: str, reading: Reading) -> None:
    """Write what hangs on the mail into the folder, each as a file that is called by its number. Raises Unreadable."""
    message = _message(path)
    reading.by = "email"
    for number, part in enumerate(_attached(message)):
        if number >= MOST_ATTACHMENTS:
            reading.tell(f"It has many attachments: only the first {MOST_ATTACHMENTS} are kept as documents.")
            return
        name = _name(part) or f"{'mail' if part.get_content_type() == _MAIL else 'attachment'} {number + 1}"
        data = _bytes(part)
        if not data.strip():
            reading.tell(f"An attachment is empty: {name}.")
        elif len(data) > LARGEST_ATTACHMENT:
            reading.tell(f"An attachment is too large to be kept: {name}.")
        else:
            (Path(folder) / str(number)).write_bytes(data)
            reading.attached.append(Attached(number, name, part.get_content_type()))


def _message(path: str) -> EmailMessage:
    """Raises Unreadable."""
    with open(path, "rb") as file:
        message = email.message_from_binary_file(file, policy=_Policy())
    if not isinstance(message, EmailMessage) or not message.keys():
        raise Unreadable(NO_MAIL)
    return message


def _attached(message: EmailMessage) -> Iterator[Any]:
    """The parts that are no body. A mail whose whole content is a file, or another mail, has that hanging on it."""
    if not message.is_multipart() and message.get_content_maintype() not in {"text", "multipart"}:
        yield message
        return
    if message.get_content_type() == _MAIL:
        yield message
        return
    try:
        yield from message.iter_attachments()
    except (AttributeError, KeyError, TypeError):  # a multipart that has no parts
        return


def _bytes(part: Any) -> bytes:
    """What the part is, decoded; of a mail its own bytes, headers and all."""
    if part.get_content_maintype() == "message":
        inner = part.get_payload()
        inner = inner[0] if isinstance(inner, list) and inner else inner
        if isinstance(inner, str):
            return inner.encode("utf-8", errors="surrogateescape")
        try:
            return bytes(inner.as_bytes(policy=email.policy.compat32))
        except (AttributeError, UnicodeError, LookupError, ValueError):
            return b""
    if part.is_multipart():
        return b"".join(_bytes(one) for one in part.iter_parts() if not one.is_multipart())
    data = part.get_payload(decode=True)
    return data if isinstance(data, bytes) else b""


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
    """What the part is called; a mail by its subject; "" where nothing says."""
    try:
        name = part.get_filename()
        if not name and part.get_content_type() == _MAIL:
            inner = part.get_payload()
            subject = str(inner[0].get("Subject") or "") if isinstance(inner, list) and inner else ""
            name = f"{' '.join(subject.split())[:100]}.eml" if subject.strip() else ""
    except (ValueError, LookupError, AttributeError):
        name = None
    return str(name or "")
