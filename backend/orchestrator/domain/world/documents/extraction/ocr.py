"""What does a picture of text say? Tesseract reads it, one page at a time.

It is called directly: pytesseract starts it without what ends it when its parent is killed.
"""

import io
import os
import shutil
import subprocess
from functools import cache, partial
from typing import Any

from PIL import Image, ImageOps, ImageSequence, UnidentifiedImageError

from orchestrator.domain.world.documents.extraction import pdf
from orchestrator.domain.world.documents.extraction.reading import Reading, Unreadable
from orchestrator.worker_processes import confinement

PROGRAM = "tesseract"
LANGUAGES = ("eng", "por", "spa")
DOTS_PER_INCH = 200
PAGE_TIMEOUT_S = 50.0
MAX_PIXELS = 80_000_000
MAX_FRAMES = 50
_SMALL = 1_000
"""Pixels of the shorter side below which letters are too small: the picture is doubled."""
MISSING = "It holds pictures of text, and this machine has no program to read them (tesseract)."
TOO_LARGE = "The picture has too many pixels to be opened."


@cache
def languages() -> tuple[str, ...]:
    """Those of `LANGUAGES` that are installed; none where tesseract is not."""
    program = shutil.which(PROGRAM)
    if program is None:
        return ()
    listed = subprocess.run([program, "--list-langs"], capture_output=True, text=True, check=False, timeout=20)  # noqa: S603
    there = set(listed.stdout.split())
    return tuple(one for one in LANGUAGES if one in there)


def available() -> bool:
    """Whether pictures can be read here."""
    return bool(languages())


def text_of(picture: Image.Image) -> str:
    """What stands in a picture. Raises Unreadable where it can't be read in time."""
    program = shutil.which(PROGRAM)
    if program is None or not languages():
        raise Unreadable(MISSING)
    grey = ImageOps.exif_transpose(picture).convert("L")
    if min(grey.size) < _SMALL and max(grey.size) < 4 * _SMALL:
        grey = grey.resize((2 * grey.width, 2 * grey.height), Image.Resampling.LANCZOS)
    buffer = io.BytesIO()
    grey.save(buffer, "PNG", dpi=(DOTS_PER_INCH, DOTS_PER_INCH))
    try:
        done = subprocess.run(  # noqa: S603  (the program is ours, its input is a picture that we drew)
            [program, "stdin", "stdout", "-l", "+".join(languages()), "--psm", "3"],
            input=buffer.getvalue(),
            capture_output=True,
            check=False,
            timeout=PAGE_TIMEOUT_S,
            env={"OMP_THREAD_LIMIT": "1", "PATH": os.defpath, "LC_ALL": "C.UTF-8"},
            preexec_fn=partial(confinement.die_with, os.getpid()),
        )
    except subprocess.TimeoutExpired as error:
        raise Unreadable("A picture in it took too long to read.") from error
    if done.returncode != 0:
        raise Unreadable("A picture in it could not be read.")
    return done.stdout.decode("utf-8", errors="replace")


def read_image(path: str, reading: Reading) -> None:
    """The text of a picture, of a many-paged one page by page. Raises Unreadable, Full."""
    Image.MAX_IMAGE_PIXELS = MAX_PIXELS
    reading.by = PROGRAM
    try:
        picture = Image.open(path)
        if picture.width * picture.height > MAX_PIXELS:
            raise Unreadable(TOO_LARGE)
        frames = getattr(picture, "n_frames", 1)
        many = frames > 1 and picture.format == "TIFF"  # of an animation the first picture tells enough
        reading.pages = frames if many else 1
        if not available():
            reading.tell(MISSING)
            return
        if frames > MAX_FRAMES and many:
            reading.tell(f"It has {frames:,} pages: only the first {MAX_FRAMES} were read.")
        for number, frame in enumerate(ImageSequence.Iterator(picture), 1):
            reading.add(text_of(frame.copy()), page=number)
            if not many or number >= MAX_FRAMES:
                break
    except Image.DecompressionBombError as error:
        raise Unreadable(TOO_LARGE) from error
    except (UnidentifiedImageError, OSError, ValueError, SyntaxError, EOFError) as error:
        raise Unreadable("It is damaged: the picture can't be opened.") from error


def read_pages(path: str, numbers: list[int], reading: Reading, *, password: str | None = None) -> None:
    """The text of these pages (from 1) of a PDF that are pictures. Raises Full."""
    reading.by = PROGRAM
    for number in numbers:
        picture: Any = None
        try:
            picture = pdf.picture_of(path, number, dots_per_inch=DOTS_PER_INCH, password=password)
            reading.add(text_of(picture), page=number)
        except Unreadable as error:
            reading.tell(f"Page {number}: {error}")
