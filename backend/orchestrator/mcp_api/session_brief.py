"""How does an agent get the user's way at once? A brief from what is curated: rules, preferences, the sessions that
went best, and counts of what was kept and what was corrected. Written by code: nothing in it is made up.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from uuid import UUID

from orchestrator.agent.ports.requests import Owner
from orchestrator.agent.ports.resolution import Resolver
from orchestrator.agent.rules.ruleset import Rule, RuleSet
from orchestrator.agent.types.origin import Fence, Origin, least_trusted
from orchestrator.db.tx import Tx
from orchestrator.domain.memory.episodes import recall
from orchestrator.domain.memory.episodes.recall import Recalled
from orchestrator.domain.memory.facts.schemas import PROFILE, FactOut
from orchestrator.domain.memory.interactions import analytics
from orchestrator.domain.memory.interactions.schemas import Style
from orchestrator.kit.text import shorten
from orchestrator.kit.tokens import estimate
from orchestrator.mcp_api.profile import Context, binding_rules, line_of, relevant_facts, rule_line

STYLE = frozenset({PROFILE, "preference", "pattern", "insight", "decision"})
"""Categories that say who the user is and how they like things."""
MOST_EPISODES = 5
EPISODE_CHARACTERS = 400
LIKED_SHARE = 0.75
"""Of the budget, up to where preferences may go: what is left tells how answers were received, and which sessions."""
RULES = "Rules (always)"
MORE = "({number} more rules did not fit: call get_developer_profile)"


@dataclass(frozen=True)
class Brief:
    """What is told, and what it is made of."""

    text: str
    told: tuple[tuple[str, UUID], ...]
    origin: Origin
    style: Style
    rules_left_out: int = 0

    @property
    def tokens(self) -> int:
        """An estimate of the text's."""
        return estimate(self.text)


class _Room:
    """Lines while there is room."""

    def __init__(self, budget: int) -> None:
        self.budget = budget
        self.lines: list[str] = []
        self.told: list[tuple[str, UUID]] = []

    def add(self, heading: str, lines: Iterator[tuple[str, tuple[str, UUID] | None]], share: float = 1.0) -> None:
        """A section; the heading only with a line below it."""
        begun = False
        for line, ref in lines:
            added = ["", f"## {heading}", line] if not begun else [line]
            if estimate("\n".join([*self.lines, *added])) > self.budget * share:
                continue
            self.lines += added
            begun = True
            if ref is not None:
                self.told.append(ref)

    def add_rules(self, rules: Sequence[Rule]) -> int:
        """The rules, and where not all fit how many did not; answers that number."""
        whole = "\n".join([*self.lines, "", f"## {RULES}", *map(rule_line, rules)])
        short = estimate(whole) > self.budget
        kept = self.budget - (estimate(MORE) + 1 if short else 0)
        self.add(RULES, ((rule_line(one), ("fact", one.id)) for one in rules), kept / self.budget)
        left = len(rules) - len(self.told)
        more = MORE.format(number=left)
        if left and estimate("\n".join([*self.lines, more])) <= self.budget:
            self.lines.append(more)
        return left


async def brief(tx: Tx, owner: Owner, rules: RuleSet, resolver: Resolver, *, context: Context, budget: int) -> Brief:
    """The brief for one project, or for none, within the budget."""
    room = _Room(budget)
    room.lines.append(f"# How {owner.name or 'the user'} likes it")
    left_out = room.add_rules(binding_rules(rules, context.text))
    liked, _ = await relevant_facts(tx, owner, resolver, context, int(LIKED_SHARE * budget), categories=STYLE)
    style = await analytics.style(tx)
    best = await _best_sessions(tx, context)
    room.add("Preferences and patterns", _facts(liked), LIKED_SHARE)
    room.add("How answers were received", ((line, None) for line in style_lines(style)))
    room.add("Sessions that went well", _episodes(best))
    told = set(room.told)
    parts = [*(one.origin for one in liked if ("fact", one.id) in told)]
    parts += [one.origin for one in best if ("episode", one.id) in told]
    return Brief("\n".join(room.lines), tuple(room.told), least_trusted(parts), style, left_out)


async def _best_sessions(tx: Tx, context: Context) -> list[Recalled]:
    """Episodes of the context, those of sessions without friction first."""
    found = await recall.recalled(tx, context.text, limit=4 * MOST_EPISODES, vector=context.vector)
    smooth = await analytics.smooth_sessions(tx)
    return sorted(found, key=lambda one: one.session_id not in smooth)[:MOST_EPISODES]


def style_lines(style: Style) -> list[str]:
    """What the counts say, in sentences."""
    if not style.interactions:
        return []
    lines = [
        f"- {style.corrected} of {style.interactions} recorded answers were corrected; "
        f"{style.vibe_matches} long ones were left as they came."
    ]
    if style.kept_characters_p50 is not None:
        lines.append(f"- Answers that were left as they came have about {style.kept_characters_p50} characters.")
    if style.corrected_characters_p50 is not None:
        lines.append(f"- Answers that were corrected had about {style.corrected_characters_p50} characters.")
    return lines


def _facts(rows: Sequence[FactOut]) -> Iterator[tuple[str, tuple[str, UUID]]]:
    for row in rows:
        yield line_of(row), ("fact", row.id)


def _episodes(found: Sequence[Recalled]) -> Iterator[tuple[str, tuple[str, UUID]]]:
    fence = Fence()
    for one in found:
        told = fence.around(f"{one.title}: {shorten(one.summary, EPISODE_CHARACTERS)}", one.origin)
        yield f"- {one.started_at:%Y-%m-%d} {told}", ("episode", one.id)
