"""What do a Word document (DOCX) and an OpenDocument text (ODT) say, by heading? Tables, headers and notes too."""

from collections.abc import Iterator
from typing import Any
from xml.etree.ElementTree import Element

import docx
from docx.opc.exceptions import OpcError
from docx.table import Table
from docx.text.paragraph import Paragraph

from orchestrator.domain.world.documents.extraction import packages
from orchestrator.domain.world.documents.extraction.reading import Reading, Unreadable
from orchestrator.domain.world.documents.extraction.zipped import Archive, as_xml

BROKEN = "It is damaged: it can't be opened as a Word document."
_W = "{http://schemas.openxmlformats.org/wordprocessingml/2006/main}"
_TEXT = "{urn:oasis:names:tc:opendocument:xmlns:text:1.0}"
_TABLE = "{urn:oasis:names:tc:opendocument:xmlns:table:1.0}"
_OFFICE = "{urn:oasis:names:tc:opendocument:xmlns:office:1.0}"
_META = "{http://purl.org/dc/elements/1.1/}"
_NOTES = ("footnotes", "endnotes")
_DEEPEST = 20


class _Sections:
    """Collects lines until the next heading."""

    def __init__(self, reading: Reading) -> None:
        self._reading = reading
        self._heading: str | None = None
        self._lines: list[str] = []

    def heading(self, text: str) -> None:
        self.end()
        self._heading = text
        self._lines = [text]

    def line(self, text: str) -> None:
        self._lines.append(text)

    def end(self) -> None:
        """Raises Full."""
        lines, self._lines = self._lines, []
        self._reading.add("\n".join(lines), section=self._heading)


def read_docx(path: str, reading: Reading) -> None:
    """The body with its tables, then headers, footers and notes. Raises Unreadable, Full."""
    archive = Archive(path)
    for name in archive.names:
        if name.endswith((".xml", ".rels")):
            archive.xml(name)  # no entity may reach the library that reads it next
    main, source = packages.plain(archive, path)
    try:
        document = docx.Document(source)
    except (OpcError, KeyError, ValueError, AttributeError) as error:
        raise Unreadable(BROKEN) from error
    reading.by = "python-docx"
    reading.title = (document.core_properties.title or "").strip() or None
    sections = _Sections(reading)
    for block in document.iter_inner_content():
        if isinstance(block, Table):
            for row in _rows(block):
                sections.line(row)
        elif (block.style is not None and str(block.style.name).startswith(("Heading", "Title"))) and block.text:
            sections.heading(block.text)
        else:
            sections.line(_shown(block))
    sections.end()
    _margins(document, reading)
    for one in packages.related(archive, main.name):
        if one.kind in _NOTES and one.target in archive.names:
            notes = as_xml(packages.transitional(archive.read(one.target)))
            reading.add("\n".join(_paragraphs(notes)), section="Notes")
    boxes = [line for box in document.element.body.iter(f"{_W}txbxContent") for line in _paragraphs(box)]
    reading.add("\n".join(dict.fromkeys(boxes)), section=None)


def _shown(paragraph: Paragraph) -> str:
    """Its text, with what a tracked change put in and without what one took out or what is hidden."""
    element: Any = paragraph._p
    pieces = []
    for run in element.iter(f"{_W}r"):
        hidden = run.find(f"{_W}rPr/{_W}vanish")
        if hidden is None and not any(parent.tag == f"{_W}txbxContent" for parent in run.iterancestors()):
            pieces += [_piece(one) for one in run]
    return "".join(pieces)


def _piece(element: Any) -> str:
    if element.tag == f"{_W}t":
        return element.text or ""
    return {f"{_W}tab": "\t", f"{_W}br": "\n", f"{_W}cr": "\n", f"{_W}noBreakHyphen": "-"}.get(element.tag, "")


def _paragraphs(element: Any) -> Iterator[str]:
    for paragraph in element.iter(f"{_W}p"):
        text = "".join(one.text or "" for one in paragraph.iter(f"{_W}t"))
        if text.strip():
            yield text


def _rows(table: Table, depth: int = 0) -> Iterator[str]:
    for row in table.rows:
        cells: list[str] = []
        seen: set[int] = set()
        for cell in row.cells:
            if id(cell._tc) in seen:
                continue
            seen.add(id(cell._tc))
            nested = [line for one in cell.tables for line in _rows(one, depth + 1)] if depth < _DEEPEST else []
            cells.append(" ".join([*(_shown(each) for each in cell.paragraphs), *nested]).strip())
        yield " | ".join(cells)


def _margins(document: Any, reading: Reading) -> None:
    lines: list[str] = []
    for section in document.sections:
        for margin in (section.header, section.footer):
            if margin.is_linked_to_previous:
                continue
            lines += [_shown(paragraph) for paragraph in margin.paragraphs]
            lines += [row for table in margin.tables for row in _rows(table)]
    reading.add("\n".join(dict.fromkeys(line for line in lines if line.strip())), section="Header and footer")


def read_odt(path: str, reading: Reading) -> None:
    """Paragraphs, lists and tables by heading, then what stands in the page's margins. Raises Unreadable, Full."""
    archive = Archive(path)
    if "META-INF/manifest.xml" in archive.names and b"encryption-data" in archive.read("META-INF/manifest.xml"):
        raise Unreadable("It is protected by a password. Upload a copy without one.")
    reading.by = "odt"
    try:
        body = archive.xml("content.xml").find(f"{_OFFICE}body/{_OFFICE}text")
    except KeyError as error:
        raise Unreadable("It is damaged: its text is missing.") from error
    if body is None:
        raise Unreadable("It is no text document.")
    if "meta.xml" in archive.names:
        title = archive.xml("meta.xml").find(f".//{_META}title")
        reading.title = (title.text or "").strip() or None if title is not None else None
    sections = _Sections(reading)
    _odt_blocks(body, sections)
    sections.end()
    if "styles.xml" in archive.names:
        styles = archive.xml("styles.xml")
        lines = [_odt_text(one) for one in styles.iter(f"{_TEXT}p")]
        reading.add("\n".join(dict.fromkeys(line for line in lines if line.strip())), section="Header and footer")


def _odt_blocks(parent: Element, sections: _Sections, depth: int = 0) -> None:
    for element in parent:
        if element.tag == f"{_TEXT}h":
            sections.heading(_odt_text(element))
        elif element.tag == f"{_TEXT}p":
            sections.line(_odt_text(element))
        elif element.tag == f"{_TABLE}table-row":
            cells = [one for one in element if one.tag == f"{_TABLE}table-cell"]
            sections.line(" | ".join(" ".join(map(_odt_text, cell)).strip() for cell in cells))
        elif element.tag != f"{_TEXT}tracked-changes" and depth < _DEEPEST:
            _odt_blocks(element, sections, depth + 1)


def _odt_text(element: Element) -> str:
    pieces = [element.text or ""]
    for child in element:
        if child.tag == f"{_TEXT}s":
            pieces.append(" " * min(int(child.get(f"{_TEXT}c", "1") or 1), 40))
        elif child.tag in {f"{_TEXT}tab", f"{_TEXT}line-break"}:
            pieces.append("\t" if child.tag.endswith("tab") else "\n")
        elif child.tag != f"{_OFFICE}annotation":
            pieces.append(_odt_text(child))
        pieces.append(child.tail or "")
    return "".join(pieces)
