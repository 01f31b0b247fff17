"""Whom does a phrase mean, one person or several? The core of resolution: plain records, no database.

`AddressBook(records, groups).resolve(phrase) -> Verdict`. Names go first (exact, alias, nickname), then what people are
to the user, then groups, domains, organisations and places, then parts and slips of names. What needs more than the
records (the relatives of others, who lives somewhere) is asked for by `owners` and `place_words` and given as `Around`.
`steward eval names` and the service both go through here.
"""

from collections import defaultdict
from collections.abc import Iterable, Sequence

from orchestrator.domain.world.resolution.records import (
    SHORTEST_NAME,
    UNKNOWN,
    Around,
    Chosen,
    Group,
    Record,
    Together,
    Verdict,
    Why,
    host_of,
    is_at,
    is_called,
    is_host_of,
)
from orchestrator.kit import patterns
from orchestrator.kit.text import without_leading
from orchestrator.language.names.address_book import NOBODY, NameBook, NameMatch, Person
from orchestrator.language.names.spelling import spelled
from orchestrator.language.people.persons import SELF_WORDS
from orchestrator.language.people.relation_paths import ROLES_OF, ends_as, is_one_of, paths_of, through_the_user
from orchestrator.language.people.relations import (
    FAMILY,
    FAMILY_WORDS,
    POSSESSIVES,
    answers,
    is_family,
    relation_label,
    relation_labels,
    same_relation,
)
from orchestrator.language.people.selectors import Selector, listed, part_of_group, same_group, selector
from orchestrator.language.text.normalize import normalize, tokens

_WHY: dict[str, Why] = {
    "name": "exact",
    "alias": "alias",
    "nickname": "nickname",
    "part": "fuzzy",
    "spelling": "fuzzy",
    "relation": "relation",
}
_HANDLE = patterns.compile(r"^@?[\w.+-]+$")
_LOCAL_PART = patterns.compile(r"[._+\-\d]+")
_FROM = patterns.compile(
    r"(?i)\s+(from|at|of|in|da|do|de|del|das|dos|na|no|en|em)\s+(?:(?:the|la|el|o|a|my|minha|meu|mi)\s+)?"
)
_QUALIFIES = frozenset({"from", "at", "in", "of"})
"""Words that begin no part of a name, as "da" does in "Ana da Silva"."""
_BRACKETS = patterns.compile(r"\s*[(\[](.+?)[)\]]\s*")
_WORK = frozenset("work job office trabalho escritorio trabajo oficina".split())
_WORK_LABELS = frozenset({"Colleague", "Boss", "Employee", "Assistant", "Client", "Business Partner"})
_NOWHERE = Around()
LONGEST_PHRASE = 2_000
"""Characters: a list of a hundred names has fewer; what is longer names nobody."""
MOST_LISTED = 100
"""Names of one phrase; each is looked for among all that people are called."""


class AddressBook:
    """An address book, made once for many phrases."""

    def __init__(self, records: Sequence[Record], groups: Sequence[Group] | None = None) -> None:
        self.records = records
        self._by_id = {one.id: one for one in records}
        self._names = NameBook([Person(one.id, one.name, one.aliases, one.nicknames, one.relations) for one in records])
        self._groups = groups if groups is not None else _groups_of(records)
        self._group_names = NameBook([Person(str(at), one.name, one.aliases) for at, one in enumerate(self._groups)])
        self._related = [one for one in records if one.relations]
        self._staff: dict[str, list[str]] = defaultdict(list)
        self._hosts: dict[str, list[str]] = defaultdict(list)
        self._surnames: dict[str, list[str]] = defaultdict(list)
        for one in records:
            if one.organization:
                self._staff[one.organization].append(one.id)
            for host in {host_of(email) for email in one.emails}:
                self._hosts[host].append(one.id)
            for word in {word.text for word in spelled(one.name)[1:]}:
                self._surnames[word].append(one.id)
        self._by_email: dict[str, list[str]] = defaultdict(list)
        for one in records:
            for email in one.emails:
                self._by_email[email].append(one.id)

    def owners(self, phrase: str, around: Around = _NOWHERE) -> tuple[str, ...]:
        """Whose relatives a phrase asks for: their ties are needed. Of a path ("Ana's brother's wife") those whose ties
        tell the next step, as far as they are known."""
        found = selector(phrase) if len(phrase) <= LONGEST_PHRASE else None
        if found is None:
            return ()
        if found.owner is None:
            return self._between(phrase)
        return self.resolve(found.owner, around).ids or self.owners(found.owner, around)

    def place_words(self, phrase: str) -> str:
        """The name of a place whose people a phrase may mean: its residents are needed. Empty where it means none."""
        found = selector(phrase) if len(phrase) <= LONGEST_PHRASE else None
        if found is None or found.kind != "named" or not found.said:
            return ""
        return "" if self._collective(found, _NOWHERE).status == "resolved" else found.name

    def resolve(self, phrase: str, around: Around = _NOWHERE) -> Verdict:
        """Who is meant. The first step that finds anybody decides."""
        if len(phrase) > LONGEST_PHRASE:
            return UNKNOWN
        if normalize(phrase) in SELF_WORDS:
            return _of([one.id for one in self.records if one.is_user], "relation")
        if "@" in phrase and (found := self._by_address(phrase)).status != "unknown":
            return found
        called = self._names.called(phrase)
        if called.status != "unknown":
            return _verdict(called)
        chosen = selector(phrase)
        if chosen is not None and (chosen.said or chosen.kind != "named"):
            together = self._collective(chosen, around)
            if together.status != "unknown" or chosen.kind == "related":
                return together
        steps = [self._listed, self._related_and_named, self._by_name]
        if relation_label(phrase) is None:
            steps.append(self._qualified)  # a mother-in-law is no mother who is "in law"
        for step in steps:
            found = step(phrase)
            if found.status != "unknown":
                return found
        return self._by_path(phrase, around)

    def _between(self, phrase: str) -> tuple[str, ...]:
        """Those of the user's own through whom somebody is what a phrase says: of a father-in-law the spouse."""
        first = {role for step, _ in paths_of(phrase) for role in ROLES_OF[step]}
        return tuple(one.id for one in self._related if is_one_of(one.relations, first))

    def _by_path(self, phrase: str, around: Around) -> Verdict:
        """Who is to one of the user's own what makes them that to the user: a spouse's father is the father-in-law."""
        found = [
            other
            for first, then in paths_of(phrase)
            for one in self._related
            if is_one_of(one.relations, ROLES_OF[first])
            for other, label in around.ties.get(one.id, ())
            if other in self._by_id and not self._by_id[other].is_user and ends_as(label, then, phrase)
        ]
        return _of(list(dict.fromkeys(found)), "relation") if found else UNKNOWN

    def exactly(self, phrase: str) -> Verdict:
        """Who is called just this, or is this to the user."""
        if len(phrase) > LONGEST_PHRASE or normalize(phrase) in SELF_WORDS:
            return UNKNOWN
        return _verdict(self._names.exactly(phrase))

    def partly(self, phrase: str) -> Verdict:
        """Who is called just this, or alone has this word in their name."""
        whole = self.exactly(phrase)
        if whole.status != "unknown" or " " in phrase or len(phrase) > LONGEST_PHRASE:
            return whole
        found = self._names.match(phrase)
        return _verdict(found) if found.status == "resolved" and found.why in {"name", "part"} else UNKNOWN

    # One person

    def _by_name(self, phrase: str) -> Verdict:
        found = self._names.match(phrase)
        near_only = found.status == "ambiguous" and found.why == "spelling"
        if found.status == "unknown" or near_only:
            chosen = selector(phrase)
            together = self._collective(chosen, _NOWHERE) if chosen is not None else UNKNOWN
            if together.status != "unknown":
                return together
        return _verdict(found) if found.status != "unknown" else self._by_handle(phrase)

    def _by_address(self, phrase: str) -> Verdict:
        """An address that a contact has; one that nobody has is read as a name, and asked about."""
        address = normalize(phrase).strip("<> ")
        if ids := self._by_email.get(address):
            return _of(ids, "exact")
        local, _, domain = address.partition("@")
        if not local or not domain:
            return UNKNOWN
        found = self._names.match(" ".join(_LOCAL_PART.sub(" ", local).split()))
        return Verdict("ambiguous", found.ids, "fuzzy") if found.ids else UNKNOWN

    def _by_handle(self, phrase: str) -> Verdict:
        """ "@anasouza", "ana_souza": whole names in one piece; of "asouza" it is asked."""
        bare = phrase.strip().lstrip("@")
        if not _HANDLE.match(phrase.strip()):
            return UNKNOWN
        found = self._names.match(" ".join(_LOCAL_PART.sub(" ", bare).split())) if bare != phrase.strip() else NOBODY
        found = found if found.status != "unknown" else self._names.match(_LOCAL_PART.sub(" ", bare).strip())
        return _verdict(found)

    def _related_and_named(self, phrase: str) -> Verdict:
        """ "my sister Ana", "tia Maria", "Ana my sister": the name decides, the relation tells namesakes apart."""
        words = without_leading(phrase.split(), lambda word: normalize(word) in POSSESSIVES)
        for label, rest in _labelled(words):
            found = self._names.match(rest)
            if not found.ids:
                continue
            akin = [one for one in found.ids if self._is(one, label)]
            if akin:
                return _of(akin, "relation" if len(found.ids) > 1 else _verdict(found).why)
            plain = [one for one in found.ids if not self._by_id[one].relations]
            sure = found.status == "resolved" and len(plain) == 1
            return _verdict(found) if sure else Verdict("ambiguous", found.ids, _verdict(found).why)
        return UNKNOWN

    def _is(self, contact: str, label: str) -> bool:
        return any(same_relation(one, answers(label)) for one in self._by_id[contact].relations)

    def _qualified(self, phrase: str) -> Verdict:
        """ "Bob from accounting", "Ana (Acme)": a name with what tells its namesakes apart. Where nothing stored says
        so, it is asked."""
        plain = _BRACKETS.sub(r" of \1 ", phrase).strip()
        name, between, words = (*_FROM.split(plain, maxsplit=1), "", "")[:3]
        found = self._names.match(name) if name.strip() and words.strip() else NOBODY
        if not found.ids:
            return UNKNOWN
        fitting = [one for one in found.ids if self._belongs(self._by_id[one], words)]
        if fitting:
            return _of(fitting, _verdict(found).why)
        return Verdict("ambiguous", found.ids, _verdict(found).why) if normalize(between) in _QUALIFIES else UNKNOWN

    def _belongs(self, record: Record, words: str) -> bool:
        if any(same_group(words, group) or part_of_group(words, group) for group in record.groups):
            return True
        if set(tokens(words)) & _WORK and any(same_relation(one, _WORK_LABELS) for one in record.relations):
            return True
        hosts = {host_of(email) for email in record.emails}
        return is_called(record.organization or "", words) or any(
            is_host_of(host, words) or is_at(host, normalize(words)) for host in hosts
        )

    # Several people

    def _listed(self, phrase: str) -> Verdict:
        """ "Ana, Pedro e João": each of them, where each is somebody."""
        names = listed(phrase)
        if names == (phrase,) or len(names) > MOST_LISTED:
            return UNKNOWN
        found = [self._names.match(name) for name in names]
        if not found or any(one.status == "unknown" for one in found):
            return UNKNOWN
        unclear = next((one for one in found if one.status == "ambiguous"), None)
        if unclear is not None:
            return _verdict(unclear)
        return Verdict("resolved", tuple(dict.fromkeys(one.ids[0] for one in found)), _verdict(found[0]).why)

    def _collective(self, chosen: Selector, around: Around) -> Verdict:
        if chosen.kind == "domain":
            ids = {one for host, users in self._hosts.items() if is_at(host, chosen.name) for one in users}
            return _together([one.id for one in self.records if one.id in ids], chosen.name, "domain", inferred=False)
        if chosen.kind == "surname":
            return self._named_so(chosen.name)
        if chosen.owner is not None:
            return self._relatives_of(chosen, around)
        if chosen.kind in {"family", "related"}:
            return self._own_relatives(chosen)
        return self._by_group(chosen, around)

    def _own_relatives(self, chosen: Selector) -> Verdict:
        """The stored group of that name, else all who are so related to the user."""
        said = chosen.name or "family"
        kind: Chosen = "family" if chosen.kind == "family" else "relation"
        wanted = FAMILY if chosen.kind == "family" else chosen.labels
        ids = [one.id for one in self._related if any(same_relation(label, wanted) for label in one.relations)]
        stored = next((one for one in self._groups if one.members and _is_group(one, said)), None)
        if stored is None:
            return _together(ids, said[:1].upper() + said[1:], kind, inferred=True, why="relation")
        # A group that was once inferred is shown again where somebody has joined the family since.
        joined = [one for one in ids if one not in stored.members] if stored.kind in {"family", "relation"} else []
        return _together([*stored.members, *joined], stored.name, inferred=bool(joined), group_id=stored.id)

    def _relatives_of(self, chosen: Selector, around: Around) -> Verdict:
        owner = self.resolve(chosen.owner or "", around)
        if owner.status == "unknown" or owner.group is not None:
            return UNKNOWN
        wanted = {label for one in chosen.labels for label in answers(one)}
        found = {
            one: [other for other, label in around.ties.get(one, ()) if same_relation(label, wanted)]
            for one in owner.ids
        }
        relatives = list(dict.fromkeys(other for others in found.values() for other in others))
        relatives = relatives or self._through_the_user(owner.ids, chosen.labels)
        if not relatives:
            return UNKNOWN
        if owner.status == "ambiguous":
            return Verdict("ambiguous", tuple(relatives), "relation")
        if chosen.with_owner:
            relatives = [*owner.ids, *(one for one in relatives if one not in owner.ids)]
        if not chosen.several:
            return _of(relatives, "relation")
        name = f"{self._by_id[owner.ids[0]].name}: {', '.join(_plain_labels(chosen.labels))}"
        return _together(relatives, name, "relation", inferred=True, why="relation")

    def _through_the_user(self, owners: Sequence[str], labels: Iterable[str]) -> list[str]:
        """The relatives of one of the user's own whom nobody noted as theirs: "Teo's sister" is the user's daughter."""
        asked, own = tuple(labels), self._by_id[owners[0]].relations if len(owners) == 1 else ()
        return [
            one.id
            for one in self._related
            if one.id not in owners and any(through_the_user(own, label, one.relations) for label in asked)
        ]

    def _named_so(self, surname: str) -> Verdict:
        """Everybody of a family name; "the Smiths" too."""
        if len(surname) < SHORTEST_NAME:
            return UNKNOWN
        return _together(self._surnames.get(surname, ()), surname.title(), "surname", inferred=True)

    def _household(self, surname: str) -> Verdict | None:
        """Several people of one family name."""
        found = self._named_so(surname)
        return found if len(found.ids) > 1 else None

    def _by_group(self, chosen: Selector, around: Around) -> Verdict:
        stored = [one for one in self._groups if _is_group(one, chosen.name)]
        if len(stored) == 1:
            return _together(stored[0].members, stored[0].name, inferred=False, group_id=stored[0].id)
        if not stored and chosen.said:
            stored = [one for one in self._groups if any(part_of_group(chosen.name, name) for name in _names(one))]
            if len(stored) == 1:
                return _together(stored[0].members, stored[0].name, inferred=True, group_id=stored[0].id)
        if stored:
            return UNKNOWN
        if not chosen.said:
            return self._household(chosen.surname) or self._misspelt_group(chosen.name)
        if ids := self._employed(chosen.name):
            return _together(ids, self._by_id[ids[0]].organization or chosen.name, "organization", inferred=False)
        if around.residents:
            return _together(around.residents, chosen.name.title(), "place", inferred=True)
        return self._misspelt_group(chosen.name)

    def _employed(self, name: str) -> list[str]:
        """Those of an organisation, by its name or by the domain of an address, in the order of the address book."""
        ids = {one for own, staff in self._staff.items() if is_called(own, name) for one in staff}
        ids |= {one for host, users in self._hosts.items() if is_host_of(host, name) for one in users}
        return [one.id for one in self.records if one.id in ids] if ids else []

    def _misspelt_group(self, name: str) -> Verdict:
        """A group whose name is a slip of the keys away, shown before it is taken."""
        found = self._group_names.match(name) if len(tokens(name)) else NOBODY
        if found.status != "resolved" or found.why != "spelling":
            return UNKNOWN
        group = self._groups[int(found.ids[0])]
        return _together(group.members, group.name, inferred=True, group_id=group.id)


def _groups_of(records: Iterable[Record]) -> list[Group]:
    members: dict[str, list[str]] = defaultdict(list)
    names: dict[str, str] = {}
    for one in records:
        for group in one.groups:
            members[names.setdefault(normalize(group), group)].append(one.id)
    return [Group(name, tuple(ids)) for name, ids in members.items()]


def _names(group: Group) -> tuple[str, ...]:
    return (group.name, *group.aliases)


def _is_group(group: Group, said: str) -> bool:
    if is_family(group.name) and normalize(said) in FAMILY_WORDS:
        return True
    return any(same_group(said, name) for name in _names(group))


def _labelled(words: Sequence[str]) -> Iterable[tuple[str, str]]:
    """(relation, name) of "sister Ana" and "Ana my sister"."""
    for at in (2, 1):
        if len(words) > at and (label := relation_label(" ".join(words[:at]))) and not relation_labels(words[0]):
            yield label, " ".join(words[at:])
        if (
            len(words) > at + 1
            and normalize(words[-at - 1]) in POSSESSIVES
            and (label := relation_label(" ".join(words[-at:])))
        ):
            yield label, " ".join(words[: -at - 1]).rstrip(",")


def _plain_labels(labels: Iterable[str]) -> list[str]:
    return ["Family"] if set(labels) == FAMILY else list(labels)


def _verdict(found: NameMatch) -> Verdict:
    return Verdict(found.status, found.ids, _WHY[found.why]) if found.ids else UNKNOWN


def _of(ids: Sequence[str], why: Why) -> Verdict:
    if not ids:
        return UNKNOWN
    return Verdict("resolved" if len(ids) == 1 else "ambiguous", tuple(ids), why)


def _together(
    ids: Sequence[str],
    name: str,
    kind: Chosen = "group",
    *,
    inferred: bool,
    group_id: str | None = None,
    why: Why = "selector",
) -> Verdict:
    if not ids:
        return UNKNOWN
    return Verdict("resolved", tuple(ids), why, Together(name, inferred, kind, group_id))
