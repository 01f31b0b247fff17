"""What worker processes do with a document: they read one file, and give what it says part by part."""

from collections.abc import Iterator, Mapping
from dataclasses import asdict
from typing import Any

from orchestrator.domain.world.documents.extraction.reading import Full, Reader, Reading, Unreadable, joined
from orchestrator.worker_processes.task import Given

FAILED = "It is damaged, or unlike other files of its kind: reading it failed."


def _readers() -> Mapping[str, Reader]:
    """By media type. Imported here: the fork server need not hold them all."""
    from orchestrator.domain.world.documents.extraction import mail, ocr, office, pdf, plain, web  # noqa: PLC0415

    return {
        "application/pdf": pdf.read,
        "application/vnd.openxmlformats-officedocument.wordprocessingml.document": office.read_docx,
        "application/vnd.oasis.opendocument.text": office.read_odt,
        "application/epub+zip": web.read_epub,
        "text/html": web.read_html,
        "message/rfc822": mail.read,
        "text/markdown": plain.read_markdown,
        "image": ocr.read_image,
        "text": plain.read,
    }


def read(given: Given) -> Iterator[Any]:
    """Argument: the file's `path` and `media_type`, and the numbers of `pages` that are read by OCR instead. Yields
    `{"reading": …}` and then its parts, or `{"unreadable": "why"}`. Raises MemoryError."""
    answered = _answer(given.argument["media_type"], given.argument["path"], given.argument["pages"])
    if isinstance(answered, str):
        yield {"unreadable": answered}
        return
    told = asdict(answered)
    parts = told.pop("parts")
    yield {"reading": told}
    yield from parts


def _answer(media_type: str, path: str, pages: list[int]) -> Reading | str:
    reading = Reading()
    try:
        if pages:
            from orchestrator.domain.world.documents.extraction import ocr  # noqa: PLC0415

            ocr.read_pages(path, pages, reading)
        else:
            readers = _readers()
            read = readers.get(media_type) or readers[media_type.partition("/")[0]]
            read(path, reading)
    except Full:
        pass
    except Unreadable as error:
        return str(error)
    except MemoryError:
        raise
    except Exception:  # noqa: BLE001  (a named border: parsers of strangers' files raise anything)
        if not reading.parts:
            return FAILED
        reading.tell("It is damaged: only a part of it was read.")
    reading.parts = joined(reading.parts)
    return reading
