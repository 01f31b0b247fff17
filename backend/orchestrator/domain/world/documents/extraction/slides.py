"""What does a presentation (PPTX) say, slide by slide, with its tables and the speaker's notes?"""

from typing import Any

from orchestrator.domain.world.documents.extraction import packages
from orchestrator.domain.world.documents.extraction.reading import MAX_PAGES, Reading, Unreadable
from orchestrator.domain.world.documents.extraction.zipped import Archive

HIDDEN = "Hidden slides were read too: {numbers}."
_A = "{http://schemas.openxmlformats.org/drawingml/2006/main}"
_P = "{http://schemas.openxmlformats.org/presentationml/2006/main}"
_R = "{http://schemas.openxmlformats.org/officeDocument/2006/relationships}"
_STRICT_A, _STRICT_P = "{http://purl.oclc.org/ooxml/drawingml/main}", "{http://purl.oclc.org/ooxml/presentationml/main}"
_STRICT_R = "{http://purl.oclc.org/ooxml/officeDocument/relationships}"
_COMMON = {_STRICT_A: _A, _STRICT_P: _P, _STRICT_R: _R}
_TITLES = frozenset({"title", "ctrTitle"})
_FURNITURE = frozenset({"sldNum", "dt", "ftr", "hdr", "sldImg"})
"""Placeholders that stand on each slide: its number, the day, head and foot."""


def read(path: str, reading: Reading) -> None:
    """Each slide in its order as a section that is called by its number and title. Raises Unreadable, Full."""
    archive = Archive(path)
    main = packages.main_of(archive.names, archive.xml)
    if main is None:
        raise Unreadable("It is damaged: it can't be opened as a presentation.")
    reading.by = "pptx"
    names = {one.id: one.target for one in packages.related(archive, main.name) if one.kind == "slide"}
    listed = [
        names[mark]
        for one in _xml(archive, main.name).iter(f"{_P}sldId")
        if (mark := one.get(f"{_R}id", "")) in names and names[mark] in archive.names
    ]
    reading.pages = len(listed)
    if len(listed) > MAX_PAGES:
        reading.tell(f"It has {len(listed):,} slides: only the first {MAX_PAGES} were read.")
    hidden: list[int] = []
    try:
        for number, name in enumerate(listed[:MAX_PAGES], 1):
            slide = _xml(archive, name)
            if slide.get("show") in {"0", "false"}:
                hidden.append(number)
            _slide(archive, name, slide, number, reading)
    finally:
        if hidden:
            reading.tell(HIDDEN.format(numbers=", ".join(map(str, hidden[:20]))))


def _slide(archive: Archive, name: str, slide: Any, number: int, reading: Reading) -> None:
    title, lines = "", list[str]()
    for shape in slide.iter():
        if shape.tag == f"{_A}tbl":
            lines += _rows(shape)
        if shape.tag != f"{_P}sp":
            continue
        kind = _placeholder(shape)
        said = [] if kind in _FURNITURE else list(_paragraphs(shape))
        if kind in _TITLES and not title:
            title = " ".join(said)
        lines += said
    section = f"slide {number}: {title}" if title else f"slide {number}"
    reading.add("\n".join(lines), section=section)
    for one in packages.related(archive, name):
        if one.kind == "notesSlide" and one.target in archive.names:
            notes = _xml(archive, one.target)
            said = [
                line
                for shape in notes.iter(f"{_P}sp")
                if _placeholder(shape) not in _FURNITURE
                for line in _paragraphs(shape)
            ]
            reading.add("\n".join(said), section=f"slide {number}, notes")


def _xml(archive: Archive, name: str) -> Any:
    """The part, with the names of the transitional form."""
    root = archive.xml(name)
    for element in root.iter():
        for strict, common in _COMMON.items():
            if isinstance(element.tag, str) and element.tag.startswith(strict):
                element.tag = common + element.tag[len(strict) :]
        for key in [key for key in element.keys() if key.startswith(_STRICT_R)]:  # noqa: SIM118  (an element, no dict)
            element.set(_R + key[len(_STRICT_R) :], element.get(key))
    return root


def _placeholder(shape: Any) -> str:
    mark = shape.find(f"{_P}nvSpPr/{_P}nvPr/{_P}ph")
    return str(mark.get("type", "body")) if mark is not None else ""


def _paragraphs(shape: Any) -> list[str]:
    found = []
    for paragraph in shape.iter(f"{_A}p"):
        said = [one for one in paragraph.iter() if one.tag in {f"{_A}t", f"{_A}br"}]
        text = "".join("\n" if one.tag == f"{_A}br" else one.text or "" for one in said).strip()
        if text:
            found.append(text)
    return found


def _rows(table: Any) -> list[str]:
    cells = [[" ".join(_paragraphs(cell)) for cell in row.iter(f"{_A}tc")] for row in table.iter(f"{_A}tr")]
    return [" | ".join(row) for row in cells if any(row)]
