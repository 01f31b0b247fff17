"""What worker processes do with a document: they read one file, and give what it says part by part."""

from collections.abc import Iterator
from dataclasses import asdict
from functools import partial
from importlib import import_module
from typing import Any

from orchestrator.domain.world.documents.extraction.reading import (
    Full,
    Reader,
    Reading,
    ReadWith,
    Unreadable,
    joined,
)
from orchestrator.worker_processes.task import Given

FAILED = "It is damaged, or unlike other files of its kind: reading it failed ({kind})."
PARTLY = "It is damaged: only a part of it was read ({kind})."
"""`kind`: the type of what the parser raised, for whoever reports it; never its words, which may be the file's."""


_OFFICE = "application/vnd.openxmlformats-officedocument"
_READERS = {
    "application/pdf": "pdf:read",
    f"{_OFFICE}.presentationml.presentation": "slides:read",
    f"{_OFFICE}.spreadsheetml.sheet": "sheets:read",
    f"{_OFFICE}.wordprocessingml.document": "office:read_docx",
    "application/vnd.oasis.opendocument.text": "office:read_odt",
    "application/epub+zip": "web:read_epub",
    "text/html": "web:read_html",
    "message/rfc822": "mail:read",
    "text/markdown": "plain:read_markdown",
    "image": "ocr:read_image",
    "text": "plain:read",
}
"""By media type, or the first half of it: the module beside this one, and its function."""


def module_of(media_type: str) -> str:
    """The module that reads it, for the fork server: it loads those that are needed, a quarter of a second each.
    Raises KeyError for a type that nothing reads (intake refuses it)."""
    return f"{__package__}.{_named(media_type)[0]}"


def _named(media_type: str) -> tuple[str, str]:
    module, _, name = (_READERS.get(media_type) or _READERS[media_type.partition("/")[0]]).partition(":")
    return module, name


def _reader(media_type: str, with_: ReadWith) -> Reader:
    module, name = _named(media_type)
    read: Any = getattr(import_module(f"{__package__}.{module}"), name)
    return partial(read, password=with_.password) if module == "pdf" else read


def read(given: Given) -> Iterator[Any]:
    """Argument: the file's `path` and `media_type`, the numbers of `pages` that are read by OCR instead, and what it is
    read `with` (`reading.ReadWith`). Yields `{"reading": …}` and then its parts, or `{"unreadable": "why"}`. Raises
    MemoryError."""
    asked = given.argument
    answered = _answer(asked["media_type"], asked["path"], asked["pages"], ReadWith(**asked["with"]))
    if isinstance(answered, str):
        yield {"unreadable": answered}
        return
    told = asdict(answered)
    parts = told.pop("parts")
    yield {"reading": told}
    yield from parts


def _answer(media_type: str, path: str, pages: list[int], with_: ReadWith) -> Reading | str:
    reading = Reading()
    try:
        if pages:
            from orchestrator.domain.world.documents.extraction import ocr  # noqa: PLC0415

            ocr.read_pages(path, pages, reading, password=with_.password)
        elif with_.into is not None:
            from orchestrator.domain.world.documents.extraction import mail  # noqa: PLC0415

            mail.take_out(path, with_.into, reading)
        else:
            _reader(media_type, with_)(path, reading)
    except Full:
        pass
    except Unreadable as error:
        return str(error)
    except MemoryError:
        raise
    except Exception as error:  # noqa: BLE001  (a named border: parsers of strangers' files raise anything)
        if not (reading.parts or reading.attached):
            return FAILED.format(kind=type(error).__name__)
        reading.tell(PARTLY.format(kind=type(error).__name__))
    reading.parts = joined(reading.parts)
    return reading
