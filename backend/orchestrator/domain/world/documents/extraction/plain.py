"""What does a text file say, whatever its encoding? Markdown by its headings."""

from charset_normalizer import __version__, from_bytes

from orchestrator.domain.world.documents.extraction.reading import MAX_CHARACTERS, Reading, Unreadable
from orchestrator.kit import patterns

_HEADING = patterns.compile(r"(?m)^(#{1,6})[ \t]+(.+?)[ \t]*#*$")
_READ = 4 * MAX_CHARACTERS
_LOOKED_AT = 200_000
_HIGH = 0x80
_FEW = 0.15
"""Where so few letters are no ASCII it is a Western language; in others nearly all of them are none."""
_CONTROLS = frozenset(range(32)) - frozenset(b"\t\n\r\f\x1b")


def decoded(data: bytes) -> str | None:
    """The text of bytes; None where they are no text."""
    for mark, encoding in ((b"\xef\xbb\xbf", "utf-8-sig"), (b"\xff\xfe", "utf-16"), (b"\xfe\xff", "utf-16")):
        if data.startswith(mark):
            return data.decode(encoding, errors="replace")
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError as error:
        if error.start > len(data) - 4:  # cut inside a letter
            return data[: error.start].decode("utf-8")
    sample = data[:_LOOKED_AT]
    if 0 < sum(byte >= _HIGH for byte in sample) < _FEW * len(sample) and not any(byte in _CONTROLS for byte in sample):
        return data.decode("cp1252", errors="replace")
    best = from_bytes(sample).best()
    return data.decode(best.encoding, errors="replace") if best is not None else None


def read(path: str, reading: Reading) -> None:
    """Plain text. Raises Unreadable, Full."""
    reading.by = f"charset-normalizer {__version__}"
    reading.add(_text(path))


def read_markdown(path: str, reading: Reading) -> None:
    """A part for each heading. Raises Unreadable, Full."""
    reading.by = f"charset-normalizer {__version__}"
    text = _text(path)
    starts = [(found.start(), found[2]) for found in _HEADING.finditer(text)]
    reading.title = starts[0][1] if starts else None
    bounds = [0, *(start for start, _ in starts), len(text)]
    names = [None, *(name for _, name in starts)]
    for name, begin, end in zip(names, bounds, bounds[1:], strict=False):
        reading.add(text[begin:end], section=name)


def _text(path: str) -> str:
    with open(path, "rb") as file:
        text = decoded(file.read(_READ))
    if text is None:
        raise Unreadable("It is no text: its letters can't be told from its bytes.")
    return text
