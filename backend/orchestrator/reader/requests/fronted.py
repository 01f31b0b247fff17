"""How does a request read whose thing stands before its verb, or hangs on it: "the dentist, move it to 11", "la cena
del 4 cancelala", "retrásalo media hora"? The verb first, as the plain command that it is in whatever form it was said
("me cancelás", "quiero que canceles"), then its thing, as the templates have it."""

from collections.abc import Mapping
from itertools import islice

from orchestrator.language.lexicon import LEXICONS
from orchestrator.language.pattern_tables import Compiled, read_patterns
from orchestrator.language.tables import ByLanguage, Table, Words
from orchestrator.reader.lexicon import Words as Known
from orchestrator.reader.line import Line, Token, joined, line

_MOST_TOKENS = 24
_IMPERATIVE = "w"


class _Fronted(Table):
    """`fronted.toml`. `hung`: a verb (`verb`) on which its object hangs; `object`: words for one behind the verb;
    `bare`: what may follow a verb that leaves it out; `asks`: what ends the thing that stands before the verb and only
    asks for it; `that`: the word for what was spoken of. `wishes`: what stands before a verb that is wished for;
    `hangs`: a verb (`verb`) on which those hang for whom it is done, or also its object (`it`)."""

    hung: Compiled
    object: Words
    bare: Compiled
    asks: Compiled
    that: str
    wishes: Compiled
    hangs: Compiled


_TABLES: Mapping[str, _Fronted] = ByLanguage(lambda language: read_patterns(language, "fronted", _Fronted))


def verb_first(text: Line, known: Known) -> Line | None:
    """The request with its verb before its thing; None of one that has no such verb."""
    table, verbs = _TABLES[known.language], LEXICONS[known.language].verbs
    tokens = text.tokens()
    for at, token in enumerate(islice(tokens, _MOST_TOKENS)):
        hung = table.hung.fullmatch(token.low)
        stem = hung["verb"] if hung is not None else token.low
        form = verbs.get(stem)
        if form is None or _IMPERATIVE not in form.tags:
            continue
        end = _object_end(tokens, at, text, table, hangs=hung is not None)
        if end is None or (at == 0 and hung is None):
            continue
        thing = text.cut(0, token.start)
        if asks := table.asks.search(thing.low):
            thing = thing.cut(0, asks.start())
        if at and (known.articles.match(thing.low) is None or not thing.low):
            return None
        verb = line(LEXICONS[known.language].commands.get(stem, stem))
        rest = text.cut(end, len(text.low))
        return joined([one for one in (verb, thing if at else line(table.that), rest) if one.low])
    return None


def commanded(text: Line, known: Known) -> Line | None:
    """The request with its verb as the plainest command; None where it begins with no verb of change, or with that."""
    table, commands = _TABLES[known.language], LEXICONS[known.language].commands
    wished = table.wishes.match(text.low)
    rest = text.cut(wished.end(), len(text.low)) if wished is not None else text
    first = next(iter(rest.tokens()), None)
    hung = table.hangs.match(rest.low)
    hung = hung if hung is not None and hung["verb"] in commands else None
    plain = commands.get(hung["verb"] if hung is not None else first.low) if first is not None else None
    if first is None or plain is None:
        return None
    it = hung["it"] if hung is not None and "it" in hung.groupdict() else None
    made = joined([line(f"{plain}{it or ''}"), rest.cut(hung.end() if hung else first.end, len(rest.low))])
    return made if made.low != text.low else None


def _object_end(tokens: list[Token], at: int, text: Line, table: _Fronted, *, hangs: bool) -> int | None:
    """Where what follows the verb and its object begins; None where the verb has an object of its own."""
    if hangs:
        return tokens[at].end
    following = tokens[at + 1] if at + 1 < len(tokens) else None
    if following is not None and following.low in table.object:
        return following.end
    rest = text.low[tokens[at].end :].strip()
    return tokens[at].end if at and table.bare.fullmatch(rest) is not None else None
