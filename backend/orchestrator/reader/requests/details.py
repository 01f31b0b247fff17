"""Which title, people, place, time and addresses stand in the words of a request?

Everything is copied as the user wrote it, but for the times, whose shorthand is written out; code elsewhere resolves
the times and names.
"""

from dataclasses import dataclass
from datetime import datetime

from orchestrator.kit import lookaround, patterns
from orchestrator.language.lengths import ends_with_length, length_within
from orchestrator.language.people import together
from orchestrator.language.people.relations import relation_label
from orchestrator.language.statements.shape import ABBREVIATED
from orchestrator.language.text.normalize import STOP_WORDS
from orchestrator.language.time import zone_told
from orchestrator.language.time.no_days import no_days
from orchestrator.reader.discourse.draft_words import DRAFT_WORDS, unmarked
from orchestrator.reader.lexicon import Words
from orchestrator.reader.line import Line, Token, line
from orchestrator.reader.timing import Phrase, phrases, series

_EMAIL = patterns.compile(r"[\w.+-]+@[\w-]+(?:\.[\w-]+)+")
_PHONE = lookaround.compile(r"(?<![\w@.])\+?\d[\d ().-]{5,}\d(?![\w@])")
_ARTICLE = patterns.compile(r"(?:the|a|o|as|os|la|el|los|las) ")
_MINE = patterns.compile(r",? ?(?:(?:a|o|la|el) )?(?:my|minha|meu|mi|nossa|nosso|our) $")
_OF_MINE = lookaround.compile(
    r"(?:^|,) ?(?P<said>(?:(?:he|she|they)(?:'s| is| are)|(?:who )?is|(?:ela |ele )?e|(?:ella |el )?es) )?"
    r"(?:(?:(?:a|o|la|el) )?(?P<mine>my|our|minha|meu|nossa|nosso|mi|nuestra|nuestro)|an?|the|uma?|una?) "
    r"(?P<role>[^,;.@\d]{2,40}?) ?(?=[,;.]|$)"
)
"""", my physio": what somebody is to the user, in words that no table has to know; "he's a plumber", in known ones."""
_SAID_OF = lookaround.compile(
    r"(?:^|[,;]) ?(?:(?:and|e|y) )?(?:he|she|they|ela|ele|ella|el)(?:'s| is| are| e| es) "
    r"(?P<what>[^,;@\d]{3,60}?) ?(?=[,;]|$)"
)
""" "He's Teo's football coach": what is told of somebody beside their name."""
_LEFT_OVER = patterns.compile(r"(?:'s(?: new| nuevo| novo)?|,| ,)+$|^[,: ]+")
_QUOTED = patterns.compile(r'"([^"]{1,120})"')
_MOST_NAME_WORDS = 4
_MOST_PLACE_WORDS = 6


@dataclass(frozen=True)
class Parts:
    """The parts of a request that were found; empty where they were not."""

    title: str = ""
    when: str = ""
    people: tuple[str, ...] = ()
    place: str = ""


def timed(text: Line, known: Words, now: datetime, locale: str) -> tuple[Line, str]:
    """The text without its time phrases and the words left dangling before them, and these phrases joined."""
    text = _without_all_day(text.readable, known, now, locale)
    if (zone := zone_told(text.low)) is not None:
        text = text.without([(_led(zone[1], text, known), zone[2])])  # the tool reads it from the message
    quoted = [found.span() for found in _QUOTED.finditer(text.low)]
    again = [
        (start, _word_end(end, text)) for start, end in series(text.raw, now, locale) if not _within(start, quoted)
    ]
    spans = [(_led(start, text, known), end) for start, end in again]
    said = [(start, text.raw[start:end]) for start, end in again]
    unreal = [_after_meal(place, text, known) for place in no_days(text.raw, now=now, locale=locale)]
    unreal = [place for place in unreal if not _within(place[0], quoted)]
    spans += [(_led(start, text, known), end) for start, end in unreal]
    said += [(start, text.raw[start:end]) for start, end in unreal]  # the tool asks about it
    for found in phrases(text.raw, text.low, known, now, locale):
        if _within(found.start, quoted) or any(start < found.end and found.start < end for start, end in unreal):
            continue
        if any(start < found.end and found.start < end for start, end in again):
            rest = _outside(found, again, text, known)
            spans += [(_led(start, text, known), end) for start, end in rest]
            said += [(start, text.raw[start:end]) for start, end in rest]
            continue
        said.append((found.start, found.text))
        spans += [(_led(start, text, known), end) for start, end in found.spans]
    return text.without(sorted(spans)), " ".join(words for _, words in sorted(said))


def _after_meal(place: tuple[int, int], text: Line, known: Words) -> tuple[int, int]:
    """The phrase without the meal that opens it, which is what happens then: "lunch on 31 April"."""
    start, end = place
    meal = known.meal_first.match(text.low[start:end])
    return (start + meal.end() if meal else start), end


def _without_all_day(text: Line, known: Words, now: datetime, locale: str) -> Line:
    """The text without "all day" beside a day: an event without an hour takes all of it."""
    spans = [found.span() for found in DRAFT_WORDS[known.language].all_day.finditer(text.low)]
    rest = text.without(spans)
    dated = spans and any(one.mention.has_date for one in phrases(rest.raw, rest.low, known, now, locale))
    return rest if dated else text


def _word_end(end: int, text: Line) -> int:
    """The end of the word in which a phrase ends: "mondays 5ish"."""
    while 0 < end < len(text.low) and text.low[end - 1].isalnum() and text.low[end].isalpha():
        end += 1
    return end


def _within(place: int, spans: list[tuple[int, int]]) -> bool:
    return any(start <= place < end for start, end in spans)


def _outside(found: Phrase, again: list[tuple[int, int]], text: Line, known: Words) -> list[tuple[int, int]]:
    """The parts of a phrase that stand beside a recurrence: the hour of "every Tuesday with Ana at 5pm". A meal is what
    happens then."""
    return [
        (start, end)
        for start, end in found.mention.parts
        if not any(one < end and start < two for one, two in again) and not known.meal_first.match(text.low[start:end])
    ]


def _led(start: int, text: Line, known: Words) -> int:
    """Where a phrase begins with the words left dangling before it."""
    while lead := known.lead.search(text.low[:start]):
        if lead.start() == start:
            break
        start = lead.start()
    return start


_CLOCK_LIKE = patterns.compile(r"(?i)\d{1,3}[:.h]\d{1,2}(?: ?[ap]\.?m\.?)?|\d{1,3} ?(?:[ap]\.?m\.?|h|hrs?)")


def event(body: Line, known: Words, now: datetime, locale: str) -> Parts:
    """Title, time, people and place of a new event."""
    body = body.readable
    if found := known.on_calendar.search(body.low):
        body = body.without([found.span()])
    body, size = sized(body)
    rest, when = timed(body, known, now, locale)
    if size and when:
        when = f"{when} {DRAFT_WORDS[known.language].lasting} {size}"
    title = ""
    if quoted := _QUOTED.search(rest.low):
        title = rest.cut(*quoted.span(1)).written
        rest = rest.without([quoted.span()])
    elif named := known.titled.search(rest.low):
        title, rest = rest.cut(named.end(), len(rest.low)).written, rest.cut(0, named.start())
    rest, beside = _beside_the_user(rest, known)
    rest, place = _place(rest, known)
    if _CLOCK_LIKE.fullmatch(place):
        when, place = f"{when} {known.at_clock} {place}".strip(), ""  # "at 25:00" is no place: the tool asks about it
    coming = tuple(dict.fromkeys((*people_with(rest, known), *beside)))
    if not title:
        title = _capital(tidy(without_articles(unmarked(rest, known.language)[0], known).written))
    return Parts(title=title, when=when, people=coming, place=place)


def _beside_the_user(text: Line, known: Words) -> tuple[Line, tuple[str, ...]]:
    """The text without an end that says who comes beside the user, and their names: "me and Rafa"."""
    found = DRAFT_WORDS[known.language].ourselves.search(text.low)
    if found is None or not found.start():
        return text, ()
    group = next((name for name, said in found.groupdict().items() if said), None)
    return text.cut(0, found.start()), people(text.cut(*found.span(group)), known) if group else ()


def sized(text: Line) -> tuple[Line, str]:
    """The text without the length that belongs to what it names ("a 2-hour workshop") or that ends it ("drinks at
    six, 2 hours"), and its words."""
    if (found := length_within(text.low)) is not None:
        return text.without([found[:2]]), found[2]
    last = _LENGTH_LAST.search(text.low)
    length = (
        ends_with_length(text.low, "", "") if last is not None and _CLOCKED.search(text.low[: last.start()]) else None
    )
    if last is None or length is None or length[0] < last.start():
        return text, ""
    return text.cut(0, last.start()), text.cut(*length).raw


_LENGTH_LAST, _CLOCKED = patterns.compile(r", ?(?:for |durante |por |pendant )?[^,]{3,30}$"), patterns.compile(r"\d")


def without_articles(text: Line, known: Words) -> Line:
    """The text without the articles and fillers that open it."""
    found = known.articles.match(text.low)
    kept = text.cut(found.end(), len(text.low)) if found else text
    return kept if kept.low else text


def people_with(text: Line, known: Words) -> tuple[str, ...]:
    """The people named after "with", in the order they are named."""
    text = text.readable
    found = known.with_.search(text.low)
    if found is None:
        return ()
    after = text.cut(found.end(), len(text.low))
    held = together.spans(after.low)
    if place := next((one for one in known.at.finditer(after.low) if not together.inside(one.start(), held)), None):
        after = after.cut(0, place.start())
    return people(after, known)


def people(text: Line, known: Words) -> tuple[str, ...]:
    """The names of an enumeration; "the sales team" and "o dentista" are no names, "the book club" is one."""
    text = text.readable
    named: list[str] = []
    start = 0
    held = together.spans(text.low)
    joins = [m for m in known.join.finditer(text.low) if not together.inside(m.start(), held)]
    for end, following in [*((m.start(), m.end()) for m in joins), (len(text.low), 0)]:
        piece = text.cut(start, end)
        name = piece.written if together.is_together(piece.low) else _name(piece, known)
        if name and not (named and _goes_on(piece, name)):
            named.append(name)
        start = following
    return tuple(dict.fromkeys(named))


def _goes_on(piece: Line, name: str) -> bool:
    """Whether what stands behind a comma is no further name but goes on: "with Hannah, pickup from her college"."""
    return piece.raw[:1].islower() and name[:1].islower() and len(piece.low.split()) > len(name.split()) + 1


def _name(text: Line, known: Words) -> str:
    tokens = text.tokens()
    kept: list[Token] = []
    for token in tokens:
        if not kept and (known.articles.match(token.low + " ") or token.low in STOP_WORDS[known.language]):
            continue
        small = token.low in STOP_WORDS[known.language] and token.low not in {"da", "de", "do", "dos", "del", "la"}
        if small or len(kept) == _MOST_NAME_WORDS or (kept and _ends_name(kept[-1], token, kept)):
            break
        kept.append(token)
    if not kept or any(token.low in known.roles for token in kept):
        return ""
    start = kept[0].start
    # "my sister" stays whole: the resolver knows relations by that phrase.
    if kept[0].low in known.relations:
        owner = next((token for token in tokens if token.end == start - 1 and len(token.low) > 1), None)
        start = owner.start if owner is not None else start
    while kept and kept[-1].low in STOP_WORDS[known.language]:
        kept.pop()
    return text.cut(start, kept[-1].end).written if kept else ""


def _ends_name(last: Token, token: Token, kept: list[Token]) -> bool:
    """A lowercase word after a name is no part of it, one after a lowercase name neither ("with ana tomorrow")."""
    if token.low in {"da", "de", "do", "dos", "del", "la"} or last.low in {"da", "de", "do", "dos", "del", "la"}:
        return False
    if len(kept) == 1 and last.low.rstrip(".") in ABBREVIATED:
        return False  # "mrs prosser"
    return not token.raw[:1].isupper() and len(kept) >= 1


def _place(text: Line, known: Words) -> tuple[Line, str]:
    """What follows "at", as far as the people; the last "at" counts."""
    held = together.spans(text.low)
    there = [one for one in known.at.finditer(text.low) if not together.inside(one.start(), held)]
    found = next(reversed(there), None)
    if found is None or found.start() == 0:
        return text, ""
    end = len(text.low)
    if people_from := known.with_.search(text.low, found.end()):
        end = people_from.start()
    place = text.cut(found.end(), end)
    if not place.low or len(place.low.split()) > _MOST_PLACE_WORDS:
        return text, ""
    whose = known.roles & set(place.low.split()) or known.articles.match(f"{place.low} ")
    if DRAFT_WORDS[known.language].at_somebodys.search(found.group()) and whose:
        return text, ""  # "rendez-vous chez le dentiste": with whom, and no place
    skipped = _ARTICLE.match(place.low)
    name = place.cut(skipped.end(), len(place.low)) if skipped and place.raw[skipped.end() :][:1].isupper() else place
    return text.without([(found.start(), end)]), name.written


def emails(text: Line) -> tuple[str, ...]:
    """The e-mail addresses."""
    text = text.readable
    return tuple(dict.fromkeys(found.group().rstrip(".") for found in _EMAIL.finditer(text.raw)))


def phones(text: Line) -> tuple[str, ...]:
    """What looks like telephone numbers."""
    text = text.readable
    return tuple(dict.fromkeys(found.group().strip() for found in _PHONE.finditer(text.raw)))


_OF_ANOTHER = lookaround.compile(r" (?:of|d[aeo]|del)\b")
"""Behind a relation word: somebody else's, or a title ("chefe de vendas")."""


def contact(body: Line, known: Words) -> dict[str, object]:
    """Arguments of `contacts_create`."""
    body = body.readable
    found: dict[str, object] = {"emails": list(emails(body)), "phones": list(phones(body))}
    rest = body.without([m.span() for pattern in (_EMAIL, _PHONE) for m in pattern.finditer(body.low)])
    if works := known.works_at.search(rest.low):
        end = rest.low.find(",", works.end())
        end = len(rest.low) if end < 0 else end
        found["organization"] = rest.cut(works.end(), end).written
        rest = rest.without([(works.start(), end)])
    for token in rest.tokens():
        if token.low in known.relations and not _OF_ANOTHER.match(rest.low, token.end):
            found["relationship"] = token.raw
            before = _MINE.search(rest.low[: token.start])
            rest = rest.without([(before.start() if before else token.start, token.end)])
            break
    else:
        role = _OF_MINE.search(rest.low)
        if role is not None and (role["mine"] or (role["said"] and relation_label(role["role"]))):
            found["relationship"] = rest.cut(*role.span("role")).written
            rest = rest.without([role.span()])
        elif (told := _SAID_OF.search(rest.low)) is not None:
            found["notes"] = rest.cut(*told.span("what")).written
            rest = rest.without([told.span()])
    rest = rest.without([m.span() for m in known.told.finditer(rest.low)])
    name = without_articles(rest, known)
    beside = [part.strip() for part in name.written.split(",")[1:] if any(char.isalpha() for char in part)]
    if beside and not (found.get("notes") or found.get("relationship") or found.get("organization")):
        found["notes"] = ", ".join(beside)  # "Declan Moore, electrician": what nothing else explains is told of them
    found["display_name"] = _LEFT_OVER.sub("", name.written.split(",")[0].rstrip(" ")).strip()
    return found


def items(title: Line, known: Words, *, shopping: bool) -> list[str]:
    """The things of a shopping list one by one; any other title stays whole."""
    parts = [without_articles(part, known) for part in listed(title.readable, known)]
    sizes = [len(part.low.split()) for part in parts]
    if len(parts) > 1 and max(sizes) <= _MOST_OF_ITEM and (shopping or (sizes[0] == 1 and max(sizes) <= 2)):
        return [part.written for part in parts]
    return [without_articles(title, known).written]


_MOST_OF_ITEM = 4
"""Words of a thing to buy: "2 pints of milk"."""


def listed(text: Line, known: Words) -> list[Line]:
    """What stands between the commas and "and"s of a text."""
    joints = [found.span() for found in known.join.finditer(text.low)]
    starts, ends = [0, *(end for _, end in joints)], [*(start for start, _ in joints), len(text.low)]
    parts = [text.cut(start, end) for start, end in zip(starts, ends, strict=True)]
    return [part for part in parts if part.low]


def names_nothing(title: str, known: Words) -> bool:
    """Whether each word of a title only stands for something that was spoken of ("it", "that one"), but for the verb
    that opens it ("buy it"), on which such a word may hang ("compra-o")."""
    words = [token.low for token in line(title).tokens()]
    if len(words) == _VERB_AND_PRONOUN and known.deictic.fullmatch(words[1]):
        return True
    return all(
        word in STOP_WORDS[known.language] or known.deictic.fullmatch(word) or _HUNG.search(word) for word in words
    )


_VERB_AND_PRONOUN = 2
_HUNG = patterns.compile(r"-(?:l?[oa]s?|n[oa]s?|l[ae]s?|les)$")


def tidy(title: str) -> str:
    """A title without the blanks and marks that a time left behind."""
    return _BEFORE_MARK.sub(r"\1", title).strip(" ,;:-–")


_BEFORE_MARK = patterns.compile(r"\s+([,;.])")


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]
