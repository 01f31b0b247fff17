"""Which files does an archive hold, and may they come in? Pure: bytes of a zip to bytes of its files, in memory.

Nothing is written, so no name of an archive ever becomes a path; the names are refused all the same where they would
mean something else on some disk (`..`, a drive, two that differ in case alone), for a folder is made of them later.
"""

import hashlib
import io
import stat
import unicodedata
import zipfile
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property

from orchestrator.domain.work.skills.importing.hidden import hidden_in
from orchestrator.domain.work.skills.importing.manifest import FILE
from orchestrator.domain.work.skills.importing.refusal import Refused
from orchestrator.kit import zips
from orchestrator.kit.package_texts import package_text

MEGABYTE = 1_000_000
MOST_FILES = 200
MOST_BYTES = 5 * MEGABYTE
MOST_FILE_BYTES = MEGABYTE
MOST_SKILL_BYTES = 64_000
MOST_DEPTH = 8
MOST_NAME_BYTES = 200
_JUNK = frozenset({".DS_Store", "Thumbs.db", "desktop.ini"})
_JUNK_FOLDERS = frozenset({"__MACOSX", "__pycache__", ".git"})
_DEVICES = frozenset(package_text(__name__, "device_names.txt").split())
"""Of Windows: a file of such a name can't be made there."""
_ARCHIVES = (b"PK\x03\x04", b"PK\x05\x06", b"\x1f\x8b", b"BZh", b"\xfd7zXZ\x00", b"7z\xbc\xaf\x27\x1c", b"Rar!\x1a")
_ARCHIVES_TOO = (b"\x28\xb5\x2f\xfd", b"!<arch>\n", b"xar!", b"MSCF", b"07070", b"\x04\x22\x4d\x18", b"LZIP")
_PROGRAMS = (b"\x7fELF", b"MZ", b"\0asm", b"\xca\xfe\xba\xbe", b"\xcf\xfa\xed\xfe", b"\xce\xfa\xed\xfe", b"dex\n")
_TAR_AT, _TAR = 257, b"ustar"
_COMPILED = (".pyc", ".pyo", ".so", ".dll", ".dylib", ".class", ".jar", ".exe", ".com", ".scr", ".msi", ".whl")


@dataclass(frozen=True)
class SkillFile:
    """One file of the folder. `path`: from its root, with `/`."""

    path: str
    content: bytes

    @cached_property
    def sha256(self) -> str:
        return hashlib.sha256(self.content).hexdigest()

    @cached_property
    def text(self) -> str | None:
        """What it says; None where it is no text."""
        if b"\0" in self.content:
            return None
        try:
            return self.content.decode("utf-8")
        except UnicodeDecodeError:
            return None


@dataclass(frozen=True)
class Folder:
    """The files of a skill by path, and the name of the folder that they came in, where there was one; `dropped`: what
    systems leave in folders, which is not taken in."""

    files: tuple[SkillFile, ...]
    name: str = ""
    dropped: tuple[str, ...] = ()

    @cached_property
    def digest(self) -> str:
        return digest_of((one.path, one.sha256) for one in self.files)

    @property
    def skill(self) -> SkillFile:
        return next(one for one in self.files if one.path == FILE)


def digest_of(hashes: Iterable[tuple[str, str]]) -> str:
    """sha256 (hex) over sorted `path NUL sha256-hex LF`: the whole folder's."""
    whole = hashlib.sha256()
    for path, sha256 in sorted(hashes):
        whole.update(path.encode() + b"\0" + sha256.encode() + b"\n")
    return whole.hexdigest()


def unpacked(data: bytes) -> Folder:
    """The folder in a zip. Raises Refused."""
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            return folder_of(_members(archive))
    except Refused:
        raise
    except (*zips.DAMAGED, MemoryError) as error:
        raise Refused("this is no zip that can be read") from error


def folder_of(members: Iterable[tuple[str, bytes]]) -> Folder:
    """The folder of these (path, content) pairs. Raises Refused."""
    files: list[SkillFile] = []
    dropped: list[str] = []
    total = 0
    for path, content in members:
        parts = path.split("/")
        if parts[-1] in _JUNK or _JUNK_FOLDERS & set(parts):
            dropped.append(path)
            continue
        total += len(content)
        if len(files) >= MOST_FILES or total > MOST_BYTES:
            raise Refused(f"a skill has at most {MOST_FILES} files and {MOST_BYTES // MEGABYTE} MB")
        files.append(SkillFile(path, content))
    name, files = _at_root(files)
    for one in files:
        _check_content(one)
    _check_names([one.path for one in files])
    return Folder(tuple(sorted(files, key=lambda one: one.path)), name, tuple(sorted(dropped)))


def _members(archive: zipfile.ZipFile) -> Iterator[tuple[str, bytes]]:
    entries = archive.infolist()
    if len([one for one in entries if not one.is_dir()]) > MOST_FILES or len(entries) > 2 * MOST_FILES:
        raise Refused(f"it has {len(entries)} entries, a skill has at most {MOST_FILES} files")
    seen: set[str] = set()
    left = MOST_BYTES
    for one in entries:
        path = checked_path(one.orig_filename.removesuffix("/"))
        _check_kind(one, path)
        if path in seen:
            raise Refused("it stands there twice", path)
        seen.add(path)
        if one.is_dir():
            continue
        with archive.open(one) as file:  # what the entry says of its size is not believed
            content = file.read(min(MOST_FILE_BYTES, left) + 1)
        if len(content) > MOST_FILE_BYTES:
            raise Refused(f"it has over {MOST_FILE_BYTES // MEGABYTE} MB", path)
        left -= len(content)
        if left < 0:
            raise Refused(f"its files have over {MOST_BYTES // MEGABYTE} MB together")
        yield path, content


def checked_path(path: str) -> str:
    """The path where it is one below a folder on every system. Raises Refused."""
    named = path[:80].encode("ascii", "backslashreplace").decode()
    if not path or len(path.encode("utf-8", "surrogatepass")) > MOST_NAME_BYTES:
        raise Refused(f"a file's name is empty or over {MOST_NAME_BYTES} bytes", named)
    if "\\" in path or ":" in path or path.startswith(("/", "~")):
        raise Refused("its name leads out of the folder, or would on some systems", named)
    if any(ord(letter) < 0x20 or 0xD800 <= ord(letter) < 0xE000 for letter in path) or any(hidden_in(path)):
        raise Refused("its name has characters that nobody sees", named)
    parts = path.split("/")
    if len(parts) > MOST_DEPTH:
        raise Refused(f"it lies more than {MOST_DEPTH} folders deep", named)
    for part in parts:
        if part in {"", ".", ".."} or part != part.strip() or part.endswith("."):
            raise Refused("its name leads out of the folder, or would on some systems", named)
        if part.partition(".")[0].casefold() in _DEVICES:
            raise Refused("its name is a device's on some systems", named)
    return unicodedata.normalize("NFC", path)


def _check_kind(entry: zipfile.ZipInfo, path: str) -> None:
    mode = entry.external_attr >> 16
    kind = stat.S_IFMT(mode)
    if kind and not (stat.S_ISREG(mode) or stat.S_ISDIR(mode)):
        raise Refused("it is no regular file (a link, or a device)", path)
    if mode & (stat.S_ISUID | stat.S_ISGID):
        raise Refused("it is setuid or setgid", path)
    if entry.flag_bits & 0x1:
        raise Refused("it is encrypted", path)
    if entry.compress_type not in {zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED}:
        raise Refused("it is compressed in a way that is not read here", path)


def _at_root(files: Sequence[SkillFile]) -> tuple[str, list[SkillFile]]:
    """The files below the one folder that holds SKILL.md, and that folder's name."""
    paths = {one.path for one in files}
    if FILE in paths:
        return "", list(files)
    tops = {path.partition("/")[0] for path in paths}
    if len(tops) == 1 and f"{(top := next(iter(tops)))}/{FILE}" in paths:
        return top, [SkillFile(one.path.partition("/")[2], one.content) for one in files]
    raise Refused(f"there is no {FILE} at its root (in exactly this spelling)")


def _check_names(paths: Sequence[str]) -> None:
    """No two names are one on a disk that knows no case, and none is a file here and a folder there."""
    folded: dict[str, str] = {}
    for path in paths:
        parts = unicodedata.normalize("NFKC", path).casefold().split("/")
        for depth in range(1, len(parts) + 1):
            shown = "/".join(path.split("/")[:depth])
            whole = depth == len(parts)
            known = folded.setdefault("/".join(parts[:depth]), shown if not whole else f"{shown}\0")
            if known != (f"{shown}\0" if whole else shown):
                other = known.removesuffix("\0")
                raise Refused(f"its name and that of {other!r} are one where case does not count", path)


def _check_content(file: SkillFile) -> None:
    if file.path == FILE and len(file.content) > MOST_SKILL_BYTES:
        raise Refused(f"it has over {MOST_SKILL_BYTES // 1000} kB", FILE)
    head = file.content[:8]
    archived = head.startswith((*_ARCHIVES, *_ARCHIVES_TOO)) or file.content[_TAR_AT:].startswith(_TAR)
    if archived or zipfile.is_zipfile(io.BytesIO(file.content)):  # a zip is read from its end: a picture may be one too
        raise Refused("it is an archive within the archive (an Office document counts as one)", file.path)
    if file.path.lower().endswith(_COMPILED) or (file.text is None and head.startswith(_PROGRAMS)):
        raise Refused("it is a compiled program", file.path)
    if file.path == FILE and file.text is None:
        raise Refused("it is no UTF-8 text", FILE)
    if file.text is not None:
        text = file.text.removeprefix("\ufeff")
        for line, name in hidden_in(text):
            raise Refused(f"line {line} has a character that nobody sees ({name})", file.path)
