"""With which words is a time to come told, and how do they stand where nobody can misread them?"""

from datetime import timedelta

from orchestrator.language.pattern_tables import Compiled, Looking, read_patterns
from orchestrator.language.tables import ByLanguage, Language, Table
from orchestrator.language.time import mentions
from orchestrator.reader.line import Line, spelled
from orchestrator.reader.request import Scene


class ToldPlans(Table):
    """`told_plans.toml`. `opens`: what stands before what is told; `no_plan`: that it is thought, said, refused, a
    matter of the weather; `of_a_day`: what has a day and no hour; `said_to_be`: what ends the name of something before
    its time ("is planned"); `takes_place`: what tells of something known when it is; `clause`: where a clause with a
    subject of its own begins; `due`: that something is to be done by then, with the thing (`what`) or the errand
    (`errand`; `finite`: in a form of the verb that is not its name); `need`: where that is told behind something
    else; `ends`: what asks only to have it told; `weekly`: what takes place week by week though only its weekdays are
    told, `every` with what `joins` two of them says so; `back`: that somebody comes home, and no more; `way_back`: what
    that is called; `bare_hours`: two hours (`one`, `other`) without a word that says so, and `hours` with it;
    `habitual`: a weekday (`day`) on which what is `weekly` comes `again`; `on_shift`, `nights`: that
    somebody works those hours or nights, and with what word (`shift`, `night_shift`)."""

    opens: Compiled
    no_plan: Compiled
    of_a_day: Compiled
    said_to_be: Looking
    takes_place: Looking
    clause: Looking
    due: Compiled
    need: Looking
    ends: Looking
    weekly: Looking
    every: str
    joins: str
    back: Looking
    way_back: str
    bare_hours: Compiled
    hours: str
    habitual: Looking
    again: str
    on_shift: Compiled
    shift: str
    nights: Compiled
    night_shift: str


TOLD_PLANS = ByLanguage(lambda language: read_patterns(language, "told_plans", ToldPlans))
EDGES = " ,;:.-–"


def plainly(text: Line, language: Language) -> Line:
    """The text with its hours and weekdays as nobody can misread them: "das 19 às 22" is "das 19h às 22h", "le samedi"
    of a lesson "chaque samedi"."""
    table = TOLD_PLANS[language]
    plainer = (
        (table.on_shift, table.shift),
        (table.nights, table.night_shift),
        (table.bare_hours, table.hours),
        (table.habitual, table.again),
    )
    for pattern, written in plainer:
        found = next(iter(pattern.finditer(text.low)), None)
        if found is None or (pattern is table.habitual and not table.weekly.search(text.low)):
            continue
        told = written
        for name, said in found.groupdict().items():
            told = told.replace(f"<{name}>", said or "")
        start, end = found.span("said")
        text = spelled(f"{text.raw[:start]}{told}{text.raw[end:]}", language)
    return text


def without_its_end(text: Line, table: ToldPlans) -> Line:
    found = table.ends.search(text.low)
    return text.cut(0, found.start()) if found is not None and found.start() else text


def is_a_weekday(said: str, scene: Scene) -> bool:
    """Whether words are the name of a weekday and no more: "tuesday", not "next tuesday"."""
    if len(said.split()) > 1:
        return False
    days = [mentions(said, now=scene.now + timedelta(days=days), locale=scene.locale) for days in (0, 1)]
    return all(len(one) == 1 for one in days) and days[0][0].start.weekday() == days[1][0].start.weekday()


def without_its_opening(text: Line, table: ToldPlans, at: int = 0) -> Line:
    """The text without what stands before what is told, from a place on."""
    opening = table.opens.match(text.low[at:])
    return text.without([(at, at + opening.end())]) if opening is not None and opening.end() else text
