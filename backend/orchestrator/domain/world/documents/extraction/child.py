"""The child process: reads one file and prints what it says as JSON.

    python -m orchestrator.domain.world.documents.extraction.child PARENT_PID CPU_S MEDIA_TYPE PATH [PAGE …]

With page numbers it reads these pages by OCR. Over its standard input comes what it is read with (`reading.Given`, as
JSON; nothing = nothing). The answer: `{"reading": {…}}`, `{"unreadable": "why"}`; anything else (a signal, no answer)
is the parent's to tell.
"""

import json
import sys
from collections.abc import Mapping
from dataclasses import asdict
from functools import partial
from typing import Any

from orchestrator.domain.world.documents.extraction import confined
from orchestrator.domain.world.documents.extraction.reading import (
    Full,
    Given,
    Reader,
    Reading,
    Unreadable,
    joined,
)

FAILED = "It is damaged, or unlike other files of its kind: reading it failed."
NEEDS_MEMORY = "Reading it needs more memory than a document may take."


def _readers(given: Given) -> Mapping[str, Reader]:
    """By media type. Imported here: the process is confined before."""
    from orchestrator.domain.world.documents.extraction import (  # noqa: PLC0415
        mail,
        ocr,
        office,
        pdf,
        plain,
        sheets,
        slides,
        web,
    )

    office_type = "application/vnd.openxmlformats-officedocument"
    return {
        "application/pdf": partial(pdf.read, password=given.password),
        f"{office_type}.presentationml.presentation": slides.read,
        f"{office_type}.spreadsheetml.sheet": sheets.read,
        f"{office_type}.wordprocessingml.document": office.read_docx,
        "application/vnd.oasis.opendocument.text": office.read_odt,
        "application/epub+zip": web.read_epub,
        "text/html": web.read_html,
        "message/rfc822": mail.read,
        "text/markdown": plain.read_markdown,
        "image": ocr.read_image,
        "text": plain.read,
    }


def answer(media_type: str, path: str, pages: list[int], given: Given) -> dict[str, Any]:
    """What is printed."""
    reading = Reading()
    try:
        if pages:
            from orchestrator.domain.world.documents.extraction import ocr  # noqa: PLC0415

            ocr.read_pages(path, pages, reading, password=given.password)
        elif given.into is not None:
            from orchestrator.domain.world.documents.extraction import mail  # noqa: PLC0415

            mail.take_out(path, given.into, reading)
        else:
            readers = _readers(given)
            read = readers.get(media_type) or readers[media_type.partition("/")[0]]
            read(path, reading)
    except Full:
        pass
    except Unreadable as error:
        return {"unreadable": str(error)}
    except MemoryError:
        return {"unreadable": NEEDS_MEMORY}
    except Exception as error:  # noqa: BLE001  (a named border: parsers of strangers' files raise anything)
        if not (reading.parts or reading.attached):
            return {"unreadable": FAILED, "raised": type(error).__name__}
        reading.tell("It is damaged: only a part of it was read.")
    reading.parts = joined(reading.parts)
    return {"reading": asdict(reading)}


def main() -> None:
    """Confine this process, then read."""
    parent, cpu_s, media_type, path, *pages = sys.argv[1:]
    confined.confine(cpu_s=int(cpu_s), parent=int(parent))
    sys.setrecursionlimit(3_000)
    given = Given(**json.loads(sys.stdin.buffer.read() or b"{}"))
    answered = answer(media_type, path, [int(page) for page in pages], given)
    sys.stdout.buffer.write(json.dumps(answered, ensure_ascii=False).encode("utf-8", errors="replace"))
    sys.stdout.buffer.flush()


if __name__ == "__main__":
    main()
