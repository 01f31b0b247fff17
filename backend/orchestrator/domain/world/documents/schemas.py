"""What do clients say about documents, and what are they told?"""

import base64
import binascii
from dataclasses import dataclass
from datetime import datetime
from pathlib import PurePosixPath, PureWindowsPath
from typing import Annotated, Any, ClassVar, Literal
from uuid import UUID

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, PrivateAttr, SecretStr

from orchestrator.domain.foundation.entities.schemas import MANY, EntityFields, EntityOut, OptionalLine, OrEmpty
from orchestrator.kit.text import storable
from orchestrator.scheduling.async_jobs import JobType

KIND = "document"
SUMMARY = "document_summary"
"""In provenance: the summary of the document of that id, which may be made of a rule too."""
RULE = "fact"
MAX_BYTES = 100_000_000
"""Of a file; api.md, Limits."""
JOB_TIMEOUT_S = 1_800.0
"""Of one attempt: a minute for the text, ten for scanned pages, the rest for a model's summary and for waiting."""
ATTEMPTS = 3
FILENAME_CHARACTERS = 200
PASSWORD_CHARACTERS = 1_000
DEFAULT_FILENAME = "document"
EnhancementStatus = Literal["pending", "running", "done", "failed"]
_CONTACT = "018f4f2e-7c1a-7b0e-9d5c-3f2a1b0c9d8e"
EXAMPLE: dict[str, Any] = {
    "title": "Ana's prescription",
    "filename": "prescription.txt",
    "text": "Prescription for Ana Souza: amoxicillin 500 mg, three times a day.",
    "tags": ["health"],
}


def _link(value: object) -> object:
    """A contact's id stands for a link without a label."""
    return {"contact_id": value} if isinstance(value, str) else value


class ContactLinkIO(BaseModel):
    """Somebody whom the document is about. `label` (Title Case): what they are in it. `quote`, `page`, `section`: where
    the document names them; null where the user made the link."""

    model_config = ConfigDict(extra="ignore")

    contact_id: UUID
    label: OptionalLine = None
    quote: str | None = Field(default=None, exclude_if=lambda value: value is None)
    page: int | None = Field(default=None, exclude_if=lambda value: value is None)
    section: str | None = Field(default=None, exclude_if=lambda value: value is None)


ContactLinks = Annotated[
    list[Annotated[ContactLinkIO, BeforeValidator(_link, json_schema_input_type=ContactLinkIO | UUID)]],
    OrEmpty,
    Field(max_length=MANY, default_factory=list),
]


@dataclass(frozen=True)
class Received:
    """A file that lies in the store under `stored_as`, not yet anybody's."""

    stored_as: UUID
    filename: str
    media_type: str
    size_bytes: int
    sha256: str
    notices: tuple[str, ...] = ()


class DocumentFields(EntityFields):
    """What a client may say about a document beside its file."""

    model_config = ConfigDict(
        extra="ignore",
        json_schema_extra={
            "examples": [
                {
                    "title": "Prescription",
                    "tags": ["health"],
                    "contacts": [{"contact_id": _CONTACT, "label": "Patient"}],
                }
            ]
        },
    )

    title: OptionalLine = Field(default=None, description="The file's name where it is absent.")
    contacts: ContactLinks


class IncomingDocument(DocumentFields):
    """An item of `POST /ingest/document`: its text, or a file's bytes."""

    MAX_TEXT: ClassVar[int] = 10_000_000

    filename: OptionalLine = None
    text: str | None = Field(default=None, max_length=MAX_TEXT)
    content_base64: str | None = Field(default=None, description="A file's bytes instead of `text`.")

    _received: "Received | None" = PrivateAttr(default=None)

    @property
    def received(self) -> "Received | None":
        """The file, once it is on the disk."""
        return self._received

    def receive(self, received: "Received") -> None:
        """Its file is on the disk."""
        self._received = received

    def content(self) -> bytes | None:
        """The bytes; None where none were given. Raises ValueError."""
        if self.content_base64 is not None:
            try:
                return base64.b64decode(self.content_base64, validate=True)
            except (binascii.Error, ValueError) as error:
                msg = "`content_base64` is no base64"
                raise ValueError(msg) from error
        return storable(self.text).encode() if self.text is not None else None


class DocumentOut(EntityOut):
    """A document. `enhancement_status`: how far reading it is; `enhancement_error`: why it could not be read;
    `notices`: what its owner should know of the file or of what was left out. `kinds`: what it seems to be
    (prescription, invoice, …); `generated_by`: who wrote the summary, a model or `reader` (the document's own first
    sentences). What it says is `third_party` whatever the row's origin."""

    title: str
    filename: str
    media_type: str
    size_bytes: int
    sha256: str
    enhancement_status: EnhancementStatus
    enhancement_error: str | None
    summary: str | None
    generated_by: str | None
    language: str | None
    kinds: list[str]
    pages: int | None
    notices: list[str]
    contacts: list[ContactLinkIO] = Field(default_factory=list)
    parent_id: UUID | None = Field(default=None, description="The mail that it hung on.")
    attachments: list[UUID] = Field(default_factory=list, description="Of a mail: the documents that hung on it.")


class EnhancingOut(BaseModel):
    """The job that will read it, and from when on."""

    job_id: UUID
    document_id: UUID
    run_after: datetime
    enhancement_status: EnhancementStatus = "pending"


class TextPart(BaseModel):
    """A part of what a document says, with where it stands."""

    ordinal: int
    page: int | None
    section: str | None
    text: str


class TextOut(BaseModel):
    """What was read of a document, in order. `next`: the ordinal that goes on, None at its end."""

    document_id: UUID
    parts: list[TextPart]
    next: int | None = None


class UnlockIn(BaseModel):
    """The password of an encrypted PDF. It is used once, and kept nowhere."""

    model_config = ConfigDict(
        extra="forbid", hide_input_in_errors=True, json_schema_extra={"examples": [{"password": "correct horse"}]}
    )

    password: Annotated[SecretStr, Field(min_length=1, max_length=PASSWORD_CHARACTERS)]


class Enhance(BaseModel):
    """Payload of `documents.enhance`: which document. What it says stays in its file."""

    document_id: UUID


ENHANCE = JobType("documents.enhance", Enhance, max_attempts=ATTEMPTS, timeout_s=JOB_TIMEOUT_S)
"""Read a document: text, chunks, index, kinds, contacts, summary."""


def filename_of(name: str | None) -> str:
    """A file's name alone, without folders and what no file system takes; "document" where nothing is left."""
    text = storable(name or "")
    text = PureWindowsPath(PurePosixPath(text).name).name
    kept = "".join(letter for letter in text if letter.isprintable() and letter not in '"<>|*?:\\/').strip(" .")
    if len(kept) > FILENAME_CHARACTERS:
        suffix = PurePosixPath(kept).suffix[:20]
        kept = kept[: FILENAME_CHARACTERS - len(suffix)] + suffix
    return kept or DEFAULT_FILENAME


def title_of(filename: str) -> str:
    """What a document is called that nobody named."""
    stem = PurePosixPath(filename).stem
    return " ".join(stem.replace("_", " ").split()) or filename
