"""Whom does a name mean, among the people one knows?

`NameBook(people).match(query) -> NameMatch(status, ids, why)`: "resolved" (one id), "ambiguous" (ask, with these
options, the likeliest first) or "unknown". The order is: whole name, alias, nickname, relation ("my sister"), part of a
name or a usual short form, another spelling, a slip of the keys. It never guesses: two people called Ana are a
question, and a spelling that could be another person's name is one too. `match(query, people)` does it once.
`name_keys(name)` are the forms of a name that are equal.
"""

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Literal

from orchestrator.language.names.fit import CUT_LENGTH, TITLES, Fit, Name, fit, name_of
from orchestrator.language.names.likeness import Grade
from orchestrator.language.names.short import full_forms, is_formal
from orchestrator.language.names.spelling import Word, latin_word
from orchestrator.language.names.words import LONG_WORD, WordIndex
from orchestrator.language.people.relations import answers, relation_label, said_relation
from orchestrator.language.text.normalize import tokens

Status = Literal["resolved", "ambiguous", "unknown"]
Why = Literal["name", "alias", "nickname", "part", "spelling", "relation", "group", "none"]

OPTIONS = 8
MOST_WORDS = 16
"""No name has more; each word is compared with every word of every name that is near."""
_LONGEST_RUN = 4
_SHORT_NAME = 3
_BOTH = 2
_REMEMBERED = 64


@dataclass(frozen=True)
class Person:
    """Someone known. `relations`: the labels of what they are to the user ("Sister")."""

    id: str
    name: str
    aliases: tuple[str, ...] = ()
    nicknames: tuple[str, ...] = ()
    relations: tuple[str, ...] = ()
    groups: tuple[str, ...] = ()


@dataclass(frozen=True)
class NameMatch:
    """Who was meant. `ids`: one exactly where `status` is "resolved"; else those to choose from."""

    status: Status
    ids: tuple[str, ...]
    why: Why


NOBODY = NameMatch("unknown", (), "none")


@dataclass(frozen=True)
class _Form:
    """One way to call a person. `kind` says whether it is their name, an alias or a nickname."""

    person: int
    name: Name
    kind: Why


@dataclass(frozen=True)
class _Hit:
    person: int
    rank: int
    why: Why
    fit: Fit
    form: _Form


def name_keys(name: str) -> frozenset[str]:
    """The folded forms that count as the same name: as written, turned around at its comma, without titles."""
    forms = {" ".join(_untitled(name))}
    if name.count(",") == 1:
        family, given = name.split(",")
        forms.add(" ".join((*_untitled(given), *_untitled(family))))
    return frozenset(form for form in forms if form)


def match(query: str, people: Sequence[Person]) -> NameMatch:
    """Who is meant. The first step that finds anybody decides."""
    return NameBook(people).match(query)


class NameBook:
    """People by all that they are called. Made once, asked often: some 5,000 people take about a second and a match a
    few milliseconds (bench: `python -m tests.evals names --speed`)."""

    def __init__(self, people: Sequence[Person]) -> None:
        self.people = people
        self._forms = [form for at, person in enumerate(people) for form in _forms(at, person)]
        self._by_word: dict[Word, list[int]] = defaultdict(list)
        self._by_run: dict[str, list[int]] = defaultdict(list)
        self._by_key: dict[str, list[int]] = defaultdict(list)
        for at, form in enumerate(self._forms):
            for word in set(form.name.words):
                self._by_word[word].append(at)
            for run in set(_runs(form.name)):
                self._by_run[run].append(at)
            self._by_key[form.name.key].append(at)
            if 1 < len(form.name.words) <= _SHORT_NAME:
                self._by_word[latin_word(form.name.key, form.name.words[0].script)].append(at)
        self._initialled = {
            at for at, form in enumerate(self._forms) if any(len(word.text) == 1 for word in form.name.core)
        }
        self._words = WordIndex(self._by_word)
        self._labels = [
            (at, {relation_label(one) or one for one in person.relations})
            for at, person in enumerate(people)
            if person.relations
        ]
        self._said = [
            (at, {said_relation(one) for one in person.relations})
            for at, person in enumerate(people)
            if person.relations
        ]
        self._lately: dict[str, list[_Hit]] = {}

    def match(self, query: str) -> NameMatch:
        """Who is meant. The first step that finds anybody decides."""
        asked = name_of(query)
        hits = self._hits(query)
        whole = [hit for hit in hits if hit.rank <= _NICKNAME]
        if not whole and (related := self._related(query)):
            return self._answer(related, "relation")
        if not hits:
            return NOBODY
        if whole and len(asked.core) == 1:
            # Bob, so named by the user, and a Bob Hoffmann: either may be meant.
            given = [hit for hit in hits if hit.rank == _PART and hit.fit.worst == Grade.SAME and _given(asked, hit)]
            best = min(hit.rank for hit in whole)
            chosen = [hit for hit in whole if hit.rank == best]
            return self._answer(_persons([*chosen, *([] if best == _NAME else given)]), chosen[0].why)
        best = min(hit.rank for hit in hits)
        chosen = [hit for hit in hits if hit.rank == best]
        if best == _PART:
            chosen = _unless_formal(asked, chosen)
        if best == _SLIP:
            chosen += [hit for hit in hits if hit.rank == _UNSURE and hit.fit.apart <= chosen[0].fit.apart]
        if best == _UNSURE:
            nearest = min(hit.fit.apart for hit in chosen)
            chosen = sorted(chosen, key=lambda hit: hit.fit.apart) if nearest else chosen
            return NameMatch("ambiguous", self._ids(_persons(chosen))[:OPTIONS], chosen[0].why)
        return self._answer(_persons(chosen), chosen[0].why)

    def called(self, query: str) -> NameMatch:
        """Who has this as their whole name, alias or nickname."""
        hits = [hit for hit in self._hits(query) if hit.rank <= _NICKNAME]
        if not hits:
            return NOBODY
        best = min(hit.rank for hit in hits)
        return self._answer(_persons(hit for hit in hits if hit.rank == best), hits[0].why)

    def exactly(self, query: str) -> NameMatch:
        """Who is called just this, or is this to the user; at once, for all the words of a sentence."""
        at = [self._forms[one] for one in self._by_key.get(name_of(query).key, ())]
        if at:
            best = min(_WHOLE[form.kind] for form in at)
            chosen = [form for form in at if _WHOLE[form.kind] == best]
            return self._answer([form.person for form in chosen], chosen[0].kind)
        if relation_label(query) is not None and (related := self._related(query)):
            return self._answer(related, "relation")
        return NOBODY

    def _answer(self, persons: Sequence[int], why: Why) -> NameMatch:
        ids = self._ids(persons)
        return NameMatch("resolved" if len(ids) == 1 else "ambiguous", ids, why)

    def _ids(self, persons: Iterable[int]) -> tuple[str, ...]:
        return tuple(dict.fromkeys(self.people[at].id for at in persons))

    def _related(self, query: str) -> list[int]:
        label = relation_label(query)
        if label is None:
            said = said_relation(query)
            return [at for at, own in self._said if said in own]
        exact = [at for at, own in self._labels if label in own]
        wider = answers(label)
        return exact or [at for at, own in self._labels if not wider.isdisjoint(own)]

    def _hits(self, query: str) -> list[_Hit]:
        """The best hit of each person; kept for the next step, which asks the same."""
        if (lately := self._lately.get(query)) is not None:
            return lately
        asked = name_of(query)
        hits = [] if asked.empty or len(asked.words) > MOST_WORDS else self._found(asked)
        if len(self._lately) >= _REMEMBERED:
            self._lately.clear()
        self._lately[query] = hits
        return hits

    def _found(self, asked: Name) -> list[_Hit]:
        found: dict[int, _Hit] = {}
        for at in self._candidates(asked):
            form = self._forms[at]
            one = fit(asked, form.name)
            if one is None:
                continue
            rank, why = _ranked(form, one)
            there = found.get(form.person)
            if there is None or (rank, one.apart) < (there.rank, there.fit.apart):
                found[form.person] = _Hit(form.person, rank, why, one, form)
        return [found[person] for person in sorted(found)]

    def _candidates(self, asked: Name) -> list[int]:
        """The forms that share enough words with what was asked for."""
        shared: Counter[int] = Counter()
        for word in asked.core:
            near = {at for known in self._words.near(word) for at in self._by_word[known]}
            near.update(self._by_run.get(word.text, ()))
            shared.update(near)
        wanted = min(_BOTH, sum(len(word.text) >= LONG_WORD for word in asked.core)) or 1
        found = {at for at, count in shared.items() if count >= wanted or at in self._initialled}
        for run in (*_runs(asked), asked.key):
            joined = latin_word(run)
            found.update(at for known in self._words.near(joined) for at in self._by_word[known])
            found.update(self._by_key.get(run, ()))
            found.update(self._by_run.get(run, ()))
        if len(asked.core) == 1:
            found.update(self._lettered(asked.core[0].text))
            found.update(
                at for one in full_forms(asked.core[0].text) for at in self._by_run.get(one.replace(" ", ""), ())
            )
        return sorted(found)

    def _lettered(self, letters: str) -> Iterator[int]:
        """The forms whose initials these are."""
        if not 1 < len(letters) <= CUT_LENGTH:
            return
        for at, form in enumerate(self._forms):
            if len(form.name.core) == len(letters) and all(
                word.text.startswith(letter) for word, letter in zip(form.name.core, letters, strict=True)
            ):
                yield at


# How early a step finds somebody.
_NAME, _ALIAS, _NICKNAME, _PART, _SPELLING, _SLIP, _UNSURE = range(7)
_WHOLE: dict[Why, int] = {"name": _NAME, "alias": _ALIAS, "nickname": _NICKNAME}


def _ranked(form: _Form, one: Fit) -> tuple[int, Why]:
    if one.worst == Grade.SAME and one.extent == "whole" and one.sure:
        return _WHOLE[form.kind], form.kind
    why: Why = (
        "part"
        if one.worst == Grade.SAME
        else "nickname"
        if one.worst in {Grade.SHORT, Grade.FULL, Grade.SIBLING}
        else "part"
        if one.worst == Grade.INITIAL
        else "spelling"
    )
    if not one.sure:
        return _UNSURE, why
    if (one.worst >= Grade.SHORT or one.worst == Grade.JOINED) and one.extent != "wide":
        return _PART, why
    if one.worst >= Grade.VARIANT or one.worst == Grade.INITIAL:
        return _SPELLING, why
    return _SLIP, why


def _forms(at: int, person: Person) -> Iterator[_Form]:
    own = name_of(person.name)
    yield _Form(at, own, "name")
    for alias in person.aliases:
        yield _Form(at, name_of(alias), "alias")
    for nickname in person.nicknames:
        called = name_of(nickname)
        yield _Form(at, called, "nickname")
        if len(own.words) > 1 and not called.empty:
            whole = (*called.words, *own.words[1:])
            yield _Form(at, Name(whole, (*called.core, *own.core[1:]), "".join(one.text for one in whole)), "nickname")


def _runs(name: Name) -> Iterator[str]:
    """The neighbouring words of a name in one piece."""
    texts = [word.text for word in name.words]
    for length in range(2, _LONGEST_RUN + 1):
        for start in range(len(texts) - length + 1):
            yield "".join(texts[start : start + length])


def _persons(hits: Iterable[_Hit]) -> list[int]:
    return [hit.person for hit in hits]


def _given(asked: Name, hit: _Hit) -> bool:
    return hit.form.name.words[0].text == asked.core[0].text


def _unless_formal(asked: Name, hits: Sequence[_Hit]) -> list[_Hit]:
    """Kim may be Kim or Kimberly; but Sandra, a name of its own, is not Alexandra where a Sandra is known."""
    same = [hit for hit in hits if hit.fit.worst == Grade.SAME]
    given = asked.core[0].text
    if not same or not is_formal(given):
        return list(hits)
    return [
        hit
        for hit in hits
        if hit in same or any(word.text.startswith(given[:CUT_LENGTH]) for word in hit.form.name.core)
    ]


def _untitled(name: str) -> list[str]:
    words = tokens(name)
    return [word for word in words if word not in TITLES] or words
