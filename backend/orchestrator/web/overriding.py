"""Which rules is a direct write the one exception from? `?override_rule=ID`, the same for all who write."""

from typing import Annotated
from uuid import UUID

from fastapi import Query

MOST_OVERRIDDEN = 20
OverrideRule = Annotated[
    list[UUID] | None,
    Query(max_length=MOST_OVERRIDDEN, description="A held write: the rule that this is the one exception from."),
]
