"""What do briefings register? Which push told of one is forgotten in an archive: pushes stay in their home. A whole
user goes by the foreign keys of their rows."""

from orchestrator.agent.types.vocabulary import RULE_SURE, Intent, RoutingRule, ToolGroup, Vocabulary
from orchestrator.db.portable import Portable
from orchestrator.domain.foundation.slices.erasable import Erasable
from orchestrator.domain.foundation.slices.manifest import Slice
from orchestrator.domain.work.briefings import jobs, service, tools
from orchestrator.domain.work.briefings.model import BriefingRow
from orchestrator.domain.work.pushes.service import Pushes
from orchestrator.language.intents import Topic
from orchestrator.language.mood import Mood

_VOCABULARY = Vocabulary(
    groups=(
        ToolGroup(
            "briefing",
            intents=frozenset({"briefing"}),
            apart=True,
            words=("briefing daily morning today summary resumo dia manhã hoje resumen día mañana hoy"),
        ),
    ),
    intents=(Intent("briefing", 90, everything=True, looks_up=True),),
    rules=(
        RoutingRule(
            30,
            frozenset(Mood) - {Mood.STATEMENT},
            frozenset({Topic.BRIEFING}),
            "briefing",
            RULE_SURE,
            "asks for a briefing",
        ),
    ),
    records=frozenset({Topic.BRIEFING}),
)

SLICE = Slice(
    "briefings",
    vocabulary=_VOCABULARY,
    tools=tools.TOOLS,
    jobs_with=lambda means, _: jobs.briefing_jobs(means.models, Pushes(means.default_zone), means.set_zone),
    scheduled=jobs.SCHEDULED,
    erasable=(Erasable(kind="briefing", redact=service.redact),),
    portable=(Portable(BriefingRow.__tablename__, same=(("date",),), not_told={"push_id": "null"}),),
)
