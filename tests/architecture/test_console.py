"""Are the pages made as they have to be? No way from text to markup, no other origin, nothing that nobody uses."""

import re

from tests.support.source import PACKAGE

CONSOLE = PACKAGE / "console"
MODULES = {
    path.relative_to(CONSOLE / "chat").as_posix(): path.read_text("utf-8") for path in CONSOLE.rglob("chat/**/*.js")
}
IMPORTED = re.compile(r'from "(\./[\w/]+\.js|\.\./[\w/]+\.js)"')
MARKUP = re.compile(
    r"innerHTML|outerHTML|insertAdjacentHTML|document\.write|createContextualFragment|\beval\(|new Function"
)
ELSEWHERE = re.compile(r"(?:https?:)?//(?!www\.w3\.org/2000/svg)[\w-]+\.\w+")
LONGEST_MODULE = 300
WORDS = "words/"


def test_every_module_of_the_page_is_used() -> None:
    reached, waiting = set(), ["main.js"]
    while waiting:
        name = waiting.pop()
        if name not in reached:
            reached.add(name)
            waiting += [path.removeprefix("./") for path in IMPORTED.findall(MODULES[name])]
    assert sorted(MODULES.keys() - reached) == []


def test_no_module_makes_markup_out_of_text() -> None:
    assert [name for name, text in MODULES.items() if MARKUP.search(text)] == []


def test_no_file_of_the_pages_names_another_origin() -> None:
    files = [path for path in CONSOLE.rglob("*") if path.suffix in {".js", ".css", ".html", ".svg", ".webmanifest"}]
    found = {path.name: ELSEWHERE.findall(path.read_text("utf-8")) for path in files}
    assert {name: urls for name, urls in found.items() if urls} == {}


def test_every_module_says_what_it_answers_and_can_be_seen_at_once() -> None:
    for name, text in MODULES.items():
        assert text.startswith("// "), f"{name} does not begin with the question that it answers"
        assert name.startswith(WORDS) or len(text.splitlines()) <= LONGEST_MODULE, name


def test_every_word_of_the_page_is_said_somewhere() -> None:
    """A text that nothing shows is dropped; those with a dot are put together from what the server tells."""
    code = "\n".join(text for name, text in MODULES.items() if not name.startswith(WORDS))
    names = re.findall(r"^  (\w+):", MODULES["words/en.js"], flags=re.MULTILINE)
    composed = re.compile(
        r"^(greeting|state|outcome|verdict|example|waiting|appearance)_|^(sending|working|reconnecting|stopping|good|bad)$"
    )
    unsaid = [name for name in names if f'"{name}"' not in code and not composed.search(name)]
    assert unsaid == []
