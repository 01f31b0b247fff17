"""The tools of facts: `get_facts` reads, `remember_fact`, `correct_fact` and `forget` change."""

from orchestrator.agent.tools.spec import ReadTool, ToolSpec, WriteTool
from orchestrator.domain.memory.facts.tools import correct_tool as correcting
from orchestrator.domain.memory.facts.tools import forget_tool as forgetting
from orchestrator.domain.memory.facts.tools import read_tools
from orchestrator.domain.memory.facts.tools import remember_tool as remembering

ERASING_S = 60.0

TOOLS: tuple[ToolSpec, ...] = (
    ReadTool(
        name="get_facts",
        description="Read what is known about the user, now or as it was believed at a past time.",
        group="memory",
        extra_groups=frozenset({"search", "contacts", "places"}),
        execute=read_tools.get_facts,
        arguments=read_tools.GetFacts,
        hidden_arguments=frozenset({"limit", "attribute", "kind", "as_known_now"}),
        examples=(("what do you know about me?", {}), ("what did you believe about my job in May?",
                                                       {"query": "job", "when": "in May"})),
    ),
    WriteTool(
        name="remember_fact",
        description="Remember a lasting fact that the user states about themselves or their people.",
        group="memory",
        keeps_text=True,
        execute=remembering.remember,
        arguments=remembering.RememberFact,
        prepare=remembering.prepare_remember,
        revise=remembering.revise_remember,
        undo=remembering.undo,
        version=remembering.version,
        examples=(("remember that I'm allergic to nuts", {"text": "I'm allergic to nuts", "subjects": ["nuts"]}),),
    ),
    WriteTool(
        name="correct_fact",
        description="Correct a remembered fact that the user says is wrong, or since when it is so.",
        group="memory",
        keeps_text=True,
        execute=correcting.correct,
        arguments=correcting.CorrectFact,
        prepare=correcting.prepare_correct,
        revise=correcting.revise_correct,
        undo=remembering.undo,
        version=remembering.version,
        examples=(("no, I live in Lisbon", {"fact": "where I live", "text": "I live in Lisbon"}),),
    ),
    WriteTool(
        name="forget",
        description="Forget a remembered fact for good. Only if the user says so; it can't be undone.",
        group="memory",
        execute=forgetting.execute,
        arguments=forgetting.Forget,
        prepare=forgetting.prepare,
        revise=forgetting.revise,
        version=remembering.version,
        timeout_s=ERASING_S,
        examples=(("forget that I'm allergic to nuts", {"fact": "allergic to nuts"}),),
        irreversible=True,
    ),
)  # fmt: skip
