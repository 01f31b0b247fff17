"""Which of the user's hard rules bind this call?

Until the memory issue brings `user_facts`, the only rules are those of the account: `me.auto_confirm`.
"""

from dataclasses import dataclass, field


@dataclass(frozen=True)
class RuleSet:
    """The hard rules of one user as a turn sees them. `auto_confirm`: tools that need no preview; `texts`: rules in
    free text, which reach the prompt first."""

    auto_confirm: frozenset[str] = field(default_factory=frozenset)
    texts: tuple[str, ...] = ()

    def confirms(self, tool: str) -> bool:
        """True where a write by `tool` waits for the user."""
        return tool not in self.auto_confirm
