"""What does `zipfile` raise of a zip that is damaged, encrypted, or packed in a way that it does not know?"""

import struct
import zipfile
import zlib

try:
    from lzma import LZMAError
except ImportError:  # a Python without it packs and unpacks by the other methods
    LZMAError = zlib.error  # type: ignore[misc, assignment]

DAMAGED = (
    *(zipfile.BadZipFile, zipfile.LargeZipFile, struct.error, zlib.error, LZMAError),
    *(EOFError, OSError, NotImplementedError, RuntimeError, ValueError, OverflowError),
)
