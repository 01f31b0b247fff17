"""What shall be looked for first in what the user said? The eight archetypes of seed 001, and the user's own.

The user chooses by a tag on a fact of theirs: `focus:mit_engineer` names an archetype, `focus:` with any other word
makes that fact's own text the focus ("What I decide about the band" with the tag `focus:band`).
"""

from collections.abc import Iterable, Mapping, Sequence

from orchestrator.domain.memory.facts.model import UserFact
from orchestrator.domain.memory.facts.schemas import CONFIRMED
from orchestrator.kit.text import shorten

TAG = "focus:"
ARCHETYPES: Mapping[str, str] = {
    "wharton_mba": "market positioning, competitive strategy, return on investment",
    "wall_street": "financial targets, cost concerns, risk and reward",
    "mit_engineer": "technical decisions, architecture choices, optimisation",
    "sv_founder": "product-market fit, shipping velocity, growth metrics",
    "beach_bum": "work-life balance, sustainable pace, long-term vision",
    "military_cmd": "mission objectives, operational constraints, contingency planning",
    "creative_dir": "design preferences, aesthetic choices, quality standards",
    "professor": "evidence-based decisions, analytical frameworks, research priorities",
}
MOST = 4
CHARACTERS = 200


def chosen(believed: Iterable[UserFact]) -> tuple[str, ...]:
    """What the user's facts name, each once; () where they name none: then nothing comes first."""
    found: dict[str, None] = {}
    for row in believed:
        if row.trust != CONFIRMED:
            continue
        for tag in row.tags:
            if tag.lower().startswith(TAG):
                name = tag[len(TAG) :].strip().lower().replace("-", "_").replace(" ", "_")
                found[ARCHETYPES.get(name) or shorten(row.text, CHARACTERS)] = None
    return tuple(found)[:MOST]


def told(focus: Sequence[str]) -> str:
    """The sentence for a prompt; "" without any."""
    return f"Look first for: {'; '.join(focus)}. Everything else that lasts counts too." if focus else ""
