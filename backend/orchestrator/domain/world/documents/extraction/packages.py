"""Which part of an Office package (ECMA-376, part 2) is the document, and which parts belong to it? By relationships,
as Office finds them: what a part is called says nothing.

Packages of the strict form (part 1) are made into transitional ones, which is what libraries read.
"""

import io
import posixpath
import zipfile
from collections.abc import Callable, Collection
from dataclasses import dataclass
from typing import Any
from urllib.parse import unquote

from orchestrator.domain.world.documents.extraction.reading import Unreadable
from orchestrator.domain.world.documents.extraction.zipped import Archive

CONTENT_TYPES = "[Content_Types].xml"
DOCX = "application/vnd.openxmlformats-officedocument.wordprocessingml.document"
PPTX = "application/vnd.openxmlformats-officedocument.presentationml.presentation"
XLSX = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
_RELATIONSHIP = "{http://schemas.openxmlformats.org/package/2006/relationships}Relationship"
_TYPES = "{http://schemas.openxmlformats.org/package/2006/content-types}"
_STRICT = "http://purl.oclc.org/ooxml/"
_AREAS = ("officeDocument", "wordprocessingml", "spreadsheetml", "presentationml", "drawingml", "schemaLibrary")
_OFFICE = "http://schemas.openxmlformats.org/officeDocument/2006/relationships/"
_MAIN_TYPES = (
    ("wordprocessingml", f"{DOCX}.main+xml", DOCX),
    ("ms-word", f"{DOCX}.main+xml", DOCX),
    ("presentationml", f"{PPTX}.main+xml", PPTX),
    ("ms-powerpoint", f"{PPTX}.main+xml", PPTX),
    ("spreadsheetml", f"{XLSX}.main+xml", XLSX),
    ("ms-excel", f"{XLSX}.main+xml", XLSX),
)
"""By what the content type of the main part holds (templates, slide shows and files with macros have their own): the
plain one, and the media type of the file."""

Xml = Callable[[str], Any]
"""(name of a part) -> its root element. Raises KeyError, Unreadable."""


@dataclass(frozen=True)
class Related:
    """A relationship of a part. `kind`: the last word of its type ("slide"); `target`: the name of the other part."""

    id: str
    kind: str
    target: str


@dataclass(frozen=True)
class Main:
    """The main part. `said`: its content type as the package says it, `plain`: that of a common document of its kind;
    `media_type`: of the file; `strict`: the form of the package."""

    name: str
    said: str
    plain: str
    media_type: str
    strict: bool


def main_of(names: Collection[str], xml: Xml) -> Main | None:
    """The document in the package; None where there is none that is read. Raises Unreadable."""
    if CONTENT_TYPES not in names or "_rels/.rels" not in names:
        return None
    for one in xml("_rels/.rels").iter(_RELATIONSHIP):
        if _kind(one) != "officeDocument" or one.get("TargetMode") == "External":
            continue
        name = _resolved("", one.get("Target", ""))
        said = _content_type(xml(CONTENT_TYPES), name)
        found = next((each for each in _MAIN_TYPES if each[0] in said), None)
        if found is not None and name in names:
            return Main(name, said, found[1], found[2], strict=one.get("Type", "").startswith(_STRICT))
    return None


def related(archive: Archive, part: str) -> list[Related]:
    """The parts of this package to which the part is related. Raises Unreadable."""
    folder, name = posixpath.split(part)
    listed = posixpath.join(folder, "_rels", f"{name}.rels")
    if listed not in archive.names:
        return []
    return [
        Related(one.get("Id", ""), _kind(one), _resolved(folder, one.get("Target", "")))
        for one in archive.xml(listed).iter(_RELATIONSHIP)
        if one.get("TargetMode") != "External"
    ]


def plain(archive: Archive, path: str) -> tuple[Main, Any]:
    """The main part, and what a library opens: the file, or a package in memory that says the same in the common form.
    Raises Unreadable."""
    main = main_of(archive.names, archive.xml)
    if main is None:
        raise Unreadable("It is damaged: its main part is missing.")
    if not main.strict and main.said == main.plain:
        return main, open(path, "rb")
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w", zipfile.ZIP_STORED) as package:
        for name in dict.fromkeys(archive.names):
            data = archive.read(name)
            if name == CONTENT_TYPES:
                data = data.replace(main.said.encode(), main.plain.encode())
            package.writestr(name, transitional(data) if name.endswith((".xml", ".rels")) else data)
    made.seek(0)
    return main, made


def transitional(data: bytes) -> bytes:
    """XML of a strict package with the names of the transitional form."""
    for area in _AREAS:
        strict, common = f"{_STRICT}{area}/", f"http://schemas.openxmlformats.org/{area}/2006/"
        data = data.replace(strict.encode(), common.encode())
    return data


def _kind(relationship: Any) -> str:
    said = str(relationship.get("Type", ""))
    known = said.startswith((_STRICT, _OFFICE))
    return said.rpartition("/")[2] if known else ""


def _resolved(folder: str, target: str) -> str:
    """The name of a part that a relationship points to, as the archive has it."""
    return posixpath.normpath(posixpath.join("/", folder, unquote(target))).lstrip("/")


def _content_type(types: Any, name: str) -> str:
    for one in types.iter(f"{_TYPES}Override"):
        if one.get("PartName", "").lstrip("/").casefold() == name.casefold():
            return str(one.get("ContentType", ""))
    extension = name.rpartition(".")[2].casefold()
    return next(
        (
            str(one.get("ContentType", ""))
            for one in types.iter(f"{_TYPES}Default")
            if one.get("Extension", "").casefold() == extension
        ),
        "",
    )
