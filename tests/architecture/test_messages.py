"""Is everything that Steward says in the catalogue of every language, and all that is there said somewhere?"""

import ast
import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest
from tests.support.source import Module, dotted, modules

from orchestrator.language.messages import DEFAULT, LANGUAGES, catalogue, is_message, say, say_counted, spoken
from orchestrator.language.messages.catalogue import Catalogue, check_against, laid_over, parse
from orchestrator.language.tables import DATA

SAYING = {"say", "say_counted", "is_message"}
"""Functions whose first argument is a key."""
ANY = "[^.]+"
GROUP = re.compile(r"f.[a-z_]+\.")
HEADER = 'msgid ""\nmsgstr ""\n"Content-Type: text/plain; charset=utf-8\\n"\n"Plural-Forms: {forms};\\n"\n\n'


@dataclass(frozen=True)
class Use:
    """One call that says something. `keys`: those that its first argument can be, as a pattern where it is put
    together; `given`: the names of the values, None where they are not written out."""

    at: str
    keys: tuple[str, ...]
    given: frozenset[str] | None


def speaking() -> Iterator[Module]:
    for module in modules():
        if any(name.startswith("orchestrator.language.messages.") for _, name in module.imports()):
            yield module


def uses() -> Iterator[Use]:
    for module in speaking():
        for node in module.nodes:
            if isinstance(node, ast.Call) and dotted(node.func).rpartition(".")[2] in SAYING and node.args:
                names = [one.arg for one in node.keywords]
                given = None if None in names else frozenset(name for name in names if name is not None)
                yield Use(f"{module.name}:{node.lineno}", tuple(patterns_of(node.args[0])), given)


def patterns_of(node: ast.expr) -> Iterator[str]:
    """The keys that an expression can be, each as a pattern; none where it is a variable."""
    if isinstance(node, ast.Constant):
        yield re.escape(str(node.value))
    elif isinstance(node, ast.IfExp):
        yield from (*patterns_of(node.body), *patterns_of(node.orelse))
    elif isinstance(node, ast.JoinedStr):
        parts = (re.escape(str(one.value)) if isinstance(one, ast.Constant) else ANY for one in node.values)
        yield "".join(parts)


def spelled() -> set[str]:
    """Every text that stands in the code; of those that are put together, as patterns, the ones that begin as a key
    does (`erasure.rows.`)."""
    found = set()
    for module in modules():
        found |= {one.value for one in module.nodes if isinstance(one, ast.Constant) and type(one.value) is str}
    for module in speaking():
        for node in module.nodes:
            if isinstance(node, ast.JoinedStr) and GROUP.match(ast.unparse(node)):
                found |= set(patterns_of(node))
    return found


def keys() -> set[str]:
    known = catalogue(DEFAULT)
    return {*known.texts, *known.forms}


def test_every_language_has_every_key_with_the_same_placeholders() -> None:
    original = catalogue(DEFAULT)
    for language in LANGUAGES:
        other = catalogue(language)
        assert (other.texts.keys(), other.forms.keys()) == (original.texts.keys(), original.forms.keys())
        for key in keys():
            assert other.placeholders(key) == original.placeholders(key), (language, key)


@pytest.mark.parametrize(
    "path", sorted(DATA.glob("*/messages*.po")), ids=lambda path: f"{path.parent.name}/{path.name}"
)
def test_keys_stand_once_and_in_order(path: Path) -> None:
    told = re.findall(r'(?m)^msgid "(.+)"$', path.read_text("utf-8"))
    assert told == sorted(set(told))


def test_what_a_region_says_lies_over_its_language() -> None:
    regions = [(path.parent.name, path.stem.removeprefix("messages_")) for path in DATA.glob("*/messages_*.po")]
    assert ("pt", "BR") in regions
    for language, region in regions:
        own, base = spoken(f"{language}-{region}"), catalogue(language)
        assert own != base
        assert (own.texts.keys(), own.forms.keys()) == (base.texts.keys(), base.forms.keys())
    told = {
        one: say_counted("nouns.contact", 2, one)
        for one in ("pt-PT", "pt_PT", "pt-AO", "pt-BR", "pt-BR-u-hc-h12", "PT")
    }
    assert set(told.values()) == {"contactos", "contatos"}
    assert [one for one, said in told.items() if said == "contatos"] == ["pt-BR", "pt-BR-u-hc-h12", "PT"]


@pytest.mark.parametrize(
    ("entry", "wrong"),
    [
        ('msgid "a.two"\nmsgstr "Of"', "laid over nothing"),
        ('msgid "a.one"\nmsgstr "Of {month}"', "other placeholders"),
        ('msgid "a.one"\nmsgstr "Of {day}"', "says the same"),
    ],
)
def test_what_is_laid_over_a_catalogue_fits_it(entry: str, wrong: str) -> None:
    base = read(ONE, COUNTED)
    with pytest.raises(ValueError, match=wrong):
        laid_over(base, read(entry))
    own = laid_over(base, read('msgid "a.one"\nmsgstr "On {day}"'))
    assert (own.texts["a.one"], own.forms["a.rows"]) == ("On {day}", ("row", "rows"))


def test_what_is_said_is_in_the_catalogues() -> None:
    known = keys()
    found = list(uses())
    assert len(found) > 300
    unknown = [
        f"{use.at} {key}" for use in found for key in use.keys if not any(re.fullmatch(key, one) for one in known)
    ]
    assert not unknown, "\n".join(unknown)


def test_what_is_in_the_catalogues_is_said() -> None:
    there = spelled()
    built = [re.compile(one) for one in there if ANY in one]
    unused = [key for key in sorted(keys() - there) if not any(one.fullmatch(key) for one in built)]
    assert not unused, "\n".join(unused)


def test_every_placeholder_is_given() -> None:
    known = catalogue(DEFAULT)
    lacking = []
    for use in uses():
        for key in (one.replace("\\", "") for one in use.keys):
            if use.given is not None and key in keys() and (missing := known.placeholders(key) - use.given):
                lacking.append(f"{use.at} {key}: {', '.join(sorted(missing))}")
    assert not lacking, "\n".join(lacking)


def test_a_locale_of_no_language_of_ours_is_spoken_to_in_english() -> None:
    said = {locale: say("agent.not_done", locale) for locale in ("pt-BR", "pt_PT", "PT", "es-MX", "en-GB", "de-DE", "")}
    assert said["pt-BR"] == said["pt_PT"] == said["PT"] == "Nada mais foi feito."
    assert said["es-MX"] == "No se hizo nada más."
    assert said["en-GB"] == said["de-DE"] == said[""] == "Nothing else was done."


def test_the_form_goes_with_the_number() -> None:
    assert [say_counted("nouns.event", number, "pt") for number in (0, 1, 2)] == ["eventos", "evento", "eventos"]


def test_an_unknown_key_and_a_missing_value_are_no_text() -> None:
    assert not is_message("agent.nothing_like_it")
    with pytest.raises(KeyError, match="nothing_like_it"):
        say("agent.nothing_like_it", "en")
    with pytest.raises(KeyError, match="items"):
        say("agent.actions.done", "en")


def po(*entries: str, forms: str = "nplurals=2; plural=(n != 1)") -> str:
    return HEADER.format(forms=forms) + "\n\n".join(entries)


def read(*entries: str, language: str = "en") -> Catalogue:
    return parse(po(*entries), language)


ONE = 'msgid "a.one"\nmsgstr "Of {day}"'
COUNTED = 'msgid "a.rows"\nmsgid_plural "a.rows"\nmsgstr[0] "row"\nmsgstr[1] "rows"'


def test_a_language_of_one_or_three_forms_is_counted_by_its_own_rule() -> None:
    polish = "nplurals=3; plural=(n==1 ? 0 : n%10>=2 && n%10<=4 && (n%100<10 || n%100>=20) ? 1 : 2)"
    rows = 'msgid "a.rows"\nmsgid_plural "a.rows"\nmsgstr[0] "wiersz"\nmsgstr[1] "wiersze"\nmsgstr[2] "wierszy"'
    found = parse(po(ONE, rows, forms=polish), "pl")
    assert [found.form("a.rows", number) for number in (1, 3, 5, 22)] == ["wiersz", "wiersze", "wierszy", "wiersze"]
    check_against(read(ONE, COUNTED), found)


@pytest.mark.parametrize(
    ("entry", "wrong"),
    [
        ('msgid "a.one"\nmsgstr ""', "not wholly translated"),
        ('#, fuzzy\nmsgid "a.one"\nmsgstr "Of {day}"', "not wholly translated"),
        ('msgid "a.rows"\nmsgid_plural "a.rows"\nmsgstr[0] "row"', "not wholly translated"),
        ('msgid "a.one"\nmsgstr "Of {}"', "no plain name"),
        ('msgid "a.one"\nmsgstr "Of {0}"', "no plain name"),
        ('msgid "a.one"\nmsgstr "Of {day!r}"', "no plain name"),
        ('msgid "a.one"\nmsgstr "Of {day.__class__}"', "no plain name"),
        ('msgid "a.one"\nmsgstr "Of {day:>{width}}"', "no plain name"),
    ],
)
def test_a_message_that_is_not_whole_is_refused(entry: str, wrong: str) -> None:
    with pytest.raises(ValueError, match=wrong):
        read(entry)


@pytest.mark.parametrize(
    ("entries", "wrong"),
    [
        ((COUNTED,), "no message a.one"),
        ((ONE,), "no counted message a.rows"),
        ((ONE, COUNTED, 'msgid "a.two"\nmsgstr "2"'), "a.two is not in en"),
        (('msgid "a.one"\nmsgstr "De {dia}"', COUNTED), "a.one has other placeholders"),
        ((ONE, COUNTED.replace('"rows"', '"{number} linhas"')), "a.rows has other placeholders"),
    ],
)
def test_a_translation_with_other_keys_or_placeholders_is_refused(entries: tuple[str, ...], wrong: str) -> None:
    with pytest.raises(ValueError, match=wrong):
        check_against(read(ONE, COUNTED), read(*entries, language="pt"))


INSTRUCTIONS = re.compile(r"Tell (?:the user|them)|Díselo|Diga isso ao|Dis-le à")


def test_nothing_that_a_person_reads_is_an_instruction_to_a_model() -> None:
    found = [
        f"{tag}: {key}" for tag in LANGUAGES for key, text in catalogue(tag).texts.items() if INSTRUCTIONS.search(text)
    ]
    for module in modules():
        for node in module.nodes:
            if isinstance(node, ast.Call) and dotted(node.func) == "ToolRejected" and not node.keywords:
                # without a code the reader quotes it
                found += [f"{module.name}:{node.lineno}" for one in node.args if INSTRUCTIONS.search(ast.unparse(one))]
    assert found == []
