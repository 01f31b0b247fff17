"""What does a web page say to who looks at it, and a book made of such pages (EPUB), chapter by chapter?"""

import posixpath
from dataclasses import dataclass
from urllib.parse import unquote

import trafilatura
from charset_normalizer import from_bytes
from lxml import html

from orchestrator.domain.world.documents.extraction.reading import Reading, Unreadable
from orchestrator.domain.world.documents.extraction.zipped import Archive
from orchestrator.kit import patterns

HIDDEN = "It holds hidden text, which was left out."
DRM = "It is protected by its shop (DRM): its text can't be read. Upload a copy without that protection."
_ENCRYPTION = "META-INF/encryption.xml"
_XENC = "{http://www.w3.org/2001/04/xmlenc#}"
_FONT_MANGLING = frozenset({"http://www.idpf.org/2008/embedding", "http://ns.adobe.com/pdf/enc#RC"})
"""What keeps fonts from being taken out of a book (EPUB 3.3, 4.4; Adobe's own): it hides no text."""
_TEXT_PARTS = (".xhtml", ".html", ".htm", ".xml", ".opf", ".ncx", ".svg")
_CONTAINER = "META-INF/container.xml"
_ROOT = "{urn:oasis:names:tc:opendocument:xmlns:container}rootfile"
_OPF = "{http://www.idpf.org/2007/opf}"
_DC = "{http://purl.org/dc/elements/1.1/}"
_UNSEEN_STYLE = patterns.compile(
    r"(?i)display\s*:\s*none|visibility\s*:\s*(?:hidden|collapse)|opacity\s*:\s*0(?:\.0*)?(?:\s*[;!]|\s*$)"
    r"|font-size\s*:\s*0(?:\.\d+)?(?:px|pt|em|rem|%)?(?:\s*[;!]|\s*$)"
    r"|(?:left|top|text-indent)\s*:\s*-\d{3,}(?:px|em|pt)|clip(?:-path)?\s*:\s*(?:rect\(0|inset\((?:50|100)%)"
    r"|(?:^|[^-\w])color\s*:\s*(?:#fff(?:fff)?\b|white\b|transparent\b|rgba?\(\s*255\s*,\s*255\s*,\s*255)"
)
_DECLARATION = patterns.compile(r"^\s*<\?xml[^>]*\?>")
_UNSEEN = (
    "//*[@hidden or @aria-hidden='true' or self::script or self::style or self::template or self::noscript"
    " or self::object or self::iframe]"
)
_LEFT_OUT = "x-left-out"
_BLOCKS = frozenset(
    "p div section article header footer li tr h1 h2 h3 h4 h5 h6 table ul ol dl dt dd blockquote pre br main".split()
)
_MUCH_SHORTER = 0.4
"""Where the article's finder leaves out more than this, it took the text for navigation: all of the page is kept."""


def read_html(path: str, reading: Reading) -> None:
    """The page's own text. Raises Unreadable, Full."""
    with open(path, "rb") as file:
        data = file.read()
    reading.by = f"trafilatura {trafilatura.__version__}"
    page = page_of(data)
    reading.title = page.title
    if page.unseen:
        reading.tell(HIDDEN)
    reading.add(page.text)


@dataclass(frozen=True)
class Page:
    """What a page says. `heading`: its first; `unseen`: hidden text was left out."""

    text: str = ""
    title: str | None = None
    heading: str | None = None
    unseen: bool = False


def page_of(data: bytes) -> Page:
    """What a page says to who looks at it."""
    best = from_bytes(data[:200_000]).best()
    source = data.decode(best.encoding if best is not None else "utf-8", errors="replace").replace("\x00", "")
    try:
        tree = html.document_fromstring(_DECLARATION.sub("", source), parser=html.HTMLParser(remove_comments=True))
    except (ValueError, html.etree.ParserError):
        return Page()
    title = tree.findtext(".//title")
    unseen = _drop_unseen(tree)
    headings = [_flat("".join(one.itertext())) for one in tree.xpath("//h1 | //h2 | //h3")]
    whole = _plain(tree)
    found = trafilatura.extract(tree, include_comments=False, include_tables=True, favor_recall=True, fast=True)
    text = found if found and len(found) >= _MUCH_SHORTER * len(whole) else whole
    return Page(text, _flat(title or "") or None, next(filter(None, headings), None), unseen)


def _flat(text: str) -> str:
    return " ".join(text.split())


def _drop_unseen(tree: html.HtmlElement) -> bool:
    """Take out what a reader does not see; True where that held words. All at once: to take out one of many beside each
    other copies the text before it, each time."""
    words = False
    styled = [one for one in tree.xpath("//*[@style]") if _UNSEEN_STYLE.search(one.get("style", ""))]
    for element in [*tree.xpath(_UNSEEN), *styled]:
        if element.getparent() is None:
            continue
        spoken = element.tag not in {"script", "style"}
        words = words or (spoken and bool("".join(element.itertext()).strip()))
        element.tag = _LEFT_OUT
    html.etree.strip_elements(tree, _LEFT_OUT, with_tail=False)
    return words


def _plain(tree: html.HtmlElement) -> str:
    pieces: list[str] = []
    for event, element in html.etree.iterwalk(tree, events=("start", "end")):
        if not isinstance(element.tag, str) or element.tag in {"head", "title"}:
            continue
        if event == "start":
            pieces.append("\n" if element.tag in _BLOCKS else "")
            pieces.append(element.text or "")
        else:
            pieces.append("\n" if element.tag in _BLOCKS else " " if element.tag in {"td", "th"} else "")
            pieces.append(element.tail or "")
    return "".join(pieces)


def _is_locked(archive: Archive) -> bool:
    """Whether anything but its fonts is encrypted."""
    if _ENCRYPTION not in archive.names:
        return False
    for one in archive.xml(_ENCRYPTION).iter(f"{_XENC}EncryptedData"):
        method = one.find(f"{_XENC}EncryptionMethod")
        what = one.find(f".//{_XENC}CipherReference")
        name = unquote(what.get("URI", "")).casefold() if what is not None else ""
        if method is None or method.get("Algorithm", "") not in _FONT_MANGLING or name.endswith(_TEXT_PARTS):
            return True
    return False


def read_epub(path: str, reading: Reading) -> None:
    """The chapters in their order, each once: a book lists none twice (EPUB 3.3, 5.7.2), and a file of a kilobyte may
    name one 5,000 times. Raises Unreadable, Full."""
    archive = Archive(path)
    if _is_locked(archive):
        raise Unreadable(DRM)
    reading.by = f"trafilatura {trafilatura.__version__}"
    try:
        root = archive.xml(_CONTAINER).find(f".//{_ROOT}")
        package = root.get("full-path", "") if root is not None else ""
        package = package if package in archive.names else unquote(package).lstrip("/")  # a URL
        book = archive.xml(package)
    except KeyError as error:
        raise Unreadable("It is damaged: its table of contents is missing.") from error
    title = book.findtext(f".//{_DC}title")
    reading.title = title.strip() or None if title else None
    items = {one.get("id"): one.get("href", "") for one in book.iter(f"{_OPF}item")}
    folder = posixpath.dirname(package)
    listed = (unquote(items.get(reference.get("idref"), "")) for reference in book.iter(f"{_OPF}itemref"))
    for name in dict.fromkeys(posixpath.normpath(posixpath.join(folder, href)) for href in listed):
        if name not in archive.names:
            continue
        page = page_of(archive.read(name))
        if page.unseen:
            reading.tell(HIDDEN)
        reading.add(page.text, section=page.heading or page.title)
