"""What does the search of the web register? Its tool, where an instance is configured."""

from orchestrator.agent.types.vocabulary import (
    ASKED,
    RULE_LIKELY,
    RULE_MIXED,
    RULE_SURE,
    WANTED,
    Intent,
    RoutingRule,
    ToolGroup,
    Vocabulary,
)
from orchestrator.domain.foundation.slices.manifest import Slice
from orchestrator.domain.foundation.web_search.tools import web_search_tools
from orchestrator.language.speech_acts.intents import Topic
from orchestrator.language.speech_acts.mood import Mood

_VOCABULARY = Vocabulary(
    groups=(
        ToolGroup(
            "web", intents=frozenset({"web_search"}), apart=True, words="web internet online site página rede red"
        ),
    ),
    intents=(Intent("web_search", 80, through="web"),),
    rules=(
        RoutingRule(
            20,
            frozenset({Mood.QUESTION, Mood.UNCLEAR}),
            frozenset({Topic.WEB_SEARCH}),
            "web_search",
            RULE_SURE,
            "asks to search the web",
        ),
        RoutingRule(
            200,
            ASKED,
            frozenset({Topic.WEB}),
            "web_search",
            RULE_MIXED,
            "speaks of the web, the news or the weather",
        ),
        RoutingRule(300, WANTED, frozenset({Topic.WEB}), "web_search", RULE_LIKELY, "asks for the web"),
    ),
    instructions={
        "web": "The user asked for the web and you have not searched it. Call web_search first, then answer from its "
        "results and name their addresses."
    },
)

SLICE = Slice(
    "web_search",
    tools_with=lambda means: web_search_tools(means.web) if means.web is not None else (),
    vocabulary=_VOCABULARY,
)
