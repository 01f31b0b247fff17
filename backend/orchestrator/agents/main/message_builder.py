"""What does the main profile tell a model? Its prompt file, and the parts that every turn has."""

from functools import cache
from importlib.resources import files

from orchestrator.agent.prompting.prompt import build_prompt
from orchestrator.agent.turn.profile import Prompt, PromptMaterials


@cache
def _instructions() -> str:
    return files("orchestrator.agents.main").joinpath("prompt.md").read_text("utf-8").strip()


def build(materials: PromptMaterials) -> Prompt:
    """The prompt before the tool dialogue."""
    return build_prompt(_instructions(), materials)
