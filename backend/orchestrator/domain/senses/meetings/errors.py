"""What can go wrong with a meeting, beside what goes wrong everywhere?"""

from orchestrator.errors import StewardError


class SummaryUnreadable(StewardError):
    """The model's answer was no summary: no JSON object, or one without a text. The message holds nothing of it."""
