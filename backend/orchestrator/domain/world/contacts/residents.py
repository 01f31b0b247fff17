"""Who lives or works at a place, and which places are somebody's? Over `contact_places`, and what a contact says of
where they work."""

from collections.abc import Sequence
from typing import Literal, NamedTuple
from uuid import UUID

from orchestrator.db.tx import Tx
from orchestrator.domain.world.contacts.known import known
from orchestrator.domain.world.contacts.links import service as links
from orchestrator.domain.world.contacts.model import Contact
from orchestrator.domain.world.contacts.service import contacts
from orchestrator.domain.world.places.known import KnownPlace
from orchestrator.domain.world.places.service import described
from orchestrator.errors import NotFound
from orchestrator.language.text.normalize import normalize, tokens

Role = Literal["lives", "works", "other"]

_LIVES = frozenset(
    """home house apartment flat lives living live residence residential resident roommate flatmate tenant casa lar
    apartamento apto mora vive reside residencia residente morada piso hogar domicilio vivienda""".split()
)
_WORKS = frozenset(
    """work works working office job workplace employer employee clinic practice shop store trabalho trabalha escritorio
    emprego empresa consultorio clinica loja trabajo trabaja oficina empleo despacho tienda""".split()
)


class Settled(NamedTuple):
    """A contact at a place: `label` as it is linked (None: linked without one), `role` what it means."""

    contact: Contact
    label: str | None
    role: Role


class OwnPlace(NamedTuple):
    """A place of a contact."""

    place: KnownPlace
    label: str | None
    role: Role


def role_of(label: str | None, *, home_like: bool) -> Role:
    """What a label says; without one somebody lives at what is a home."""
    words = set(tokens(label or ""))
    if words & _LIVES:
        return "lives"
    if words & _WORKS:
        return "works"
    return "lives" if home_like and not words else "other"


async def contacts_of_place(tx: Tx, place_id: UUID) -> list[Settled]:
    """Who is linked to the place, by name, and who works for an organisation of its name; hidden ones are left out.
    Raises NotFound."""
    place = next(iter(await described(tx, [place_id])), None)
    if place is None:
        raise NotFound("There is no such place.")
    there = await links.at_place(tx, place_id)
    rows = {row.id: row for row in await contacts.many(tx, [one for one, _ in there])}
    found = [
        Settled(rows[contact_id], label, role_of(label, home_like=place.home_like))
        for contact_id, label in there
        if contact_id in rows and rows[contact_id].hidden_at is None
    ]
    found += await _employed(tx, place, {one.contact.id for one in found})
    return sorted(found, key=lambda one: (normalize(one.contact.display_name), one.contact.id))


async def places_of_contact(tx: Tx, contact_id: UUID) -> list[OwnPlace]:
    """The places linked to a contact, where they live first, then where they work; hidden ones are left out."""
    linked = (await links.place_links(tx, [contact_id]))[contact_id]
    there = {one.id: one for one in await described(tx, [one.place_id for one in linked])}
    found = [
        OwnPlace(place, one.label, role_of(one.label, home_like=place.home_like))
        for one in linked
        if (place := there.get(one.place_id)) is not None
    ]
    order: Sequence[Role] = ("lives", "works", "other")
    return sorted(found, key=lambda one: order.index(one.role))


async def _employed(tx: Tx, place: KnownPlace, there: set[UUID]) -> list[Settled]:
    """Contacts whose organisation is called as the place is."""
    names = {normalize(name) for name in (place.name, *place.aliases)}
    ids = [
        one.id
        for one in await known(tx)
        if one.organization and normalize(one.organization) in names and one.id not in there
    ]
    return [Settled(row, None, "works") for row in await contacts.many(tx, ids)]
