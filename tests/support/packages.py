"""Office packages and mails, made in the test: as programs write them, and as they should not be."""

import io
import zipfile
from collections.abc import Callable, Sequence
from datetime import date
from email import message_from_bytes, policy
from email.message import EmailMessage

import openpyxl
import pptx

from orchestrator.domain.world.documents.extraction.packages import PPTX, XLSX

__all__ = ["PPTX", "XLSX", "mail_with", "presentation", "renamed_main", "strict", "with_member", "workbook"]
_AREAS = ("officeDocument", "wordprocessingml", "spreadsheetml", "presentationml", "drawingml")


def presentation(slides: Sequence[tuple[str, str, str]], *, hidden: Sequence[int] = ()) -> bytes:
    """Slides of (title, text, notes); `hidden`: numbers from 1."""
    made = pptx.Presentation()
    for number, (title, text, notes) in enumerate(slides, 1):
        slide = made.slides.add_slide(made.slide_layouts[1])
        slide.shapes.title.text = title
        slide.placeholders[1].text = text
        if notes:
            slide.notes_slide.notes_text_frame.text = notes
        if number in hidden:
            slide._element.set("show", "0")
    table = made.slides[0].shapes.add_table(2, 2, 0, 0, 100, 100).table
    for row, cells in enumerate((("Pier", "Cost"), ("North", "1200"))):
        for column, cell in enumerate(cells):
            table.cell(row, column).text = cell
    buffer = io.BytesIO()
    made.save(buffer)
    return buffer.getvalue()


def workbook() -> bytes:
    """Two sheets, of which one is hidden: a table under a title, and notes."""
    book = openpyxl.Workbook()
    sheet = book.active
    sheet.title = "Budget"
    sheet["A1"] = "Household 2026"
    for row in (("Item", "Amount", "Due", "Share"), ("Rent", 900, date(2026, 3, 1), 0.45), ("Water", 31.5, None, 0.02)):
        sheet.append(row)
    sheet["D3"].number_format = sheet["D4"].number_format = "0%"
    other = book.create_sheet("Codes")
    other.append(("The gate opens with 4711",))
    other.sheet_state = "hidden"
    buffer = io.BytesIO()
    book.save(buffer)
    return buffer.getvalue()


def renamed_main(data: bytes, old: str, new: str) -> bytes:
    """The package with its main part under another name."""
    return _rewritten(data, lambda name: name.replace(old, new), lambda text: text.replace(old.encode(), new.encode()))


def strict(data: bytes) -> bytes:
    """The package as a program writes it that is told to save strictly."""

    def text_of(text: bytes) -> bytes:
        for area in _AREAS:
            common = f"http://schemas.openxmlformats.org/{area}/2006/"
            text = text.replace(common.encode(), f"http://purl.oclc.org/ooxml/{area}/".encode())
        return text

    return _rewritten(data, lambda name: name, text_of)


def with_member(data: bytes, name: str, content: bytes | str) -> bytes:
    """The package with this member in the place of the one that is called so."""
    buffer = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(data)) as old, zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED) as new:
        for one in old.namelist():
            if one != name:
                new.writestr(one, old.read(one))
        new.writestr(name, content)
    return buffer.getvalue()


def _rewritten(data: bytes, name_of: Callable[[str], str], text_of: Callable[[bytes], bytes]) -> bytes:
    buffer = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(data)) as old, zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED) as new:
        for one in old.namelist():
            content = old.read(one)
            new.writestr(name_of(one), text_of(content) if one.endswith((".xml", ".rels")) else content)
    return buffer.getvalue()


def mail_with(*attached: tuple[str, bytes, str], subject: str = "The papers", text: str = "See below.") -> bytes:
    """A mail on which (name, bytes, media type) hang; a mail hangs on it as one."""
    message = EmailMessage()
    message["From"], message["To"], message["Subject"] = "Ana Souza <ana@example.org>", "me@example.org", subject
    message["Date"] = "Mon, 2 Mar 2026 10:00:00 +0000"
    message["Message-ID"] = f"<{subject.replace(' ', '.')}@example.org>"
    message.set_content(text)
    for name, data, media_type in attached:
        kind, _, sub = media_type.partition("/")
        if media_type == "message/rfc822":
            message.add_attachment(message_from_bytes(data, policy=policy.default), filename=name or None)
        else:
            message.add_attachment(data, maintype=kind, subtype=sub, filename=name)
    return message.as_bytes()
