"""What do places register? Words mean one by its name, what else it is called, or its address."""

from orchestrator.agent.tools.spec import ToolContext
from orchestrator.agent.types.vocabulary import (
    ASKED,
    RULE_LIKELY,
    RULE_SURE,
    WANTED,
    FollowUp,
    Intent,
    RoutingRule,
    ToolGroup,
    Vocabulary,
)
from orchestrator.db.portable import ENTITY_SAME, Portable
from orchestrator.domain.foundation.entities.schemas import lines
from orchestrator.domain.foundation.slices.manifest import Slice
from orchestrator.domain.foundation.withdrawal.entities import withdrawable
from orchestrator.domain.world.places import tools
from orchestrator.domain.world.places.merge_records.merge_repository import PlaceMerge
from orchestrator.domain.world.places.merging.service import PlaceMerges
from orchestrator.domain.world.places.merging.tools import merge_tools
from orchestrator.domain.world.places.repository import Place
from orchestrator.domain.world.places.service import places
from orchestrator.language.speech_acts.intents import Topic


def _titled(_ctx: ToolContext, row: Place) -> tuple[str, str, str]:
    return row.name, row.address or row.category or "", lines([row.name, *row.aliases, row.category, row.address])


_VOCABULARY = Vocabulary(
    groups=(
        ToolGroup(
            "places",
            intents=frozenset({"place_query"}),
            words=(
                "place location address where lives map lugar sítio local morada endereço onde mora mapa "
                "lugar sitio dirección dónde vive mapa"
            ),
        ),
    ),
    intents=(Intent("place_query", 70, looks_up=True, was_said="always"),),
    rules=(
        RoutingRule(
            130, WANTED, frozenset({Topic.NAMES_PLACE}), "place_query", RULE_SURE, "gives a name to where the user is"
        ),
        RoutingRule(210, ASKED, frozenset({Topic.PLACE}), "place_query", RULE_LIKELY, "a place is named"),
    ),
    records=frozenset({Topic.PLACE}),
    follow_ups=(FollowUp("place", 20, somewhere=True, concerns=True),),
    needless_ids=frozenset({"place_id"}),
)

SLICE = Slice(
    "places",
    vocabulary=_VOCABULARY,
    tools=tools.TOOLS,
    tools_over=lambda registered: merge_tools(PlaceMerges(registered.place_referrers)),
    erasable=(places.erasable(),),
    withdrawable=(withdrawable(places, _titled),),
    portable=(
        Portable(Place.__tablename__, same=(ENTITY_SAME,), check=places.read_again),
        Portable(PlaceMerge.__tablename__, same=(("merged_id",),)),
    ),
)
