"""What kind of file is this? Told from its bytes; its name is only compared with what they say.

A file that could be several things is what its first bytes make it (a reader opens it as that and nothing else).
"""

import mmap
import struct
import zipfile
from dataclasses import dataclass
from functools import partial
from pathlib import Path, PurePosixPath
from typing import Any

import puremagic

from orchestrator.domain.world.documents.extraction import packages
from orchestrator.domain.world.documents.extraction.packages import DOCX, PPTX, XLSX
from orchestrator.domain.world.documents.extraction.plain import decoded
from orchestrator.domain.world.documents.extraction.reading import Unreadable
from orchestrator.domain.world.documents.extraction.zipped import as_xml
from orchestrator.errors import UnsupportedMedia
from orchestrator.kit import patterns, zips

PDF = "application/pdf"
ODT = "application/vnd.oasis.opendocument.text"
EPUB = "application/epub+zip"
HTML = "text/html"
MAIL = "message/rfc822"
PLAIN = "text/plain"
MARKDOWN = "text/markdown"
CSV = "text/csv"

NAMES = {
    PDF: "a PDF",
    DOCX: "a Word document",
    PPTX: "a presentation (PowerPoint)",
    XLSX: "a workbook (Excel)",
    ODT: "an OpenDocument text",
    EPUB: "an e-book (EPUB)",
    HTML: "a web page",
    MAIL: "a mail",
    PLAIN: "plain text",
    MARKDOWN: "Markdown",
    CSV: "a table (CSV)",
    "image/png": "a PNG picture",
    "image/jpeg": "a JPEG picture",
    "image/webp": "a WebP picture",
    "image/tiff": "a TIFF picture",
    "image/gif": "a GIF picture",
    "image/bmp": "a BMP picture",
}
"""What is read, and how it is called."""
_EXTENSIONS = {
    "docx": DOCX, "docm": DOCX, "dotx": DOCX, "pptx": PPTX, "ppsx": PPTX, "pptm": PPTX, "xlsx": XLSX, "xlsm": XLSX,
    "xltx": XLSX, "pdf": PDF, "odt": ODT, "epub": EPUB, "html": HTML, "htm": HTML, "xhtml": HTML, "eml": MAIL,
    "md": MARKDOWN, "markdown": MARKDOWN, "csv": CSV, "png": "image/png", "jpg": "image/jpeg", "jpeg": "image/jpeg",
    "webp": "image/webp", "tif": "image/tiff", "tiff": "image/tiff", "gif": "image/gif", "bmp": "image/bmp",
    "txt": PLAIN, "text": PLAIN, "log": PLAIN,
}  # fmt: skip
_TEXTS = frozenset({PLAIN, MARKDOWN, CSV, HTML})
_PROGRAMS = frozenset("exe dll com bat cmd sh js vbs jar msi scr apk".split())
_SIGNATURES = (
    (b"%PDF-", PDF),
    (b"\x89PNG\r\n\x1a\n", "image/png"),
    (b"\xff\xd8\xff", "image/jpeg"),
    (b"GIF87a", "image/gif"),
    (b"GIF89a", "image/gif"),
    (b"BM", "image/bmp"),
    (b"II*\x00", "image/tiff"),
    (b"MM\x00*", "image/tiff"),
)
_OLD_OFFICE = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"
_ZIP = b"PK\x03\x04"
_MEMBER_BYTES = 30
"""What stands before the name of a zip's first member."""
_HEAD = 8_192
_MAIL_HEAD = 65_536
"""Bytes of a mail among which its headers are looked for: what servers add comes before them."""
_PACKAGE_XML = 1_000_000
_TAIL = 66_000
_END_OF_ZIP = struct.Struct("<4s4H2LH")
MAX_ENTRIES = 10_000
OLD_OFFICE = (
    "This is a Word, Excel, PowerPoint or Outlook file of the old format. Save it as .docx, .xlsx, .pptx or PDF and "
    "upload that."
)
LOCKED_OFFICE = (
    "This Office document is protected by a password, so it can't be read. Save it without a password (or as a PDF, "
    "whose password can be given) and upload that."
)
_ENCRYPTED_PACKAGE = "EncryptedPackage".encode("utf-16-le")
_TEXT_READ = 200_000
_PAGE = patterns.compile(r"(?is)\s*(?:<\?xml[^>]*>\s*)?(?:<!--.*?-->\s*)*<(?:!doctype\s+html|html|head|body)\b")
_HEADER = patterns.compile(r"(?:^From [^\n]+\n)?((?:[A-Za-z][A-Za-z0-9-]*:[^\n]*(?:\n[ \t][^\n]*)*\n)+)\n?")
_MAIL_HEADERS = ("from", "to", "subject", "date", "message-id", "mime-version", "received", "return-path")
_CONTROLS = patterns.compile(r"[\x00-\x08\x0e-\x1a\x1c-\x1f]")


@dataclass(frozen=True)
class Kind:
    """A media type of `NAMES`; `notices`: what about its name or its bytes its owner should know."""

    media_type: str
    notices: tuple[str, ...] = ()


def kind_of(path: Path, filename: str, said: str | None = None) -> Kind:
    """What the file is. `said`: the media type that it came with, which decides only whether a text is a mail. Raises
    UnsupportedMedia, with what it seems to be and what is read."""
    with path.open("rb") as file:
        head = file.read(_HEAD)
    found = _told(path, head, filename)
    if (found is None or found in _TEXTS) and _said_mail(path, filename, said):
        found = MAIL
    if found is None:
        raise UnsupportedMedia(_refusal(path, head))
    return Kind(found, tuple(_notices(path, head, found, filename)))


def extension_of(filename: str) -> str:
    """ "pdf" of "scan.PDF"; "" where there is none."""
    return PurePosixPath(filename).suffix.lower().removeprefix(".")


def _told(path: Path, head: bytes, filename: str) -> str | None:
    for signature, media_type in _SIGNATURES:
        if head.startswith(signature) and (media_type != "image/bmp" or _is_bmp(head)):
            return media_type
    if head.startswith(b"RIFF") and head[8:12] == b"WEBP":
        return "image/webp"
    if head.startswith(_ZIP):
        return _zipped(path, head)
    if head.startswith(_OLD_OFFICE):
        return None
    if b"%PDF-" in head[:1_024] and b"\x00" in head:
        return PDF
    return _text(path, filename)


def _is_bmp(head: bytes) -> bool:
    return (
        len(head) > 26
        and head[6:10] == b"\x00\x00\x00\x00"
        and head[14:18] in {b"\x28\0\0\0", b"\x6c\0\0\0", b"\x7c\0\0\0", b"\x0c\0\0\0"}
    )


def _zipped(path: Path, head: bytes) -> str | None:
    """By the `mimetype` that stands first in an OpenDocument and an EPUB, else by the names of its members."""
    if len(head) < _MEMBER_BYTES:
        return None
    name_length, extra_length = struct.unpack_from("<HH", head, 26)
    if head[30 : 30 + name_length] == b"mimetype":
        said = head[30 + name_length + extra_length :][:80]
        for media_type in (ODT, EPUB):
            if said.startswith(media_type.encode()):
                return media_type
    if not 0 < _entries(path) <= MAX_ENTRIES:
        return None
    try:
        with zipfile.ZipFile(path) as archive:
            names = set(archive.namelist())
            if packages.CONTENT_TYPES in names:
                main = packages.main_of(names, partial(_package_xml, archive))
                return main.media_type if main is not None else None
            if "mimetype" not in names or archive.getinfo("mimetype").file_size > 200:
                return None
            said = archive.read("mimetype").strip()
    except (*zips.DAMAGED, KeyError, Unreadable):
        return None
    return next((one for one in (ODT, EPUB) if said == one.encode()), None)


def _package_xml(archive: zipfile.ZipFile, name: str) -> Any:
    """Raises KeyError, Unreadable."""
    with archive.open(name) as member:
        data = member.read(_PACKAGE_XML + 1)
    if len(data) > _PACKAGE_XML:
        raise Unreadable(name)
    return as_xml(data)


def _entries(path: Path) -> int:
    """How many members a zip file says it has, without reading their list; 0 where it can't be told."""
    with path.open("rb") as file:
        file.seek(0, 2)
        file.seek(max(0, file.tell() - _TAIL))
        tail = file.read()
    at = tail.rfind(b"PK\x05\x06")
    if at < 0 or len(tail) - at < _END_OF_ZIP.size:
        return 0
    fields = _END_OF_ZIP.unpack_from(tail, at)
    return int(fields[4]) if fields[5] < 10_000_000 else MAX_ENTRIES + 1


def _text(path: Path, filename: str) -> str | None:
    with path.open("rb") as file:
        data = file.read(_TEXT_READ)
    if b"\x00" in data and not data.startswith((b"\xff\xfe", b"\xfe\xff")):
        return None
    text = decoded(data)
    if text is None or len(_CONTROLS.findall(text)) > len(text) // 1_000:
        return None
    if _PAGE.match(text):
        return HTML
    if _is_mail(text):
        return MAIL
    said = _EXTENSIONS.get(extension_of(filename))
    return said if said in {MARKDOWN, CSV} or (said == HTML and "<" in text and "</" in text) else PLAIN


def _is_mail(text: str) -> bool:
    names = _header_names(text)
    return "from" in names and len(names.intersection(_MAIL_HEADERS)) >= 3


def _said_mail(path: Path, filename: str, said: str | None) -> bool:
    """Whether a file that says that it is a mail begins like one, whatever is in it."""
    if (said or "").partition(";")[0].strip().lower() != MAIL and _EXTENSIONS.get(extension_of(filename)) != MAIL:
        return False
    with path.open("rb") as file:
        head = file.read(_MAIL_HEAD)
    return not _header_names(head.decode("latin-1")).isdisjoint(_MAIL_HEADERS)


def _header_names(text: str) -> set[str]:
    """The names of the headers with which a text begins, in lower case."""
    text = text[:_MAIL_HEAD].replace("\r\n", "\n").removeprefix("\ufeff").removeprefix("ï»¿").lstrip("\n")
    head = _HEADER.match(text)
    lines = head[1].split("\n") if head is not None else []
    return {line.split(":", 1)[0].lower() for line in lines if ":" in line and not line[:1].isspace()}


def _notices(path: Path, head: bytes, found: str, filename: str) -> list[str]:
    notices = []
    said = _EXTENSIONS.get(extension_of(filename))
    alike = {found, said} <= {PLAIN, MARKDOWN, CSV, HTML, MAIL}
    if said is not None and said != found and not (alike and said == PLAIN):
        notices.append(f"Its name ends in .{extension_of(filename)}, but it is {NAMES[found]}: it was read as that.")
    elif extension_of(filename) in _PROGRAMS:
        notices.append(f"Its name ends like a program's (.{extension_of(filename)}), but it is {NAMES[found]}.")
    if _is_also(path, head, found):
        notices.append(f"It is made to be several kinds of file at once; it was read as {NAMES[found]} alone.")
    return notices


def _is_also(path: Path, head: bytes, found: str) -> bool:
    """Whether another program would take it for something else."""
    if found in {DOCX, PPTX, XLSX, ODT, EPUB}:
        return b"%PDF-" in head[:1_024]
    if not head.startswith(b"%PDF-") and found == PDF:
        return True
    if found != PDF and b"%PDF-" in head[:1_024] and not found.startswith("text/"):
        return True
    return _entries(path) > 0


def _is_locked_office(path: Path) -> bool:
    """Whether it holds an encrypted package (MS-OFFCRYPTO, 2.3.4.4), under whichever suite."""
    with path.open("rb") as file, mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ) as data:
        return data.find(_ENCRYPTED_PACKAGE) >= 0


def _refusal(path: Path, head: bytes) -> str:
    if head.startswith(_OLD_OFFICE):
        return LOCKED_OFFICE if _is_locked_office(path) else OLD_OFFICE
    try:
        guess = "application/zip" if head.startswith(_ZIP) else puremagic.from_file(str(path), mime=True)
    except (puremagic.PureError, ValueError, OSError):
        guess = ""
    seems = f" It seems to be {guess}." if guess else ""
    read = ", ".join(name.removeprefix("a ").removeprefix("an ") for name in NAMES.values())
    return f"Files of this kind are not read.{seems} What is read: {read}."
