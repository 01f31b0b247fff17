"""What comes of reading a file: its text by page or section, within bounds, or why it can't be read.

Imported by the child process: nothing of ours but this package, nothing of weight.
"""

import unicodedata
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field

from orchestrator.kit import patterns

MAX_PAGES = 500
MAX_CHARACTERS = 2_000_000
"""Of one document (contracts/documents.md); what lies behind is not read, and a notice tells it."""
MAX_NOTICES = 20
SECTION_CHARACTERS = 200
PART_CHARACTERS = 10_000
"""A longer page or section is kept in several parts."""
LOCKED_PDF = (
    "It is protected by a password. Give it with POST /documents/{id}/unlock (it is not kept), or upload a copy "
    "without one."
)
NOT_THE_RIGHT_ONE = "This is not the document's password."
FEW_CHARACTERS = 20
"""A page with fewer is a picture of text."""

_LIGATURES = patterns.compile("[\ufb00-\ufb06]")
_BROKEN = patterns.compile(r"([^\W\d_]{2,})-[ \t]*\n[ \t]*([^\W\d_]{2,})")
_SPACES = patterns.compile(r"[ \t\f\v\u00a0]+")
_BLANK = patterns.compile(r"\n{3,}")
_WORD = patterns.compile(r"[^\W\d_]+")


class Unreadable(Exception):
    """The file can't be read, and will not be the next time either; the message is for its owner."""


class Full(Exception):
    """As much was read as may be."""


@dataclass(frozen=True)
class Part:
    """A page (from 1) or a section (its heading) with its text."""

    text: str
    page: int | None = None
    section: str | None = None


@dataclass(frozen=True)
class Attached:
    """What hung on a mail and was written into a file of this number; `said`: its media type, as the mail says."""

    number: int
    name: str
    said: str


@dataclass(frozen=True)
class ReadWith:
    """What is read with beside the file. `password`: of an encrypted PDF; `into`: a folder to which what hangs on a
    mail is taken out, instead of reading it. It comes by a socket: neither arguments nor environment show it."""

    password: str | None = field(default=None, repr=False)
    into: str | None = None


@dataclass
class Reading:
    """What was read so far. `pages`: how many the file has, None for what has none; `pictures`: pages without text of
    their own, to be read by OCR; `by`: which program read it."""

    by: str = ""
    parts: list[Part] = field(default_factory=list)
    notices: list[str] = field(default_factory=list)
    pictures: list[int] = field(default_factory=list)
    pages: int | None = None
    title: str | None = None
    left: int = MAX_CHARACTERS
    attached: list[Attached] = field(default_factory=list)

    def add(self, text: str, *, page: int | None = None, section: str | None = None) -> None:
        """Keep a part; blank ones are none. Raises Full where that was the last that fits."""
        cleaned = tidy(text)
        if not cleaned:
            return
        cut = cleaned[: self.left]
        self.left -= len(cut)
        name = " ".join(section.split())[:SECTION_CHARACTERS] if section else None
        self.parts += [Part(piece, page, name or None) for piece in _pieces(cut)]
        if len(cut) < len(cleaned) or self.left <= 0:
            self.tell(f"It is long: only its first {MAX_CHARACTERS:,} characters were read.")
            raise Full

    def tell(self, notice: str) -> None:
        """Say something about the file to its owner, once."""
        if notice not in self.notices and len(self.notices) < MAX_NOTICES:
            self.notices.append(notice)


Reader = Callable[[str, Reading], None]
"""(path, reading) -> None. Raises Unreadable, and Full where no more may be read."""


def _pieces(text: str) -> Iterator[str]:
    """The text in parts that can be shown and worked on one by one, cut at a line's or a word's end."""
    while len(text) > PART_CHARACTERS:
        end = max(text.rfind("\n", PART_CHARACTERS // 2, PART_CHARACTERS), 0)
        end = end or max(text.rfind(" ", PART_CHARACTERS // 2, PART_CHARACTERS), 0) or PART_CHARACTERS
        yield text[:end].rstrip()
        text = text[end:].lstrip()
    if text:
        yield text


def tidy(text: str) -> str:
    """NFC, without ligatures, soft hyphens and superfluous space; lines stay lines."""
    text = text.replace("\r\n", "\n").replace("\r", "\n").replace("\u00ad", "").replace("\x00", "")
    text = _LIGATURES.sub(lambda found: unicodedata.normalize("NFKC", found.group()), text)
    text = _SPACES.sub(" ", unicodedata.normalize("NFC", text))
    return _BLANK.sub("\n\n", "\n".join(line.strip() for line in text.split("\n"))).strip()


def joined(parts: list[Part]) -> list[Part]:
    """The parts with words put together that a line's end broke ("pre-\\nscription"), where the whole word stands
    elsewhere in the text, or else neither half does."""
    known = {word.casefold() for part in parts for word in _WORD.findall(_BROKEN.sub(" ", part.text))}

    def join(found: patterns.Match) -> str:
        whole = found[1] + found[2]
        halves_known = {found[1].casefold(), found[2].casefold()} <= known
        return whole if whole.casefold() in known or not halves_known else f"{found[1]}-{found[2]}"

    return [Part(_BROKEN.sub(join, part.text), part.page, part.section) for part in parts]
