"""Which two relations make a third? The spouse's father is the father-in-law, whether or not anybody noted him so.

`paths_of("mi suegro") -> (("spouse", "parent"),)`: the first step is to the user, the second to whoever that is. A
gender is read from the label of the last step alone.
"""

from collections.abc import Iterable, Mapping

from orchestrator.language.people.kinship import kin_of
from orchestrator.language.people.relations import relation_label

_SPOUSES = frozenset({"spouse", "partner", "betrothed", "sweetheart"})
ROLES_OF: Mapping[str, frozenset[str]] = {
    "spouse": _SPOUSES,
    "parent": frozenset({"parent"}),
    "child": frozenset({"child"}),
    "sibling": frozenset({"sibling", "twin", "half-sibling"}),
}
_PATHS: Mapping[str, tuple[tuple[str, str], ...]] = {
    "parent-in-law": (("spouse", "parent"),),
    "sibling-in-law": (("spouse", "sibling"), ("sibling", "spouse")),
    "child-in-law": (("child", "spouse"),),
    "grandparent": (("parent", "parent"),),
    "grandchild": (("child", "child"),),
    "parents-sibling": (("parent", "sibling"),),
    "siblings-child": (("sibling", "child"),),
}
"""By role, the relations that two steps make: the first is to the user, the second to whoever that is."""


_THROUGH_THE_USER: Mapping[tuple[str, str], str] = {
    ("child", "sibling"): "child",
    ("child", "parent"): "spouse",
    ("child", "grandparent"): "parent",
    ("child", "parents-sibling"): "sibling",
    ("spouse", "child"): "child",
    ("sibling", "parent"): "parent",
    ("sibling", "sibling"): "sibling",
    ("sibling", "siblings-child"): "child",
    ("parent", "grandchild"): "child",
    ("parent", "spouse"): "parent",
}
"""Who is to one of the user's own what they are because of the user: by the owner's role to the user and the relation
that is asked for, the role to the user of whom that means."""


def through_the_user(owner: Iterable[str], phrase: str, other: Iterable[str]) -> bool:
    """Whether somebody (`other`: their labels to the user) is to one of the user's own (`owner`: theirs) what a phrase
    says, though nobody noted it: a son's sister is a daughter."""
    said = kin_of(relation_label(phrase) or "")
    if said is None:
        return False
    means = {
        role
        for (step, asked), then in _THROUGH_THE_USER.items()
        if asked == said.role and is_one_of(owner, ROLES_OF[step])
        for role in ROLES_OF[then]
    }
    there = [kin for label in other if (kin := kin_of(label)) is not None]
    return any(kin.role in means and said.gender in {None, kin.gender} for kin in there)


def paths_of(phrase: str) -> tuple[tuple[str, str], ...]:
    """The two steps to whoever is to the user what a phrase says; none of a phrase that says more or anything else."""
    label = relation_label(phrase)
    kin = kin_of(label) if label is not None else None
    return _PATHS.get(kin.role, ()) if kin is not None else ()


def is_one_of(labels: Iterable[str], roles: Iterable[str]) -> bool:
    """Whether one of the labels is of one of the roles."""
    wanted = frozenset(roles)
    return any((kin := kin_of(label)) is not None and kin.role in wanted for label in labels)


def ends_as(label: str, step: str, phrase: str) -> bool:
    """Whether a label is the last step to whom a phrase means, of the gender that it says."""
    there, said = kin_of(label), kin_of(relation_label(phrase) or "")
    return (
        there is not None and said is not None and there.role in ROLES_OF[step] and said.gender in {None, there.gender}
    )
