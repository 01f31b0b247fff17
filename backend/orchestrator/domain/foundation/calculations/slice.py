"""What do calculations register? `calculate`, in every process: a model that counts in its head is often wrong."""

from collections.abc import Sequence
from functools import partial

from pydantic import Field

from orchestrator.agent.tools.spec import ReadTool, ToolContext, ToolResult, ToolSpec
from orchestrator.agent.types.origin import Origin
from orchestrator.agent.types.vocabulary import GENERAL_INTENT, ToolGroup, Vocabulary
from orchestrator.domain.foundation.asking.arguments import ToolArguments
from orchestrator.domain.foundation.slices.manifest import Slice
from orchestrator.domain.foundation.slices.means import ToolMeans
from orchestrator.errors import ToolFailed
from orchestrator.integrations.sandbox.port import CalculationFailed, Calculator, UntrustedCode

GROUP = "calculations"


class Calculate(ToolArguments):
    """Arguments of `calculate`."""

    code: str = Field(
        min_length=1,
        max_length=20_000,
        description="A Python expression, or a short program whose last line is the result: '(1200 * 0.23) / 12'. "
        "No files, no network.",
    )


async def calculate(calculator: Calculator, ctx: ToolContext, arguments: Calculate) -> ToolResult:
    """The value of the last line. Its label is the model's: who wrote the code chose the numbers."""
    del ctx
    try:
        found = await calculator.evaluate(arguments.code)
    except CalculationFailed as error:
        raise ToolFailed(f"{error.detail} Correct the code.") from error
    told = {"code": arguments.code, "result": found.shown, "value": found.value}
    return ToolResult(
        {**told, "printed": found.printed} if found.printed else told,
        f"{arguments.code[:80]} = {found.shown[:80]}",
        origin=Origin.AGENT,
        evidence=frozenset({"calculation"}),
    )


def _tools(means: ToolMeans) -> Sequence[ToolSpec]:
    untrusted = means.own.get(UntrustedCode)
    if untrusted is None:
        return ()
    return (
        ReadTool(
            name="calculate",
            description="Work out a sum or a small calculation with given numbers.",
            group=GROUP,
            execute=partial(calculate, untrusted.calculator),
            arguments=Calculate,
            examples=(("what is 17.5 percent of 1240?", {"code": "1240 * 17.5 / 100"}),),
        ),
    )


SLICE = Slice(
    "calculations",
    vocabulary=Vocabulary(
        groups=(
            ToolGroup(
                GROUP,
                intents=frozenset({GENERAL_INTENT}),
                words="calculate sum number percent calcular soma conta número porcentagem cuenta suma porcentaje",
            ),
        ),
    ),
    tools_with=_tools,
)
