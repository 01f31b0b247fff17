"""What of contacts goes into an archive?"""

from orchestrator.db.portable import ENTITY_SAME, Portable
from orchestrator.domain.world.contacts.model import (
    Contact,
    ContactDuplicate,
    ContactGroup,
    ContactMerge,
    ContactPlace,
    Relationship,
)
from orchestrator.domain.world.contacts.service import contacts

PORTABLES = (
    Portable(Contact.__tablename__, same=(ENTITY_SAME,), check=contacts.read_again),
    Portable(ContactGroup.__tablename__, same=(ENTITY_SAME, ("name_key",))),
    Portable(Relationship.__tablename__),
    Portable(ContactPlace.__tablename__, same=(("contact_id", "place_id", "label"),)),
    Portable(ContactMerge.__tablename__, same=(("merged_id",),)),
    Portable(ContactDuplicate.__tablename__, key=("user_id", "first_id", "second_id"), newer=None),
)
