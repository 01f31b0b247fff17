"""Does the user want one of their rules to end, and which? "Forget the rule about Fridays", "apaga a regra das dez",
"la regla de las reuniones ya no vale": the words are each language's (`rule_ending.toml`)."""

from orchestrator.kit.memo import kept_for_short_texts
from orchestrator.language.meant import folded
from orchestrator.language.pattern_tables import Compiled, read_patterns
from orchestrator.language.tables import ByLanguage, Table

MOST_CHARACTERS = 200


class _Ending(Table):
    """`rule_ending.toml`. `named`: messages that end a rule and name it, each with the group `what`; `pointed`: one
    that only points at it. `still`: what hours without notifications are called, which are a rule of their own;
    `asks_still`: who asks for them."""

    named: tuple[Compiled, ...]
    pointed: Compiled
    still: Compiled
    asks_still: Compiled


_TABLES = ByLanguage(lambda language: read_patterns(language, "rule_ending", _Ending))


@kept_for_short_texts(128)
def asked_to_end(text: str) -> str | None:
    """The words for the rule, folded; "" where they only point at it ("forget that rule"); None of another message."""
    if len(text) > MOST_CHARACTERS or text.rstrip().endswith("?"):
        return None
    said = folded(text).lstrip("¡¿ ")
    if any(table.pointed.match(said) for table in _TABLES.values()):
        return ""
    tried = (pattern.match(said) for table in _TABLES.values() for pattern in table.named)
    return next((str(found["what"]).strip(" \"'“”«».,") for found in tried if found is not None), None)


def calls_quiet_hours(words: str) -> bool:
    """Whether a rule is meant that holds notifications back: "quiet hours"."""
    said = folded(words)
    return any(table.still.match(said) for table in _TABLES.values())


def asks_for_quiet_hours(text: str) -> bool:
    """Whether they are asked for: "what are my quiet hours?"."""
    said = folded(text).lstrip("¡¿ ")
    return len(said) <= MOST_CHARACTERS and any(table.asks_still.match(said) for table in _TABLES.values())
