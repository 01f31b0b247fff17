"""What does a PDF say, page by page, and what does it say that nobody sees?"""

import ctypes
from typing import Any

import pypdfium2
import pypdfium2.raw as pdfium
from pypdf import PdfReader
from pypdf.errors import PyPdfError

from orchestrator.domain.world.documents.extraction.reading import (
    FEW_CHARACTERS,
    LOCKED_PDF,
    MAX_PAGES,
    NOT_THE_RIGHT_ONE,
    Reading,
    Unreadable,
)

BROKEN = "It is damaged: no program here can open it as a PDF."
_INVISIBLE = 3
"""Text render mode "neither fill nor stroke" (PDF 32000-1, 9.3.6): also the text layer of a scan."""
_TINY_POINTS = 1.0
_WHITE = 250
_SHORTEST = 8
"""Characters of a hidden text that is looked for and left out; shorter ones occur by chance."""
_SAYS_NOTHING = "\ufffd"
_MOSTLY = 0.3
"""A page with so many letters that its fonts don't name is read from its picture."""


def read(path: str, reading: Reading, *, password: str | None = None) -> None:
    """The pages of a PDF. Raises Unreadable, Full."""
    try:
        document = pypdfium2.PdfDocument(path, password=password)
    except pypdfium2.PdfiumError as error:
        if pdfium.FPDF_GetLastError() == pdfium.FPDF_ERR_PASSWORD or "password" in str(error).lower():
            raise Unreadable(NOT_THE_RIGHT_ONE if password else LOCKED_PDF) from error
        _read_otherwise(path, reading, password)
        return
    reading.by = f"pypdfium2 {pypdfium2.PYPDFIUM_INFO.version}"
    reading.pages = len(document)
    if reading.pages > MAX_PAGES:
        reading.tell(f"It has {reading.pages:,} pages: only the first {MAX_PAGES} were read.")
    for number in range(min(reading.pages, MAX_PAGES)):
        _page(document, number, reading)


def _page(document: pypdfium2.PdfDocument, number: int, reading: Reading) -> None:
    try:
        page = document[number]
    except pypdfium2.PdfiumError:
        reading.tell(f"Page {number + 1} is damaged and was left out.")
        return
    textpage = page.get_textpage()
    try:
        text = textpage.get_text_bounded() or ""
        hidden, faint = _hidden(page, textpage)
        for each in hidden:
            text = text.replace(each, " ")
        if hidden:
            reading.tell(f"Page {number + 1} holds invisible text, which was left out.")
        elif faint:
            reading.tell(f"Page {number + 1} holds white text, which may not be visible.")
    finally:
        textpage.close()
        page.close()
    seen = text.replace(_SAYS_NOTHING, "").strip()
    if len(seen) < FEW_CHARACTERS or text.count(_SAYS_NOTHING) > _MOSTLY * len(text):
        reading.pictures.append(number + 1)
    reading.add(text, page=number + 1)


def _hidden(page: pypdfium2.PdfPage, textpage: pypdfium2.PdfTextPage) -> tuple[list[str], bool]:
    """The texts that are invisible or too small to be seen, and whether there is white text. A page whose text is all
    invisible is a scan with its text laid under it: nothing of that is hidden."""
    texts: list[tuple[str, bool]] = []
    faint = picture = False
    for thing in page.get_objects(max_depth=4):
        if thing.type == pdfium.FPDF_PAGEOBJ_IMAGE:
            picture = True
        if thing.type != pdfium.FPDF_PAGEOBJ_TEXT:
            continue
        unseen = pdfium.FPDFTextObj_GetTextRenderMode(thing.raw) == _INVISIBLE or _size(thing.raw) < _TINY_POINTS
        texts.append((_text(thing.raw, textpage), unseen))
        faint = faint or _is_white(thing.raw)
    spoken = [(text.strip(), unseen) for text, unseen in texts if text.strip()]
    if picture and spoken and all(unseen for _, unseen in spoken):
        return [], False
    return [text for text, unseen in spoken if unseen and len(text) >= _SHORTEST], faint


def _size(raw: Any) -> float:
    """The height of its letters in points, as drawn."""
    size, matrix = ctypes.c_float(), pdfium.FS_MATRIX()
    if not pdfium.FPDFTextObj_GetFontSize(raw, ctypes.byref(size)):
        return _TINY_POINTS
    if pdfium.FPDFPageObj_GetMatrix(raw, ctypes.byref(matrix)):
        return float(size.value * (matrix.c**2 + matrix.d**2) ** 0.5)
    return float(size.value)


def _is_white(raw: Any) -> bool:
    red, green, blue, alpha = (ctypes.c_uint() for _ in range(4))
    parts = (red, green, blue, alpha)
    if not pdfium.FPDFPageObj_GetFillColor(raw, *(ctypes.byref(one) for one in parts)):
        return False
    return alpha.value == 0 or min(red.value, green.value, blue.value) >= _WHITE


def _text(raw: Any, textpage: pypdfium2.PdfTextPage) -> str:
    length = pdfium.FPDFTextObj_GetText(raw, textpage.raw, None, 0)
    if length <= 2:
        return ""
    buffer = ctypes.create_string_buffer(length)
    pdfium.FPDFTextObj_GetText(raw, textpage.raw, ctypes.cast(buffer, ctypes.POINTER(ctypes.c_ushort)), length)
    return buffer.raw[: length - 2].decode("utf-16-le", errors="ignore")


def _read_otherwise(path: str, reading: Reading, password: str | None) -> None:
    """What PDFium refuses, pypdf may still read."""
    try:
        document = PdfReader(path)
        if document.is_encrypted and not document.decrypt(password or ""):
            raise Unreadable(NOT_THE_RIGHT_ONE if password else LOCKED_PDF)
        reading.by = "pypdf"
        reading.pages = len(document.pages)
        for number, page in enumerate(document.pages[:MAX_PAGES], 1):
            text = page.extract_text() or ""
            if len(text.strip()) < FEW_CHARACTERS:
                reading.pictures.append(number)
            reading.add(text, page=number)
    except (PyPdfError, ValueError, KeyError, TypeError, AttributeError, RecursionError, OSError) as error:
        if not reading.parts:  # a damaged file may fail anywhere inside its parser
            raise Unreadable(BROKEN) from error
        reading.tell("It is damaged: only a part of it was read.")


def picture_of(path: str, number: int, *, dots_per_inch: int, password: str | None = None) -> Any:
    """The page (from 1) as a grey picture (PIL) for OCR. Raises Unreadable where it can't be drawn."""
    try:
        document = pypdfium2.PdfDocument(path, password=password)
        page = document[number - 1]
        scale = dots_per_inch / 72
        longest = max(page.get_size()) * scale
        return page.render(scale=scale * min(1.0, MAX_PIXELS_A_SIDE / longest), grayscale=True).to_pil()
    except pypdfium2.PdfiumError as error:
        raise Unreadable(f"Page {number} can't be drawn.") from error


MAX_PIXELS_A_SIDE = 5_000
"""A page of a metre has no smaller letters than one of A4."""
