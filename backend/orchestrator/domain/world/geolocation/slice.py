"""What does geolocation register? The tool that looks around exists where a process has a map."""

from collections.abc import Sequence

from orchestrator.agent.tools.spec import ToolSpec
from orchestrator.agent.types.vocabulary import ASKED, RULE_SURE, RoutingRule, Vocabulary
from orchestrator.domain.foundation.slices.erasable import Erasable
from orchestrator.domain.foundation.slices.manifest import Slice
from orchestrator.domain.foundation.slices.means import ToolMeans
from orchestrator.domain.world.geolocation import geocoding, tools
from orchestrator.domain.world.geolocation.nearby_tool import nearby_tools
from orchestrator.domain.world.geolocation.service import Whereabouts
from orchestrator.language.speech_acts.intents import Topic


def _with(means: ToolMeans) -> Sequence[ToolSpec]:
    whereabouts = means.own.get(Whereabouts)
    return nearby_tools(whereabouts) if whereabouts is not None else ()


_VOCABULARY = Vocabulary(
    rules=(RoutingRule(110, ASKED, frozenset({Topic.WHEREABOUTS}), "place_query", RULE_SURE, "asks of here or there"),),
)

SLICE = Slice(
    "geolocation",
    vocabulary=_VOCABULARY,
    tools=tools.TOOLS,
    tools_with=_with,
    erasable=(Erasable(kind=geocoding.ANSWER, redact=geocoding.redact),),
    left_out={"geocoder_answers": "a cache"},
)
