"""What kind of picture is this? Told from its first bytes; its name only lends its suffix, which Immich goes by."""

from pathlib import PurePosixPath

from orchestrator.domain.world.documents.schemas import filename_of
from orchestrator.errors import UnsupportedMedia

_SUFFIXES = {
    "image/jpeg": (".jpg", ".jpeg", ".jpe"),
    "image/png": (".png",),
    "image/gif": (".gif",),
    "image/webp": (".webp",),
    "image/tiff": (".tif", ".tiff"),
    "image/bmp": (".bmp",),
    "image/heic": (".heic", ".heif", ".hif"),
    "image/avif": (".avif",),
}
"""What Immich takes of these, the usual one first."""
_BEGINNINGS = (
    (b"\xff\xd8\xff", "image/jpeg"),
    (b"\x89PNG\r\n\x1a\n", "image/png"),
    (b"GIF8", "image/gif"),
    (b"II*\x00", "image/tiff"),
    (b"MM\x00*", "image/tiff"),
    (b"BM", "image/bmp"),
)
_BRANDS = {b"avif": "image/avif", b"avis": "image/avif"} | dict.fromkeys(
    (b"heic", b"heix", b"heim", b"heis", b"hevc", b"hevx", b"mif1", b"msf1"), "image/heic"
)


def media_type_of(content: bytes) -> str:
    """Raises UnsupportedMedia where it is no picture that a library takes."""
    if content[:4] == b"RIFF" and content[8:12] == b"WEBP":
        return "image/webp"
    if content[4:8] == b"ftyp" and (found := _BRANDS.get(content[8:12])):
        return found
    found = next((kind for beginning, kind in _BEGINNINGS if content.startswith(beginning)), "")
    if not found:
        raise UnsupportedMedia("This is no picture: send a JPEG, PNG, HEIC, WebP, AVIF, GIF, TIFF or BMP.")
    return found


def is_picture(media_type: str) -> bool:
    """Whether a file of this kind may be a photo."""
    return media_type in _SUFFIXES


def named(filename: str | None, media_type: str) -> str:
    """The file's name with a suffix of what it is."""
    name = filename_of(filename)
    suffixes = _SUFFIXES[media_type]
    return name if PurePosixPath(name).suffix.lower() in suffixes else f"{name}{suffixes[0]}"
