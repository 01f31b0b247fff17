"""Are the pages made as they have to be? No way from text to markup, no other origin, nothing that nobody uses."""

import posixpath
import re

import pytest
from tests.support.source import PACKAGE

from orchestrator.language.tables import LANGUAGES

CONSOLE = PACKAGE / "console"
PARTS = ("chat", "curation", "pushes")
PAGES = (
    "today",
    "calendar",
    "palette",
    "todos",
    "notes",
    "people",
    "documents",
    "proposals",
    "missions",
    "meetings",
    "places",
    "jobs",
    "connections",
    "preferences",
)
"""Pages of their own: they share what lies in `pages/`, and each has a table of words under its own name."""
MODULES = {
    path.relative_to(CONSOLE).as_posix(): path.read_text("utf-8")
    for part in (*PARTS, *PAGES, "pages")
    for path in (CONSOLE / part).rglob("*.js")
}
IMPORTED = re.compile(r'(?:from |import\()["`](\.{1,2}/[\w/${}]+\.js)["`]')
LATER = re.compile(r'import\(["`]')
MARKUP = re.compile(
    r"innerHTML|outerHTML|insertAdjacentHTML|document\.write|createContextualFragment|\beval\(|new Function"
)
ELSEWHERE = re.compile(r"(?:https?:)?//(?!www\.w3\.org/2000/svg)[\w-]+\.\w+")
LONGEST_MODULE = 300
NAME = r'^  "?([\w.]+)"?:'
ACTS = ("correct", "change", "retire", "ratify", "dismiss", "review", "approve", "promote")


def _imported(name: str, text: str) -> list[str]:
    """The modules that this one names; a `${tag}` in a path stands for each language."""
    found = [path.replace("${tag}", tag) for path in IMPORTED.findall(text) for tag in LANGUAGES]
    return [posixpath.normpath(posixpath.join(posixpath.dirname(name), path)) for path in found]


def _reached(*begin: str, later: bool) -> set[str]:
    """All modules that are loaded with these; `later`: those too that are loaded when they are wanted."""
    reached: set[str] = set()
    waiting = [*begin]
    while waiting:
        name = waiting.pop()
        if name not in reached:
            reached.add(name)
            text = MODULES[name]
            if not later:
                text = "\n".join(line for line in text.splitlines() if not LATER.search(line))
            waiting += _imported(name, text)
    return reached


def test_every_module_of_the_page_is_used() -> None:
    assert sorted(MODULES.keys() - _reached("chat/main.js", later=True)) == []


def test_the_chat_page_loads_nothing_of_what_is_seldom_looked_at() -> None:
    assert [name for name in _reached("chat/main.js", later=False) if not name.startswith("chat/")] == []


def test_no_module_makes_markup_out_of_text() -> None:
    assert [name for name, text in MODULES.items() if MARKUP.search(text)] == []


def test_no_file_of_the_pages_names_another_origin() -> None:
    files = [path for path in CONSOLE.rglob("*") if path.suffix in {".js", ".css", ".html", ".svg", ".webmanifest"}]
    found = {path.name: ELSEWHERE.findall(path.read_text("utf-8")) for path in files}
    assert {name: urls for name, urls in found.items() if urls} == {}


def test_every_module_says_what_it_answers_and_can_be_seen_at_once() -> None:
    for name, text in MODULES.items():
        assert text.startswith("// "), f"{name} does not begin with the question that it answers"
        assert "/words/" in name or len(text.splitlines()) <= LONGEST_MODULE, name


def test_the_pages_speak_every_language_of_steward() -> None:
    offered = re.search(r"export const LANGUAGES = \{(.*)\};", MODULES["chat/words.js"])
    assert offered is not None
    assert sorted(re.findall(r"(\w+): ", offered[1])) == sorted(LANGUAGES)
    for part in PARTS[1:]:
        learnt = re.search(r"\[(.*)\]\.map\(\(tag\) => import", MODULES[f"{part}/words.js"])
        assert learnt is not None
        assert sorted(re.findall(r'"(\w+)"', learnt[1])) == sorted(LANGUAGES)
    for part in (*PARTS, *PAGES):
        names = {tag: re.findall(NAME, MODULES[f"{part}/words/{tag}.js"], flags=re.MULTILINE) for tag in LANGUAGES}
        assert [tag for tag, found in names.items() if found != names["en"]] == [], part


def test_every_word_of_the_page_is_said_somewhere() -> None:
    """A text that nothing shows is dropped; those with a dot are put together from what the server tells."""
    code = "\n".join(text for name, text in MODULES.items() if "/words/" not in name)
    names = re.findall(r"^  (\w+):", MODULES["chat/words/en.js"], flags=re.MULTILINE)
    composed = re.compile(
        r"^(greeting|state|outcome|verdict|example|waiting|appearance)_|^(sending|working|reconnecting|stopping|good|bad)$"
    )
    unsaid = [name for name in names if f'"{name}"' not in code and not composed.search(name)]
    assert unsaid == []


def test_every_word_of_the_memory_page_is_said_somewhere() -> None:
    code = "\n".join(text for name, text in MODULES.items() if name.startswith("curation/") and "/words/" not in name)
    said = {*re.findall(r'"(m\.[\w.]+)"', code)}
    beginnings = tuple(one for one in re.findall(r"`(m\.[\w.]*)\$", code) if one != "m.")
    acts = {f"m.{act}{end}" for act in ACTS for end in ("", "_title", "_text", "_when", "_done", "_learning_done")}
    names = re.findall(r'^  "(m\.[\w.]+)":', MODULES["curation/words/en.js"], flags=re.MULTILINE)
    plain = [name.removesuffix(".one").removesuffix(".other") for name in names]
    assert len(names) == len(set(names)), "a name stands there twice"
    assert [name for name in plain if name not in said | acts and not name.startswith(beginnings)] == []
    assert sorted(said - {*names, *plain}) == []


def test_every_word_of_notifications_is_said_somewhere() -> None:
    code = "\n".join(text for name, text in MODULES.items() if name.startswith("pushes/") and "/words/" not in name)
    said = {*re.findall(r'"(p\.[\w.]+)"', code)}
    beginnings = tuple(one for one in re.findall(r"`(p\.[\w.]*)\$", code) if one != "p.")
    states = {f"p.{one}" for one in ("insecure", "install", "unsupported", "no_worker", "denied")}
    names = re.findall(r'^  "(p\.[\w.]+)":', MODULES["pushes/words/en.js"], flags=re.MULTILINE)
    assert len(names) == len(set(names)), "a name stands there twice"
    assert [name for name in names if name not in said | states and not name.startswith(beginnings)] == []
    assert sorted(said - {*names}) == []


@pytest.mark.parametrize("page", PAGES)
def test_every_word_of_a_page_is_said_somewhere(page: str) -> None:
    table = MODULES[f"{page}/words/en.js"]
    names = re.findall(r'^  "([\w.]+)":', table, flags=re.MULTILINE)
    prefix = names[0].split(".")[0]
    assert [name for name in names if not name.startswith(f"{prefix}.")] == []
    assert len(names) == len(set(names)), "a name stands there twice"
    code = "\n".join(text for name, text in MODULES.items() if "/words/" not in name)
    said = {*re.findall(rf'"({prefix}\.[\w.]+)"', code)}
    beginnings = tuple(one for one in re.findall(rf"`({prefix}\.[\w.]*)\$", code) if one != f"{prefix}.")
    plain = [name.removesuffix(".one").removesuffix(".other") for name in names]
    shared = f"{prefix}.title"  # the shell says it of every page
    assert [name for name in plain if name not in said | {shared} and not name.startswith(beginnings)] == []
    assert sorted(said - {*names, *plain}) == []


FORMAL = {
    "es": re.compile(r"\b(?:usted(?:es)?|su sí|[Pp]ulse|[Aa]bra|[Ii]nténtelo)\b"),
    "fr": re.compile(r"(?<!rendez-)\b(?:[Vv]ous|[Vv]otre|[Vv]os)\b"),
}


@pytest.mark.parametrize("language", FORMAL)
def test_the_pages_address_their_reader_in_one_way(language: str) -> None:
    said = {path: text for path, text in MODULES.items() if path.endswith(f"/words/{language}.js")}
    assert said
    assert [(path, found) for path, text in said.items() if (found := FORMAL[language].findall(text))] == []


OF_BRAZIL = re.compile(
    r"\b(?:[Vv]ocê \w|contat|[Ff]atos?\b|usuári|celular|salv[ae]r?\b|registro|senha|conex|planej|escopo|parea"
    r"|digit[ea]\b|[Ss]obrenome|aceitos?\b|compartilh|aplicativo|configuraç|\w+(?:ando|endo|indo)…)"
)


def test_portugal_has_words_of_its_own() -> None:
    """Brazil's are laid over them (`chat/words/brazilian.js`)."""
    said = {path: text for path, text in MODULES.items() if path.endswith("/words/pt.js")}
    assert len(said) > 10
    assert [(path, found) for path, text in said.items() if (found := OF_BRAZIL.findall(text))] == []


def test_what_brazil_says_otherwise_is_said_somewhere() -> None:
    said = "\n".join(text for path, text in MODULES.items() if path.endswith("/words/pt.js"))
    rows = re.findall(r'^  \["(.+)", ".+"\],$', MODULES["chat/words/brazilian.js"], flags=re.MULTILINE)
    assert len(rows) > 50
    assert [here for here in rows if here not in said] == []
