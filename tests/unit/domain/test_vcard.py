"""Are address books read as phones and mail programs write them, and written so that they are read again?"""

import unicodedata
from functools import partial
from typing import Any

from hypothesis import given
from hypothesis import strategies as st
from tests.support.corpora import corpus

from orchestrator.domain.world.contact_files.export import Written, card
from orchestrator.domain.world.contact_files.values import Address, Related
from orchestrator.domain.world.contact_files.vcard import BadCard, VCard, read


def _one(*lines: str | bytes, version: str = "3.0") -> VCard:
    body = [line.encode() if isinstance(line, str) else line for line in lines]
    data = b"\r\n".join([b"BEGIN:VCARD", f"VERSION:{version}".encode(), *body, b"END:VCARD", b""])
    (found,) = read(data)
    assert isinstance(found, VCard), found
    return found


def test_a_phones_card() -> None:
    found = _one(
        "N:Souza;Ana;Maria;Dr.;",
        "FN:Dr. Ana Maria Souza",
        "NICKNAME:Aninha,Nana\\, the first",
        "item1.EMAIL;type=INTERNET:ana@exa",
        " mple.org",
        "item1.X-ABLabel:_$!<HomePage>!$_",
        "EMAIL;TYPE=INTERNET,WORK,pref:ana@work.org",
        "TEL;type=CELL;type=VOICE;type=pref:+55 11 91234-5678",
        'TEL;VALUE=uri;TYPE="home,fax":tel:+1-201-555-0123;ext=5',
        "ORG:Acme\\, Inc;Research",
        "BDAY;X-APPLE-OMIT-YEAR=1604:1604-05-14",
        "item2.X-ABRELATEDNAMES;type=pref:Rui Souza",
        "item2.X-ABLabel:_$!<Brother>!$_",
        "item3.ADR;TYPE=HOME:;;Rua Augusta 10;São Paulo;SP;01304-000;Brasil",
        "PHOTO;ENCODING=b;TYPE=JPEG:/9j/4AAQSkZJRgABAQAAAQABAAD",
        " AAAA",
        "CATEGORIES:Friends,Book club",
        "NOTE:line one\\nline two",
        "UID:urn:uuid:4fbe8971-0bc3-424c-9c26-36c3e1eff6b1",
        "X-SOCIALPROFILE:x",
    )
    assert found.fields == {
        "display_name": "Dr. Ana Maria Souza",
        "given_name": "Ana Maria",
        "family_name": "Souza",
        "nicknames": ["Aninha", "Nana, the first"],
        "emails": [{"value": "ana@work.org", "label": "work"}, {"value": "ana@example.org", "label": "HomePage"}],
        "phones": [
            {"value": "+55 11 91234-5678", "label": "mobile"},
            {"value": "+1-201-555-0123;ext=5", "label": "home fax"},
        ],
        "organization": "Acme, Inc, Research",
        "title": None,
        "birthday": "--05-14",
        "notes": "line one\nline two",
        "groups": ["Friends", "Book club"],
    }
    assert found.uid == "4fbe8971-0bc3-424c-9c26-36c3e1eff6b1"
    assert found.related == [Related("Brother", "Rui Souza")]
    street = "Rua Augusta 10"
    assert found.addresses == [Address(f"{street}, 01304-000 São Paulo, SP, Brasil", street, "Home")]
    assert found.skipped == ["photo skipped", "not kept: x-socialprofile"]


def test_an_old_phones_card() -> None:
    found = _one(
        "N;CHARSET=UTF-8;ENCODING=QUOTED-PRINTABLE:Gon=C3=A7alves;Jo=C3=A3o=20da=",
        "=20Silva",
        "TEL;CELL:912345678",
        "NOTE;ENCODING=QUOTED-PRINTABLE:a=0D=0Ab",
        "PHOTO;ENCODING=BASE64;JPEG:/9j/4AAQ",
        " AAAA",
        "",
        version="2.1",
    )
    assert (found.fields["display_name"], found.fields["family_name"]) == ("João da Silva Gonçalves", "Gonçalves")
    assert found.fields["phones"] == [{"value": "912345678", "label": "mobile"}]
    assert found.fields["notes"] == "a\nb"


def test_version_four() -> None:
    found = _one(
        "FN;PREF=1:Ana",
        "KIND:individual",
        "TEL;VALUE=uri;TYPE=work:tel:+351-21-000-0000",
        "BDAY:--0514",
        "RELATED;TYPE=spouse;VALUE=text:Rui",
        "RELATED;TYPE=contact:urn:uuid:00000000-0000-0000-0000-000000000000",
        "RELATED;TYPE=co-worker:urn:uuid:4fbe8971-0bc3-424c-9c26-36c3e1eff6b1",
        'ADR;GEO="geo:38.7,-9.1";TYPE=work:;;Rua 1;Lisboa;;;Portugal',
        version="4.0",
    )
    assert found.fields["birthday"] == "--05-14"
    assert [one.label for one in found.related] == ["spouse", "Colleague"]
    assert (found.addresses[0].lat, found.addresses[0].lon, found.addresses[0].label) == (38.7, -9.1, "Work")


@corpus("vcard", "birthdays")
def test_birthdays(line: str, day: str | None) -> None:
    found = _one("FN:Ana", line)
    assert found.fields["birthday"] == day
    assert bool(found.skipped) == (day is None)


def test_days_that_are_no_birthday_are_kept_as_words() -> None:
    found = _one(
        "FN:Ana",
        "BDAY:31/12/1980",
        "NOTE:tea",
        "item1.X-ABDATE;type=pref:2001-06-15",
        "item1.X-ABLabel:_$!<Anniversary>!$_",
        "item2.X-ABDATE:2010-02-03",
        "item2.X-ABLabel:First day",
        "item3.X-ABDATE:1980-12-31",
        "item3.X-ABLabel:Birthday",
        "X-ANNIVERSARY:2001-06-15",
        "ANNIVERSARY:20090808T1430-0500",
        "ANNIVERSARY:soon",
    )
    assert found.fields["birthday"] == "1980-12-31"
    days = "Anniversary: 2001-06-15\nFirst day: 2010-02-03\nAnniversary: 2009-08-08"
    assert found.fields["notes"] == f"tea\n{days}"
    assert not found.skipped


def test_an_address_stands_without_what_is_around_it() -> None:
    found = _one("FN:Ana", "EMAIL:<ana@example.org>", "EMAIL:Ana S. <mailto:a@example.org>", "TEL:<tel:+351-912>")
    assert [one["value"] for one in found.fields["emails"]] == ["ana@example.org", "a@example.org"]
    assert [one["value"] for one in found.fields["phones"]] == ["+351-912"]


def test_encodings() -> None:
    plain = "BEGIN:VCARD\nVERSION:3.0\nFN:José Nuñez\nEND:VCARD\n"
    for data in (
        plain.encode(),
        b"\xef\xbb\xbf" + plain.encode(),
        plain.encode("latin-1"),
        plain.encode("utf-16"),
        plain.replace("\n", "\r").encode(),
    ):
        (found,) = read(data)
        assert isinstance(found, VCard)
        assert found.fields["display_name"] == "José Nuñez"


def test_a_fold_inside_of_a_character() -> None:
    name = "José".encode()
    found = _one(b"FN:" + name[:-1] + b"\r\n " + name[-1:])
    assert found.fields["display_name"] == "José"


def test_bad_cards_leave_the_others_alone() -> None:
    data = (
        b"rubbish\nBEGIN:VCARD\nFN:No end\nBEGIN:VCARD\nFN:Ana\nEND:VCARD\nBEGIN:VCARD\nUID:7\nEND:VCARD\n"
        b"BEGIN:VCARD\nFN:Boss\nAGENT:\nBEGIN:VCARD\nFN:Agent\nEND:VCARD\nEND:VCARD\nBEGIN:VCARD\nTEL:none\nFN:Zoe"
    )
    found = read(data)
    told = [one.fields["display_name"] if isinstance(one, VCard) else one.message for one in found]
    assert told == [
        "the card has no END:VCARD",
        "Ana",
        "a card has a name, an organization, an email address or a number",
        "Boss",
        "the card has no END:VCARD",
    ]
    assert isinstance(found[2], BadCard)
    assert found[2].uid == "7"
    assert read(b"") == read(b"\xff\xfe\x00") == read(b"END:VCARD\n") == []


@given(st.binary(max_size=400), st.sampled_from([b"", b"FN:", b"N:", b"TEL;", b"BDAY:", b"ADR;GEO=", b"UID:"]))
def test_no_bytes_raise(data: bytes, start: bytes) -> None:
    read(data)
    read(b"BEGIN:VCARD\n" + start + data + b"\nEND:VCARD\n")


_LINE = (
    st.text(st.characters(codec="utf-8", exclude_categories=["Cc", "Cs", "Zl", "Zp"]), max_size=90)
    .map(partial(unicodedata.normalize, "NFC"))  # as everything that is stored
    .map(str.strip)
)
_SAID = _LINE.filter(bool)
_LABEL = st.one_of(st.none(), st.sampled_from(["home", "work", "mobile", "work fax", "Home", "Mum's; old, one"]))
_LISTED = st.lists(_SAID, max_size=3, unique=True)


@given(
    st.fixed_dictionaries(
        {
            "display_name": _SAID,
            "given_name": st.one_of(st.none(), _SAID),
            "family_name": st.one_of(st.none(), _SAID),
            "aliases": _LISTED,
            "nicknames": _LISTED,
            "emails": st.lists(st.fixed_dictionaries({"value": st.just("a@b.org"), "label": _LABEL}), max_size=2),
            "phones": st.lists(st.fixed_dictionaries({"value": st.just("+351 9"), "label": _LABEL}), max_size=2),
            "organization": st.one_of(st.none(), _SAID),
            "title": st.one_of(st.none(), _SAID),
            "birthday": st.sampled_from([None, "1990-05-14", "--02-29"]),
            "notes": st.one_of(st.none(), st.lists(_SAID, min_size=1, max_size=3).map("\n".join)),
            "groups": _LISTED,
        }
    ),
    st.lists(st.tuples(st.just("4fbe8971-0bc3-424c-9c26-36c3e1eff6b1"), _LABEL), max_size=2),
)
def test_what_is_written_is_read_again(fields: dict[str, Any], related: list[tuple[str, str | None]]) -> None:
    text = card(Written("uid-1", fields, related, [("Rua 1; casa, 2", "Home")]))
    assert all(len(line.encode()) <= 75 for line in text.split("\r\n"))
    (found,) = read(text.encode())
    assert isinstance(found, VCard)
    aliases: dict[str, Any] = {} if fields["aliases"] else {"aliases": []}
    assert {**found.fields, **aliases} == fields
    assert [(one.who, one.label or None) for one in found.related] == [
        (f"urn:uuid:{uid}", label) for uid, label in related
    ]
    assert (found.uid, found.addresses[0].text, found.addresses[0].label) == ("uid-1", "Rua 1; casa, 2", "Home")
