"""What time is it elsewhere: "what time is it in Tokyo", "que horas são no Japão"? By the zone of a town that one is
named after, or of a country that has one zone; the words of a language are its `clocks.toml`."""

from dataclasses import dataclass
from datetime import datetime
from zoneinfo import ZoneInfo

from orchestrator.language.pattern_tables import Compiled, read_patterns
from orchestrator.language.places.countries import country_code
from orchestrator.language.places.zones import zone_of
from orchestrator.language.tables import ByLanguage, Language, Table
from orchestrator.reader.line import Line


class _Clocks(Table):
    """`clocks.toml`. `elsewhere`: the question, `where` the place."""

    elsewhere: Compiled


_CLOCKS = ByLanguage(lambda language: read_patterns(language, "clocks", _Clocks))


@dataclass(frozen=True)
class Elsewhere:
    """A place as it was said; `zone`: the name of its IANA zone, None where it is not known."""

    place: str
    zone: str | None

    def moment(self, now: datetime, zone: str) -> datetime | None:
        """The wall time there; `now` is that of `zone`."""
        if self.zone is None:
            return None
        return now.replace(tzinfo=ZoneInfo(zone)).astimezone(ZoneInfo(self.zone)).replace(tzinfo=None)


def elsewhere(text: Line, language: Language) -> Elsewhere | None:
    """The place whose time is asked for; None where no other place's is."""
    found = _CLOCKS[language].elsewhere.match(text.low)
    if found is None:
        return None
    place = text.cut(*found.span("where")).written
    zone = zone_of(place)
    # "What time is it in the meeting room", of a place that is no town, is no question for a clock.
    named = zone is not None or place[:1].isupper() or country_code(place) is not None
    return Elsewhere(place, zone) if named else None
