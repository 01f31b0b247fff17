"""What do the two sides of a relationship say, and can both be true?

Labels are written in Title Case; what one side leaves out is said by the other ("Mother" of somebody known to be a
brother is answered "Son"). The gender of a person is what labels tell of them, nothing else.
"""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from uuid import UUID

from orchestrator.domain.world.contacts.schemas import RELATION_TAG, RelationshipIO
from orchestrator.errors import FieldError, InvalidRequest
from orchestrator.language.people import kinship

Edge = tuple[UUID, UUID, str | None, str | None]
"""(a, b, what b is to a, what a is to b)"""


@dataclass(frozen=True)
class Known:
    """What is known before a change. `present`: the contact's links as it sees them; `said_here`: the others of those
    links that were said from this contact's side, so that saying them anew replaces them; `said`: the labels that each
    contact involved has been given; `edges`: all other relationships of the user, for forebears."""

    contact_id: UUID
    locale: str
    present: Sequence[RelationshipIO] = ()
    said_here: frozenset[UUID] = frozenset()
    said: Mapping[UUID, Sequence[str]] = field(default_factory=dict)
    edges: Sequence[Edge] = ()


def written(link: RelationshipIO, known: Known) -> RelationshipIO:
    """The link with both labels, as it is kept. Raises InvalidRequest where it can't be true."""
    label, back = _cased(link.label), _cased(link.reciprocal_label)
    same = next((one for one in known.present if one.contact_id == link.contact_id and one.label == label), None)
    if back is None and label is not None:
        own = kinship.gender_of(known.said.get(known.contact_id, ()))
        back = same.reciprocal_label if same is not None else kinship.reciprocal(label, own, known.locale)
    if label is None and back is not None:
        others = kinship.gender_of(known.said.get(link.contact_id, ()))
        label = kinship.reciprocal(back, others, known.locale)
    whole = RelationshipIO(contact_id=link.contact_id, label=label, reciprocal_label=back)
    _check(link, whole, known)
    return whole


def labels_said(edges: Iterable[Edge], tags: Mapping[UUID, Sequence[str]]) -> dict[UUID, list[str]]:
    """The labels that each contact has been given by others, and by the user's own tags."""
    found: dict[UUID, list[str]] = defaultdict(list)
    for one, other, label, back in edges:
        if label:
            found[other].append(label)
        if back:
            found[one].append(back)
    for contact_id, listed in tags.items():
        found[contact_id] += relation_tags(listed)
    return found


def relation_tags(tags: Iterable[str]) -> list[str]:
    """What a contact's tags say that it is to the user."""
    return [label for tag in tags if tag.startswith(RELATION_TAG) and (label := tag.removeprefix(RELATION_TAG).strip())]


def is_forebear(label: str | None) -> bool:
    """Whether the label puts one of the two above the other in a family tree."""
    return kinship.is_ancestor(label) or kinship.is_descendant(label)


def _check(said: RelationshipIO, whole: RelationshipIO, known: Known) -> None:
    if whole.contact_id == known.contact_id:
        raise _wrong(whole.contact_id, "a contact has no relationship with itself")
    if kinship.contradicts(whole.label, whole.reciprocal_label):
        raise _wrong(whole.contact_id, f"“{whole.label}” and “{whole.reciprocal_label}” can't both be true")
    corrects = said.label is not None and said.reciprocal_label is not None
    for one in () if corrects or whole.contact_id in known.said_here else known.present:
        if one.contact_id == whole.contact_id and kinship.contradicts(whole.label, one.reciprocal_label):
            told = f"“{whole.label}” contradicts that this one is “{one.reciprocal_label}” of that one"
            raise _wrong(whole.contact_id, f"{told}; give both labels, or remove the relationship first")
    if _closes_circle(whole, known):
        raise _wrong(whole.contact_id, f"with “{whole.label}” somebody would be their own forebear")


def _closes_circle(link: RelationshipIO, known: Known) -> bool:
    if kinship.is_ancestor(link.label):
        below, above = known.contact_id, link.contact_id
    elif kinship.is_descendant(link.label):
        below, above = link.contact_id, known.contact_id
    else:
        return False
    parents: dict[UUID, set[UUID]] = defaultdict(set)
    for one, other, label, back in known.edges:
        if {one, other} == {below, above}:
            continue
        if kinship.is_ancestor(label) or kinship.is_descendant(back):
            parents[one].add(other)
        elif kinship.is_descendant(label) or kinship.is_ancestor(back):
            parents[other].add(one)
    reached, left = {above}, [above]
    while left:
        left += (new := parents[left.pop()] - reached)
        reached |= new
    return below in reached


def _cased(label: str | None) -> str | None:
    return kinship.title_case(label) if label else None


def _wrong(contact_id: UUID, message: str) -> InvalidRequest:
    errors: list[FieldError] = [{"loc": ["relationships", "contact_id", str(contact_id)], "message": message}]
    return InvalidRequest(f"This relationship can't be: {message}.", errors=errors)
