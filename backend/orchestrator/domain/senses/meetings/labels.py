"""The speakers of a meeting as it keeps them: `[{"speaker", "name", "contact_id", "is_user", "confirmed"}]`, pure."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any
from uuid import UUID

from orchestrator.kit.ids import parse_id
from orchestrator.language.text.normalize import normalize


def told(
    label: str, called: str | None, contact: UUID | None, *, is_user: bool = False, confirmed: bool = False
) -> dict[str, Any]:
    """A speaker as the meeting keeps them."""
    return {
        "speaker": label,
        "name": called,
        "contact_id": str(contact) if contact is not None else None,
        "is_user": is_user,
        "confirmed": confirmed,
    }


def confirmed(speakers: Iterable[Mapping[str, Any]]) -> dict[str, UUID]:
    """By folded label the contacts that the user said."""
    return {
        normalize(str(one["speaker"])): contact
        for one in speakers
        if one["confirmed"] and (contact := parse_id(one["contact_id"]))
    }


def repointed(
    speakers: Sequence[Mapping[str, Any]], from_id: UUID, to_id: UUID
) -> tuple[list[dict[str, Any]], list[str]]:
    """The speakers with one contact in the place of the other, and the labels that were the other's."""
    labels = [str(one["speaker"]) for one in speakers if one["contact_id"] == str(from_id)]
    return [{**one, "contact_id": str(to_id)} if one["speaker"] in labels else dict(one) for one in speakers], labels


def restored(
    speakers: Sequence[Mapping[str, Any]], labels: Sequence[str], merged_id: UUID, kept_id: UUID
) -> list[dict[str, Any]]:
    """The same with the merged contact where it was, unless the user said otherwise since."""
    return [
        {**one, "contact_id": str(merged_id)}
        if one["speaker"] in labels and one["contact_id"] == str(kept_id)
        else dict(one)
        for one in speakers
    ]


def forgotten(speakers: Sequence[Mapping[str, Any]], contact_id: UUID) -> list[dict[str, Any]]:
    """The speakers without a contact that was erased."""
    return [
        told(str(one["speaker"]), None, None) if one["contact_id"] == str(contact_id) else dict(one) for one in speakers
    ]
