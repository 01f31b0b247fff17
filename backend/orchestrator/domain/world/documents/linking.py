"""Whom does a text name without doubt, and what are they in it?

A contact is named by a name of two words and more, by an email address, or by a single name after a word that says that
a person follows ("Patient: Ana"). A name that two contacts share links nobody.
"""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from uuid import UUID

from orchestrator.domain.world.documents.extraction.reading import Part
from orchestrator.kit import patterns
from orchestrator.kit.text import shorten
from orchestrator.language.text.normalize import normalize, tokens

MAX_LINKS = 50
QUOTE_CHARACTERS = 240
BEFORE = 40
"""Characters before a name in which its role stands."""
SHORTEST = 2
LONGEST_NAME = 12
"""Words of a name that is looked for: each place in a text is compared with that many."""
_LABELS: tuple[tuple[str, patterns.Pattern], ...] = (
    ("Patient", patterns.compile(r"\b(?:patient|paciente|utente|doente)(?:['’]?s)?(?: name| nome| nombre)?\W*$")),
    ("Doctor", patterns.compile(r"\b(?:drs?|dra|doctor|doctora|doutora?|medic[oa]|physician|prescriber)\W*$")),
    (
        "Customer",
        patterns.compile(r"\b(?:bill(?:ed)? to|ship to|customer|client|cliente|sold to|faturad[oa] a|facturar a)\W*$"),
    ),
    ("Tenant", patterns.compile(r"\b(?:tenant|lessee|inquilin[oa]|locatari[oa]|arrendatari[oa])\W*$")),
    ("Landlord", patterns.compile(r"\b(?:landlord|lessor|senhori[oa]|locador[a]?|arrendador[a]?)\W*$")),
    (
        "Employee",
        patterns.compile(r"\b(?:employee|colaborador[a]?|funcionari[oa]|empregad[oa]|emplead[oa]|trabajador[a]?)\W*$"),
    ),
    ("Insured", patterns.compile(r"\b(?:insured|policyholder|segurad[oa]|asegurad[oa]|tomador)\W*$")),
    (
        "Holder",
        patterns.compile(
            r"\b(?:holder|titular|name|nome|nombre|passenger|passageir[oa]|pasajer[oa]|aluno|student)\W*$"
        ),
    ),
    (
        "Sender",
        patterns.compile(
            r"(?:^|\n|\s)(?:from|remetente|remitente|issued by|signed by|assinado por|firmado por)\s*:?\W*$"
            r"|\nde\s*:\W*$"  # "Receita de Ana" is hers: the bare word says whose it is
        ),
    ),
    (
        "Recipient",
        patterns.compile(
            r"(?:^|\n|\s)(?:to|cc|para|a/c|dear|recipient|destinatari[oa]|prezad[oa]|estimad[oa])\s*:?\W*$"
        ),
    ),
)
"""Title Case labels by the words before a name; the first that matches counts."""
MENTIONED = "Mentioned"
ISSUERS = frozenset({"Doctor", "Landlord", "Sender"})
"""Who made a paper for somebody else: it is not theirs."""
_MAIL = patterns.compile(r"[\w.+-]+@[\w-]+\.[\w.-]+")


@dataclass(frozen=True)
class Named:
    """A contact as texts may name it: its names and aliases, and its folded email addresses."""

    id: UUID
    names: tuple[str, ...]
    emails: tuple[str, ...] = ()


@dataclass(frozen=True)
class Link:
    """Somebody whom the text names, with the words that say it."""

    contact_id: UUID
    name: str
    label: str
    quote: str
    page: int | None
    section: str | None


def links_of(parts: Sequence[Part], contacts: Iterable[Named]) -> list[Link]:
    """Whom the parts name, one link a contact: the first place that says what they are, else the first."""
    by_name, by_mail = _owners(contacts)
    longest = min(LONGEST_NAME, max((name.count(" ") + 1 for name in by_name), default=0))
    found: dict[UUID, Link] = {}
    for part in parts:
        for contact_id, name, start in _named(part.text, by_name, by_mail, longest):
            label = _label(part.text[:start])
            if " " not in name and "@" not in name and label == MENTIONED:
                continue
            earlier = found.get(contact_id)
            if earlier is None or (earlier.label == MENTIONED and label != MENTIONED):
                quote = _quote(part.text, start, start + len(name))
                found[contact_id] = Link(contact_id, name, label, quote, part.page, part.section)
    return list(found.values())[:MAX_LINKS]


def _owners(contacts: Iterable[Named]) -> tuple[dict[str, UUID], dict[str, UUID]]:
    """Names and addresses that belong to one contact alone."""
    names: defaultdict[str, set[UUID]] = defaultdict(set)
    mails: defaultdict[str, set[UUID]] = defaultdict(set)
    for contact in contacts:
        for name in contact.names:
            folded = " ".join(tokens(name))
            if len(folded) >= SHORTEST:
                names[folded].add(contact.id)
        for mail in contact.emails:
            mails[mail].add(contact.id)
    return (
        {name: next(iter(ids)) for name, ids in names.items() if len(ids) == 1},
        {mail: next(iter(ids)) for mail, ids in mails.items() if len(ids) == 1},
    )


_WORD = patterns.compile(r"[^\W_]+")


def _named(
    text: str, by_name: dict[str, UUID], by_mail: dict[str, UUID], longest: int
) -> Iterable[tuple[UUID, str, int]]:
    """(contact, the words, where) of each name; of names that overlap the longest."""
    words = [(found.group(), found.start()) for found in _WORD.finditer(text)]
    folded = [normalize(word) for word, _ in words]
    at = 0
    while at < len(words):
        step = 1
        if words[at][0][:1].isupper() or not words[at][0][:1].islower():
            for length in range(min(longest, len(words) - at), 0, -1):
                owner = by_name.get(" ".join(folded[at : at + length]))
                last, start = words[at + length - 1], words[at][1]
                if owner is not None and "\n\n" not in text[start : last[1]]:
                    yield owner, text[start : last[1] + len(last[0])], start
                    step = length
                    break
        at += step
    for found in _MAIL.finditer(text):
        owner = by_mail.get(normalize(found.group().rstrip(".")))
        if owner is not None:
            yield owner, found.group().rstrip("."), found.start()


def _label(before: str) -> str:
    near = fold_keeping_lines(before[-BEFORE:] if len(before) > BEFORE else f"\n{before}")
    return next((label for label, pattern in _LABELS if pattern.search(near)), MENTIONED)


def fold_keeping_lines(text: str) -> str:
    """Folded line by line."""
    return "\n".join(normalize(line) for line in text.split("\n"))


def _quote(text: str, start: int, end: int) -> str:
    """The line that holds it, or as much of it as a quote may."""
    begin = max(text.rfind("\n", 0, start) + 1, start - QUOTE_CHARACTERS // 2)
    stop = text.find("\n", end)
    return shorten(" ".join(text[begin : stop if stop >= 0 else None].split()), QUOTE_CHARACTERS)
