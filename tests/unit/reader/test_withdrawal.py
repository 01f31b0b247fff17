"""What is to go so that it can come back, what for good, and which words only sound like it?"""

import pytest
from tests.unit.reader.world import ask, one

ERASED: list[tuple[str, str, str]] = [
    ("en-US", "delete the lunch with Ana for good", "the lunch with Ana"),
    ("en-US", "permanently delete the dentist", "the dentist"),
    ("en-US", "delete permanently the note about the boiler", "the note about the boiler"),
    ("en-US", "erase the dentist", "the dentist"),
    ("en-US", "Erase “Budget talk” permanently, please", "Budget talk"),
    ("en-US", "can you get rid of the passport scan for good?", "the passport scan"),
    ("en-US", "could you permanently erase it?", "it"),
    ("en-US", "I want to delete the contact Ana Souza forever", "the contact Ana Souza"),
    ("en-US", "delete milk for good from my shopping list", "milk from my shopping list"),
    ("en-US", "delete this conversation", "this conversation"),
    ("en-US", "wipe our chat about Lisbon", "our chat about Lisbon"),
    ("pt-PT", "apaga de vez o almoço com a Ana", "o almoço com a Ana"),
    ("pt-PT", "apaga o almoço com a Ana para sempre", "o almoço com a Ana"),
    ("pt-PT", "apaga-o definitivamente", "o"),
    ("pt-PT", "quero apagar o dentista de vez", "o dentista"),
    ("pt-BR", "exclua a nota sobre a caldeira definitivamente", "a nota sobre a caldeira"),
    ("pt-BR", "Você pode apagar isso de vez?", "isso"),
    ("pt-PT", "apaga esta conversa", "esta conversa"),
    ("es-ES", "borra el almuerzo con Ana para siempre", "el almuerzo con Ana"),
    ("es-ES", "bórralo para siempre", "lo"),
    ("es-ES", "elimínala definitivamente", "la"),
    ("es-MX", "elimina definitivamente la nota sobre la caldera", "la nota sobre la caldera"),
    ("es-ES", "¿puedes borrar el contacto Ana para siempre?", "el contacto Ana"),
    ("es-ES", "borra esta conversación", "esta conversación"),
]


@pytest.mark.parametrize(("locale", "said", "item"), ERASED)
def test_what_is_to_go_for_good_is_erased(locale: str, said: str, item: str) -> None:
    made = one(said, locale=locale, mood="request")
    assert [(call.name, call.arguments) for call in made.tool_calls] == [("erase_item", {"item": item})], made


@pytest.mark.parametrize(
    ("locale", "said", "item"),
    [
        ("en-US", "remove milk from my list", "milk from my list"),
        ("en-US", "delete the todo buy milk", "the todo buy milk"),
        ("en-US", "delete the note about the boiler", "the note about the boiler"),
        ("en-US", "remove Ana from my contacts", "Ana from my contacts"),
        ("en-US", "delete the milk reminder", "the milk reminder"),
        ("pt-PT", "tira o leite da lista", "o leite da lista"),
        ("pt-PT", "remove a tarefa comprar leite", "a tarefa comprar leite"),
        ("pt-BR", "apaga o contato Ana", "o contato Ana"),
        ("es-ES", "quita la leche de la lista", "la leche de la lista"),
        ("es-ES", "elimina la nota sobre la caldera", "la nota sobre la caldera"),
    ],
)
def test_what_is_no_event_is_removed(locale: str, said: str, item: str) -> None:
    made = one(said, locale=locale, mood="request")
    assert [(call.name, call.arguments) for call in made.tool_calls] == [("remove_item", {"item": item})], made


@pytest.mark.parametrize(
    ("locale", "said"),
    [
        ("en-US", "delete the dentist"),
        ("en-US", "cancel the dentist"),
        ("en-US", "cancel the dentist for good"),
        ("pt-PT", "apaga o dentista"),
        ("pt-PT", "cancela o dentista"),
        ("es-ES", "borra el dentista"),
    ],
)
def test_an_event_that_is_deleted_is_cancelled(locale: str, said: str) -> None:
    assert [tool for tool, _ in ask(said, mood="request", locale=locale).writes] == ["events_delete"]


def test_what_is_in_no_calendar_may_be_of_another_kind() -> None:
    assert ask("delete the boiler manual", mood="request").writes == [("remove_item", {"item": "boiler manual"})]


def test_it_is_no_event_where_none_was_spoken_of() -> None:
    history = (("user", "Which tasks are open?"), ("assistant", "Buy milk."))
    assert ask("delete it", mood="request", history=history).writes == [("remove_item", {"item": "it"})]
    context = {"events": [{"id": "e7", "title": "Concert"}]}
    assert ask("delete it", mood="request", context=context).writes == [("events_delete", {"event": "e7"})]


@pytest.mark.parametrize(
    "said",
    [
        "can I delete things for good?",
        "what happens when I delete something for good?",
        "should I delete the lunch for good?",
        "did I delete the dentist for good?",
        "don't delete it for good",
        "do not erase the lunch",
        "I quit smoking for good",
        "he is gone for good",
        "they are moving to Lisbon for good",
        "posso apagar coisas para sempre?",
        "não apagues o almoço de vez",
        "fui embora de vez",
        "de vez em quando apago mensagens",
        "¿puedo borrar cosas para siempre?",
        "no borres el almuerzo para siempre",
        "dejé de fumar para siempre",
        "¿se borra para siempre?",
    ],
)
def test_questions_bans_and_idioms_erase_nothing(said: str) -> None:
    writes = [tool for tool, _ in ask(said).writes]
    assert not {"erase_item", "remove_item", "events_delete"} & set(writes), writes


@pytest.mark.parametrize(
    ("said", "tool"),
    [
        ("remind me to delete the app for good", "todos_create"),
        ("add delete the old photos for good to my list", "todos_create"),
        ("remember that Rui quit sugar for good", "notes_add"),
        ("lembra-me de apagar as fotos de vez amanhã", "todos_create"),
        ("recuérdame borrar las fotos para siempre", "todos_create"),
        ("schedule goodbye lunch for good friends on Friday at 1", "events_create"),
    ],
)
def test_what_is_to_be_kept_may_speak_of_erasing(said: str, tool: str) -> None:
    assert [name for name, _ in ask(said, mood="request").writes] == [tool]
