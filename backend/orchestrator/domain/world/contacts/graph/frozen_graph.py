"""What is a graph of contacts in a model's words, and what is it as a proposal?"""

from collections.abc import Mapping
from typing import Any
from uuid import UUID

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from orchestrator.domain.foundation.asking.arguments import ToolArguments
from orchestrator.domain.world.contacts.schemas import ContactFields
from orchestrator.errors import ToolRejected
from orchestrator.kit.ids import new_id

ME = "me"
MOST = 20
LISTS = ("nicknames", "emails", "phones", "groups")
TEXTS = ("organization", "title", "birthday", "notes")


class Person(ToolArguments):
    """One contact of a graph as words name it."""

    name: str = Field(min_length=1, max_length=500, description="The name as the user said it.")
    known: bool = Field(
        default=False, description="True where the user speaks of somebody whom they know: “Pilar's new number”."
    )
    nicknames: list[str] = Field(default_factory=list, max_length=MOST)
    emails: list[str] = Field(default_factory=list, max_length=MOST)
    phones: list[str] = Field(default_factory=list, max_length=MOST)
    organization: str = Field(default="", description="Company or institution.")
    title: str = Field(default="", description="Their job.")
    birthday: str = Field(default="", description="The user's words for it.")
    notes: str = ""
    groups: list[str] = Field(default_factory=list, max_length=MOST)


class Relation(ToolArguments):
    """`person` is the `label` of `of`."""

    person: str = Field(min_length=1, description="A name; 'me' for the user.")
    label: str = Field(min_length=1, max_length=200, description="What person is to of: 'Sister', 'Older Brother'.")
    of: str = Field(default=ME, description="A name; 'me' for the user.")
    reciprocal_label: str = Field(default="", max_length=200, description="What of is to person.")


class Home(ToolArguments):
    """A place of somebody's."""

    person: str = Field(min_length=1)
    place: str = Field(min_length=1, max_length=500)
    label: str = Field(default="", max_length=200, description="'Home' or 'Work'.")


class ContactGraph(ToolArguments):
    """Arguments of `contact_graph`."""

    contacts: list[Person] = Field(default_factory=list, max_length=MOST)
    relationships: list[Relation] = Field(default_factory=list, max_length=MOST)
    contact_place_links: list[Home] = Field(default_factory=list, max_length=MOST)
    who: str = Field(default="", description="Leave empty.")


class FrozenPerson(BaseModel):
    """A contact as it is frozen: an existing one (`version` when it was looked at) or a new one. Lists are added to,
    what is empty stays."""

    model_config = ConfigDict(extra="forbid")

    id: UUID = Field(default_factory=new_id)
    version: int | None = None
    name: str = Field(min_length=1, max_length=500)
    nicknames: list[str] = Field(default_factory=list, max_length=MOST)
    emails: list[str] = Field(default_factory=list, max_length=MOST)
    phones: list[str] = Field(default_factory=list, max_length=MOST)
    organization: str = ""
    title: str = ""
    birthday: str = ""
    notes: str = ""
    groups: list[str] = Field(default_factory=list, max_length=MOST)

    @property
    def known(self) -> bool:
        return self.version is not None


class FrozenRelation(BaseModel):
    """`of` is None for the user; `name` is what a list shows of it."""

    model_config = ConfigDict(extra="forbid")

    name: str = ""
    person: UUID
    label: str = Field(min_length=1, max_length=200)
    of: UUID | None = None
    reciprocal_label: str = Field(default="", max_length=200)


class FrozenHome(BaseModel):
    """`place_id` is None for a place that is made when it is confirmed; `name` is what a list shows of it."""

    model_config = ConfigDict(extra="forbid")

    name: str = ""
    person: UUID
    place: str = Field(min_length=1, max_length=500)
    place_id: UUID | None = None
    label: str = Field(default="", max_length=200)


class Frozen(BaseModel):
    """The whole proposal."""

    model_config = ConfigDict(extra="forbid")

    contacts: list[FrozenPerson] = Field(default_factory=list, max_length=MOST)
    relationships: list[FrozenRelation] = Field(default_factory=list, max_length=MOST)
    contact_place_links: list[FrozenHome] = Field(default_factory=list, max_length=MOST)

    def named(self, contact_id: UUID) -> FrozenPerson:
        """The person of that id."""
        return next(one for one in self.contacts if one.id == contact_id)


def frozen_of(arguments: Mapping[str, Any]) -> Frozen:
    """Frozen arguments, checked. Raises ToolRejected, naming the field, where an edit made them no graph."""
    try:
        graph = Frozen.model_validate(arguments)
    except ValidationError as error:
        first = error.errors()[0]
        raise ToolRejected(f"{'.'.join(str(part) for part in first['loc'])}: {first['msg']}") from error
    ids = {one.id for one in graph.contacts}
    for relation in graph.relationships:
        if {relation.person, *([relation.of] if relation.of else [])} - ids:
            raise ToolRejected("relationships: `person` and `of` are ids of `contacts`.")
    if any(home.person not in ids for home in graph.contact_place_links):
        raise ToolRejected("contact_place_links: `person` is the id of one of `contacts`.")
    return graph


def told_of(one: FrozenPerson) -> dict[str, Any]:
    """What was said of them, by the names of a contact's fields."""
    given = one.model_dump(include={*LISTS, *TEXTS})
    return {name: value for name, value in given.items() if value}


def fields_of(one: FrozenPerson) -> ContactFields:
    """Raises ToolRejected where it is no contact."""
    try:
        return ContactFields.model_validate({"display_name": one.name, **told_of(one)})
    except ValueError as error:
        raise ToolRejected(f"This is no contact: {error}") from error
