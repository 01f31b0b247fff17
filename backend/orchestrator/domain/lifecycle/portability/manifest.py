"""What does an archive say of itself? Its format, each part, the account (docs/guides/export-format.md)."""

from typing import Annotated
from uuid import UUID

from pydantic import AfterValidator, AwareDatetime, BaseModel, ConfigDict, Field

from orchestrator.domain.people.accounts.archive import AccountFields

FORMAT = 1
NAME = "manifest.json"
DATA, FILES = "data", "files"
MAX_MANIFEST = 64_000_000

Digest = Annotated[str, Field(pattern="^[0-9a-f]{64}$")]
Count = Annotated[int, Field(ge=0)]


def _distinct(names: list[str]) -> list[str]:
    if len(set(names)) < len(names):
        raise ValueError("a column is named twice")
    return names


class _Said(BaseModel):
    model_config = ConfigDict(extra="ignore", frozen=True)


class Part(_Said):
    """One kind: `data/<name>.jsonl`, a row a line. `sha256`: of the unpacked bytes."""

    rows: Count
    bytes: Count
    sha256: Digest
    columns: Annotated[list[str], AfterValidator(_distinct)]


class File(_Said):
    """A document's bytes: `files/<document id>`."""

    bytes: Count
    sha256: Digest


class Manifest(_Said):
    """`schema_version`: the last migration's file name; `missing_files`: documents whose file was lost before."""

    format: int
    steward: str
    schema_version: str = Field(alias="schema")
    created_at: AwareDatetime
    user_id: UUID
    account: AccountFields
    parts: dict[str, Part]
    files: dict[UUID, File]
    missing_files: list[UUID] = []


def member_of(part: str) -> str:
    """The part's name in the archive."""
    return f"{DATA}/{part}.jsonl"


def member_of_file(document_id: UUID) -> str:
    """The file's name in the archive."""
    return f"{FILES}/{document_id}"
