"""What a conversation was about when its next question came: what pronouns, "there" and "the last one" may mean."""

from dataclasses import dataclass

from orchestrator.agent.ports.entities import EntityRef
from orchestrator.agent.ports.places import Located


@dataclass(frozen=True)
class Discourse:
    """The state of a thread that a turn and its tools are handed. Empty for a call from outside."""

    asked_before: tuple[str, ...] = ()
    """What the user said before in the thread, oldest first."""
    mentioned_people: tuple[str, ...] = ()
    """The names of the people that the last answer was about."""
    recent_entities: tuple[EntityRef, ...] = ()
    """The places and events that the conversation was about, latest first: what "there" means."""
    last_entities: tuple[EntityRef, ...] = ()
    """What the last answer that was about anything was about, of any kind: what "it" means."""
    told: tuple[str, ...] = ()
    """The last answers, latest first."""
    last_written: EntityRef | None = None
    """What was written last in the thread, however long ago: what "the last one" means."""
    location: Located | None = None
    """Where the client is: what "here" means where the conversation was about no place."""
