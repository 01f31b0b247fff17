"""The agents that come with Steward: what each is for, what it is told, whom it may ask."""

from orchestrator.domain.work.agents.schemas import AgentBudget, AgentFields

READING = ["search_memories", "get_events", "get_todos", "get_contacts", "get_places", "get_facts"]
PAPERS = ["search_documents", "get_document", "search_meetings"]
PLANNER = "planner"
_BUDGET = AgentBudget(tokens=20_000, minutes=5, calls=20)


def _agent(name: str, purpose: str, instructions: str, *, tools: list[str], asks: tuple[str, ...] = ()) -> AgentFields:
    return AgentFields(
        name=name,
        purpose=purpose,
        instructions=instructions,
        tools=tools,
        collaborators=list(asks),
        budget=_BUDGET,
    )


SHIPPED: tuple[AgentFields, ...] = (
    _agent(
        PLANNER,
        "Breaks a goal into few checkable steps.",
        "Use as few steps as the goal needs. Give every step one agent, only the tools that it needs, and a check that "
        "code can make. Never plan a change or a message to anybody that the goal does not ask for.",
        tools=[],
    ),
    _agent(
        "researcher",
        "Finds what is known, with its source.",
        "Look with the tools first, then report only what their results say. Quote the words that each finding stands "
        "on. Say what was looked for and not found.",
        tools=[*READING, *PAPERS, "recall_episodic", "web_search"],
        asks=("analyst",),
    ),
    _agent(
        "writer",
        "Turns findings into a text that can be used as it is.",
        "Write from the findings that you were handed and from nothing else. Short sentences, the user's language, the "
        "most important first.",
        tools=["search_memories", "get_facts"],
        asks=("researcher", "reviewer"),
    ),
    _agent(
        "analyst",
        "Compares, counts and weighs what was found.",
        "Count and compare by the tools' results, never from memory. Give each figure with the result that it was "
        "taken from.",
        tools=[*READING, "search_documents", "count_documents"],
        asks=("researcher",),
    ),
    _agent(
        "coder",
        "Writes and changes files in a mission's workspace.",
        "Change only files of the workspace. Say which files you wrote, and what was not tried.",
        tools=["search_documents", "get_document"],
        asks=("reviewer",),
    ),
    _agent(
        "reviewer",
        "Holds a result against what was asked for.",
        "Look for what is missing, wrong or unproved. Name each fault and what it stands on; do not mend it yourself.",
        tools=[*READING, *PAPERS],
    ),
)
