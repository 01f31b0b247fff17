"""Which names may a file of a workspace have? Those that every file system, zip and shell takes for the same one.

Relative, `/` between its parts, NFC, no control or bidirectional characters, nothing that leads out. `.steward` is
ours, `shared` holds what is only read.
"""

import unicodedata
from pathlib import PurePosixPath

from orchestrator.errors import InvalidRequest
from orchestrator.kit import patterns

METADATA = ".steward"
SHARED = "shared"
MOST_BYTES = 1_000
MOST_PARTS = 24
PART_BYTES = 240
_HIDDEN = patterns.compile(
    "[\x00-\x1f\x7f-\x9f\u200b\u200e\u200f\u202a-\u202e\u2060-\u2069\ufeff\U000e0000-\U000e007f\ufffd]"
)
_UNPORTABLE = patterns.compile(r'[\\:*?"<>|]')
_DEVICES = frozenset({"con", "prn", "aux", "nul", *(f"{name}{n}" for name in ("com", "lpt") for n in range(10))})
SECRETS = frozenset(
    {
        *(".ssh", ".gnupg", ".aws", ".azure", ".kube", ".docker", ".netrc", ".pgpass", ".npmrc", ".pypirc"),
        *(".git-credentials", ".password-store", "secret_key", "id_rsa", "id_ecdsa", "id_ed25519", "id_dsa"),
        *("shadow", "gshadow", ".env", ".claude", ".codex", ".mozilla", "keyrings"),
    }
)
"""Names that hold keys and passwords by habit: never shown of a shared folder."""


def path_of(text: str, *, field: str = "path") -> str:
    """The path under which a file is known. Raises InvalidRequest, which says what is wrong with it."""
    if not text or len(text) > MOST_BYTES:
        raise InvalidRequest.of_field(field, f"must have 1 to {MOST_BYTES} bytes")
    try:
        text = unicodedata.normalize("NFC", text)
        size = len(text.encode())
    except UnicodeError as error:
        raise InvalidRequest.of_field(field, "is no text") from error
    if size > MOST_BYTES:
        raise InvalidRequest.of_field(field, f"must have 1 to {MOST_BYTES} bytes")
    if text.startswith("/"):
        raise InvalidRequest.of_field(field, "must be relative to the workspace")
    parts = text.split("/")
    if len(parts) > MOST_PARTS:
        raise InvalidRequest.of_field(field, f"may have {MOST_PARTS} folders at most")
    for part in parts:
        if (fault := _fault(part)) is not None:
            raise InvalidRequest.of_field(field, fault)
    return text


def _fault(part: str) -> str | None:
    if part in {"", ".", ".."}:
        return "must not hold empty parts, `.` or `..`"
    if len(part.encode()) > PART_BYTES:
        return f"each name may have {PART_BYTES} bytes at most"
    if _HIDDEN.search(part):
        return "must not hold control or invisible characters"
    if _UNPORTABLE.search(part):
        return 'must not hold any of \\ : * ? " < > |'
    if part[-1] in ". " or part[0] == " ":
        return "a name must not end in a dot or a space, nor begin with a space"
    if part.partition(".")[0].rstrip().casefold() in _DEVICES:
        return f"{part} is a device's name on other systems"
    if folded(part) == METADATA:
        return f"{METADATA} is Steward's own"
    return None


def is_shared(path: str) -> bool:
    """Whether it is in the folders that are only read."""
    return folded(path.partition("/")[0]) == SHARED


def writable(path: str) -> str:
    """`path_of`, of a path that may be written. Raises InvalidRequest."""
    path = path_of(path)
    if is_shared(path):
        raise InvalidRequest.of_field("path", f"`{SHARED}/` can be read only; choose another folder")
    return path


def folded(name: str) -> str:
    """Equal for names that a file system without case takes for one."""
    return unicodedata.normalize("NFC", unicodedata.normalize("NFKC", name).casefold())


def parents(path: str) -> list[str]:
    """The folders on the way to it, the outermost first."""
    found = [str(one) for one in PurePosixPath(path).parents if str(one) != "."]
    return found[::-1]


def holds_secrets(path: str) -> bool:
    """Whether any part of it is a name that keys and passwords have by habit."""
    return any(
        part.casefold() in SECRETS or part.casefold().endswith((".pem", ".key", ".kdbx")) for part in path.split("/")
    )
