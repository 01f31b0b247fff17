"""What can be asked? The kinds of question that the reader tells apart."""

from enum import StrEnum


class Kind(StrEnum):
    """What the answer has to say."""

    MOST = "most"
    DECIDED = "decided"
    PROMISED = "promised"
    SAID = "said"
    COUNT = "count"
    HOW_LONG = "how_long"
    ATTRIBUTE = "attribute"
    CLOCK = "clock"
    NEXT = "next"
    FREE = "free"
    CONFLICT = "conflict"
    WHEN = "when"
    WHERE = "where"
    WHO = "who"
    BRIEFING = "briefing"
    AGENDA = "agenda"
    EXISTS = "exists"
    TOPIC = "topic"
    GREETING = "greeting"
    THANKS = "thanks"
    FAREWELL = "farewell"
    ABILITIES = "abilities"
    UNABLE = "unable"
    NOTHING = "nothing"
