"""Does a request become the right proposal, in the user's own words?"""
# ruff: noqa: E501

from typing import Any

import pytest
from tests.unit.reader.world import READ_TOOLS, ask, one

CREATES: list[tuple[str, str, dict[str, Any]]] = [
    # to-dos
    ("add milk to my list", "todos_create", {"title": "milk"}),
    ("Please put dog food on the shopping list", "todos_create", {"title": "dog food"}),
    ("could you add “call the plumber” to my to-do list?", "todos_create", {"title": "call the plumber"}),
    ("add to my list: birthday card", "todos_create", {"title": "birthday card"}),
    ("remind me to water the plants tomorrow at 8am", "todos_create", {"title": "water the plants", "when": "tomorrow at 8am"}),
    ("Remind me on Monday to renew the insurance", "todos_create", {"title": "renew the insurance", "when": "on Monday"}),
    ("don't let me forget to feed the cat", "todos_create", {"title": "feed the cat"}),
    ("create a task to review the contract by Friday", "todos_create", {"title": "review the contract", "when": "by Friday"}),
    ("new task: descale the kettle", "todos_create", {"title": "descale the kettle"}),
    ("set a reminder to pay the electrician on 3 December", "todos_create", {"title": "pay the electrician", "when": "on 3 December"}),
    ("adiciona leite à minha lista", "todos_create", {"title": "leite"}),
    ("coloca detergente na lista de compras, por favor", "todos_create", {"title": "detergente"}),
    ("lembra-me de comprar pão amanhã", "todos_create", {"title": "comprar pão", "when": "amanhã"}),
    ("me lembra de ligar para o Rui na segunda", "todos_create", {"title": "ligar para o Rui", "when": "na segunda"}),
    ("Pode me lembrar de tomar o remédio às 20h?", "todos_create", {"title": "tomar o remédio", "when": "às 20h"}),
    ("cria uma tarefa: lavar o carro", "todos_create", {"title": "lavar o carro"}),
    ("anota na lista azeitonas", "todos_create", {"title": "azeitonas"}),
    ("recuérdame llamar a Ana el lunes", "todos_create", {"title": "llamar a Ana", "when": "el lunes"}),
    ("añade pilas a mi lista", "todos_create", {"title": "pilas"}),
    ("¿Puedes apuntar jabón en la lista de la compra?", "todos_create", {"title": "jabón"}),
    ("crea una tarea para revisar el informe", "todos_create", {"title": "revisar el informe"}),
    ("avísame mañana de sacar la basura", "todos_create", {"title": "sacar la basura", "when": "mañana"}),
    ("pop oat milk on the shopping list", "todos_create", {"title": "oat milk"}),
    ("I need to be reminded to call grandma on Sunday", "todos_create", {"title": "call grandma", "when": "on Sunday"}),
    ("remind me about the parents' evening next Tuesday", "todos_create", {"title": "the parents' evening", "when": "next Tuesday"}),
    ("não deixa eu esquecer de pagar o condomínio dia 5", "todos_create", {"title": "pagar o condomínio", "when": "dia 5"}),
    ("que no se me olvide comprar velas", "todos_create", {"title": "comprar velas"}),
    ("I need a reminder to wash the dishes", "todos_create", {"title": "wash the dishes"}),
    # events
    ("I need a meeting with Rui on Thursday", "events_create", {"title": "Meeting with Rui", "when": "on Thursday", "participants": ["Rui"]}),
    ("schedule lunch tomorrow with Ana", "events_create", {"title": "Lunch with Ana", "when": "lunch tomorrow", "participants": ["Ana"]}),
    ("programa una reunión llamada Presupuesto el lunes a las 9", "events_create", {"title": "Presupuesto"}),
    ("quero marcar um jantar com a minha mãe no sábado às 20h", "events_create", {"title": "Jantar com a minha mãe", "participants": ["minha mãe"]}),
    ("schedule lunch with Ana tomorrow at noon", "events_create", {"title": "Lunch with Ana", "when": "tomorrow at noon", "participants": ["Ana"]}),
    ("Book a haircut on 4 December at 15:00", "events_create", {"title": "Haircut", "when": "on 4 December at 15:00"}),
    ("put yoga in my calendar for Tuesday at 7am", "events_create", {"title": "Yoga", "when": "for Tuesday at 7am"}),
    ("book dinner with my sister at Luigi's on Saturday at 8pm", "events_create", {"title": "Dinner with my sister", "when": "on Saturday at 8pm", "participants": ["my sister"], "place": "Luigi's"}),
    ("plan a walk with Marcela, paty and bebel on Sunday", "events_create", {"title": "Walk with Marcela, paty and bebel", "when": "on Sunday", "participants": ["Marcela", "paty", "bebel"]}),
    ("create a meeting called “Budget talk” with the sales team on Monday at 3pm", "events_create", {"title": "Budget talk", "when": "on Monday at 3pm"}),
    ("marca dentista sexta às 10", "events_create", {"title": "Dentista", "when": "sexta às 10"}),
    ("agenda uma reunião com o Pedro amanhã às 15h", "events_create", {"title": "Reunião com o Pedro", "when": "amanhã às 15h", "participants": ["Pedro"]}),
    ("Você pode marcar um almoço com a Carla e o João na quinta?", "events_create", {"title": "Almoço com a Carla e o João", "when": "na quinta", "participants": ["Carla", "João"]}),
    ("marque consulta com o dentista dia 3 de dezembro às 9h", "events_create", {"title": "Consulta com o dentista"}),
    ("agenda reunión con Pedro el martes a las 3 de la tarde", "events_create", {"title": "Reunión con Pedro", "when": "el martes a las 3 de la tarde", "participants": ["Pedro"]}),
    ("pon una cita con el médico el jueves a las 10", "events_create", {"title": "Cita con el médico", "when": "el jueves a las 10"}),
    ("programa una llamada con Lucía mañana a las 18:00", "events_create", {"title": "Llamada con Lucía", "when": "mañana a las 18:00", "participants": ["Lucía"]}),
    # contacts
    ("add Maria Silva, maria@x.com, to my contacts", "contacts_create", {"display_name": "Maria Silva", "emails": ["maria@x.com"]}),
    ("new contact: João Reis, +351 912 000 111", "contacts_create", {"display_name": "João Reis", "phones": ["+351 912 000 111"]}),
    ("save Pedro's number: +55 11 98888-7777", "contacts_create", {"display_name": "Pedro", "phones": ["+55 11 98888-7777"]}),
    ("adiciona Rita Gomes, rita@ex.pt, aos meus contatos", "contacts_create", {"display_name": "Rita Gomes", "emails": ["rita@ex.pt"]}),
    ("guarda a Luis Mora, 612 345 678, en mis contactos", "contacts_create", {"display_name": "Luis Mora", "phones": ["612 345 678"]}),
    # notes
    ("remember that my sister likes tulips", "notes_add", {"text": "my sister likes tulips"}),
    ("make a note: the gate code is 4411", "notes_add", {"text": "the gate code is 4411"}),
    ("anota que a minha irmã gosta de tulipas", "notes_add", {"text": "a minha irmã gosta de tulipas"}),
    ("guarda que prefiro voos de manhã", "notes_add", {"text": "prefiro voos de manhã"}),
    ("apunta que mi hermana prefiere el té", "notes_add", {"text": "mi hermana prefiere el té"}),
    ("recuerda que soy alérgico a las nueces", "notes_add", {"text": "soy alérgico a las nueces"}),
]  # fmt: skip


SHORTHAND: list[tuple[str, str, str, dict[str, Any]]] = [
    ("en-US", "Add contact Kien Tran, phone 555 1234", "contacts_create", {"display_name": "Kien Tran"}),
    ("es-MX", "añade el contacto Kien Tran, tel 555 12345678", "contacts_create", {"display_name": "Kien Tran"}),
    ("en-US", "Add a meeting with the VC on Friday at 3pm", "events_create", {"title": "Meeting with the VC", "participants": ["VC"]}),
    ("en-US", "add a meeting with the vc on friday at 3pm", "events_create", {"title": "Meeting with the vc", "participants": ["vc"]}),
    ("en-US", "schedule an appt with KD tmrw at 5", "events_create", {"title": "Appt with KD", "when": "tomorrow at 5", "participants": ["KD"]}),
    ("en-US", "buy tickets for Naum", "todos_create", {"title": "buy tickets for Naum"}),
    ("en-US", "remind me to do my hw tmrw", "todos_create", {"title": "do my hw", "when": "tomorrow"}),
    ("en-US", 'add "mtg abt kd" to my list', "todos_create", {"title": "mtg abt kd"}),
    ("en-US", "remember that the appt abt the visa is wen I land", "notes_add", {"text": "the appt abt the visa is wen I land"}),
    ("pt-BR", "anota que o vc falou com o Naum na segunda", "notes_add", {"text": "o vc falou com o Naum na segunda"}),
    ("pt-BR", "marca um almoço com o Cade hj às 13h", "events_create", {"title": "Almoço com o Cade", "when": "hoje às 13h", "participants": ["Cade"]}),
    ("pt-BR", "me lembra de ligar pro Naum amnh", "todos_create", {"title": "ligar pro Naum", "when": "amanhã"}),
    ("es-MX", "recuerda que la clave es el 15", "notes_add", {"text": "la clave es el 15"}),
    ("es-MX", "recuérdame preguntar ke quiere kien viene", "todos_create", {"title": "preguntar ke quiere kien viene"}),
]  # fmt: skip


@pytest.mark.parametrize(("locale", "said", "tool", "expected"), SHORTHAND)
def test_shorthand_is_understood_and_stored_as_it_was_written(
    locale: str, said: str, tool: str, expected: dict[str, Any]
) -> None:
    made = one(said, locale=locale)
    assert [call.name for call in made.tool_calls] == [tool], made
    arguments = made.tool_calls[0].arguments
    assert isinstance(arguments, dict)
    assert {name: arguments.get(name) for name in expected} == expected


@pytest.mark.parametrize(
    ("locale", "asked", "query"),
    [
        ("en-US", "What is Kien's phone number?", "Kien"),
        ("en-US", "what's kien's phone number", "kien"),
        ("es-MX", "¿cuál es el teléfono de Kien?", "Kien"),
        ("en-US", 'When is "Mtg abt KD"?', "Mtg abt KD"),
        ("en-US", "wen is the appt with the VC?", "VC"),
    ],
)
def test_a_name_is_looked_up_as_it_was_written(locale: str, asked: str, query: str) -> None:
    reads = ask(asked, locale=locale).reads
    assert query in {arguments.get("query") for _, arguments in reads}, reads
    assert "quien" not in str(reads).casefold()


@pytest.mark.parametrize("locale", ["pt-BR", "en-US"])
def test_a_ban_in_chat_spelling_is_a_ban(locale: str) -> None:
    assert one("naum apague as minhas tarefas", locale=locale).tool_calls == ()


@pytest.mark.parametrize(("said", "tool", "expected"), CREATES)
def test_what_is_asked_for_is_proposed_in_the_users_words(said: str, tool: str, expected: dict[str, Any]) -> None:
    made = one(said)
    assert [call.name for call in made.tool_calls] == [tool], made
    arguments = made.tool_calls[0].arguments
    assert isinstance(arguments, dict)
    for name, value in expected.items():
        assert arguments.get(name) == value, (name, arguments)
    if "participants" not in expected:
        assert not arguments.get("participants")


FOUND: list[tuple[str, str, dict[str, Any]]] = [
    ("cancel the dentist", "events_delete", {"event": "e1"}),
    ("please delete the yoga class on Tuesday", "events_delete", {"event": "e6"}),
    ("cancela o almoço de amanhã com a Ana", "events_delete", {"event": "e3"}),
    ("desmarca o dentista", "events_delete", {"event": "e1"}),
    ("cancela la yoga del martes", "events_delete", {"event": "e6"}),
    ("move lunch with Ana to two", "events_update", {"event": "e3", "when": "at two"}),
    ("reschedule the dentist to Monday at 9", "events_update", {"event": "e1", "when": "Monday at 9"}),
    ("adia a reunião de orçamento para amanhã às 15h", "events_update", {"event": "e4", "when": "amanhã às 15h"}),
    ("muda o dentista para segunda às 11h", "events_update", {"event": "e1", "when": "segunda às 11h"}),
    ("mueve el concierto de Rosalía al domingo", "events_update", {"event": "e7", "when": "domingo"}),
    ("make the dentist an hour later", "events_update", {"event": "e1", "start_at": "2026-11-27T11:00:00"}),
    ("adia o dentista uma semana depois", "events_update", {"event": "e1", "start_at": "2026-12-04T10:00:00"}),
    ("retrasa la yoga 30 minutos más tarde", "events_update", {"event": "e6", "start_at": "2026-11-24T07:30:00"}),
    ("passa o dentista para dia 4 de dezembro às 10h", "events_update", {"event": "e1", "when": "dia 4 de dezembro às 10h"}),
    ("scrap yoga on Tuesday", "events_delete", {"event": "e6"}),
    ("anúlame el dentista", "events_delete", {"event": "e1"}),
    ("risca o leite da lista", "todos_complete", {"todo": "t1"}),
    ("move my next meeting out to Friday at 9", "events_update", {"event": "e3", "when": "Friday at 9"}),
    ("retrasa la próxima reunión 30 minutos", "events_update", {"event": "e3", "start_at": "2026-11-22T13:00:00"}),
    ("antecipa o dentista uma hora", "events_update", {"event": "e1", "start_at": "2026-11-27T09:00:00"}),
    ("move the dentist to room 4", "events_update", {"event": "e1", "place": "room 4"}),
    ("add Pedro to lunch with Ana", "events_update", {"event": "e3", "participants_add": ["Pedro"]}),
    ("remove Pedro from lunch with Ana", "events_update", {"event": "e3", "participants_remove": ["Pedro"]}),
    ("rename the yoga class to Pilates", "events_update", {"event": "e6", "title": "Pilates"}),
    ("mark milk as done", "todos_complete", {"todo": "t1"}),
    ("tick off the rent", "todos_complete", {"todo": "t2"}),
    ("marca comprar pão como feito", "todos_complete", {"todo": "t3"}),
    ("já comprei o pão", "todos_complete", {"todo": "t3"}),
    ("I've paid the rent", "todos_complete", {"todo": "t2"}),
    ("marca el pão como hecho", "todos_complete", {"todo": "t3"}),
]  # fmt: skip


@pytest.mark.parametrize(("said", "tool", "expected"), FOUND)
def test_what_exists_is_found_first_and_goes_on_by_its_id(said: str, tool: str, expected: dict[str, Any]) -> None:
    turn = ask(said, mood="request")
    assert turn.writes == [(tool, expected)], turn
    assert turn.reads, "it was looked up"


def test_what_is_not_found_goes_on_by_the_users_words() -> None:
    assert ask("cancel the opera on Friday").writes == [("events_delete", {"event": "opera on Friday"})]
    assert ask("mark the taxes as done").writes == [("todos_complete", {"todo": "taxes"})]


def test_a_shopping_list_becomes_its_things_a_task_stays_whole() -> None:
    assert [each["title"] for _, each in ask("add milk, eggs and rye bread to my shopping list").writes] == [
        "milk", "eggs", "rye bread",
    ]  # fmt: skip
    assert [each["title"] for _, each in ask("add call Ana and Pedro about the trip to my list").writes] == [
        "call Ana and Pedro about the trip"
    ]


def test_two_requests_in_one_message_are_two_proposals() -> None:
    assert ask("add milk to my list and schedule lunch with Ana tomorrow at noon").writes == [
        ("todos_create", {"title": "milk"}),
        ("events_create", {"title": "Lunch with Ana", "when": "tomorrow at noon", "participants": ["Ana"]}),
    ]
    assert [tool for tool, _ in ask("My sister arrives on Monday. Remind me to pick her up.").writes] == [
        "todos_create"
    ]


@pytest.mark.parametrize(
    "said",
    [
        "do not delete my tasks",
        "don't cancel the dentist",
        "não apagues as minhas tarefas",
        "Não marque comprar leite como concluída",
        "no borres mis tareas",
        "no canceles el dentista",
        "did I add milk to my list?",
        "have I cancelled the dentist?",
        "já marquei o dentista?",
        "¿he cancelado el dentista?",
        "when did I schedule the dentist?",
        "can you tell me whether the dentist was cancelled?",
        "what would happen if I cancel the dentist?",
    ],
)
def test_a_question_or_a_ban_proposes_nothing(said: str) -> None:
    assert ask(said).writes == []


@pytest.mark.parametrize(
    ("said", "expected"),
    [
        ("Lunch with Ana on Friday at one, at Café Central", {"title": "Lunch with Ana", "participants": ["Ana"], "place": "Café Central"}),
        ("Dentist Tuesday 10am", {"title": "Dentist", "when": "Tuesday 10am"}),
        ("dentista terça às 10", {"title": "Dentista", "when": "terça às 10"}),
        ("Almoço com a Ana sexta às 13h no Café Central", {"participants": ["Ana"], "place": "Café Central"}),
        ("cena con Ana el viernes a las 21h", {"title": "Cena con Ana", "participants": ["Ana"]}),
    ],
)  # fmt: skip
def test_an_event_jotted_down_without_a_verb_is_proposed(said: str, expected: dict[str, Any]) -> None:
    (made,) = one(said, mood="unclear").tool_calls
    assert made.name == "events_create"
    assert isinstance(made.arguments, dict)
    assert {name: made.arguments[name] for name in expected} == expected


@pytest.mark.parametrize(
    "said",
    ["the dentist on Tuesday at 10", "lunch with Ana on Friday", "dinner with Rui last Friday at 8", "o jantar de sexta às 20h", "party photos"],
)  # fmt: skip
def test_what_may_be_looked_for_is_no_event(said: str) -> None:
    assert all(not call.name.endswith("_create") for call in one(said, mood="unclear").tool_calls)


@pytest.mark.parametrize("said", ["add milk to my list", "cancel the dentist", "marca dentista sexta às 10"])
def test_a_question_by_the_gate_never_proposes_even_with_the_tools_at_hand(said: str) -> None:
    assert ask(said, mood="question").writes == []


def test_without_the_tool_it_says_that_nothing_was_changed() -> None:
    turn = ask("add milk to my list", mood="request", tools=READ_TOOLS)
    assert turn.calls == []
    assert "nothing was changed" in turn.text


def test_clearing_a_whole_list_is_said_to_be_beyond_it() -> None:
    for said, words in (
        ("delete all my tasks", "can't"),
        ("limpa a minha lista", "Não sei"),
        ("vacía la lista", "No sé"),
    ):
        turn = ask(said, mood="request")
        assert turn.calls == []
        assert words in turn.text


def test_what_was_done_without_a_to_do_is_not_ticked_off() -> None:
    turn = ask("I bought a tractor", mood="statement")
    assert turn.writes == []
    assert "no open to-do" in turn.text


def test_an_unknown_change_is_said_to_be_not_understood() -> None:
    turn = ask("zap the frobnicator", mood="request")
    assert turn.calls == []
    assert "nothing was changed" in turn.text


def test_it_is_the_event_just_spoken_of() -> None:
    assert ask("cancel it", context={"events": [{"id": "e7", "title": "Concert"}]}).writes == [
        ("events_delete", {"event": "e7"})
    ]


@pytest.mark.parametrize(
    "said",
    [
        "set an alarm for 7",
        "send a new email about the party to Rui",
        "me acorda às sete",
        "pon una alarma a las siete",
    ],
)
def test_what_no_tool_does_is_said_to_be_beyond_it(said: str) -> None:
    turn = ask(said, mood="request")
    assert turn.calls == []
    assert any(
        words in turn.text for words in ("beyond what I can do", "além do que consigo", "más allá de lo que puedo")
    )


@pytest.mark.parametrize(
    ("locale", "said", "tool", "title", "when"),
    [
        ("en-US", "schedule yoga every Tuesday at 5", "events_create", "Yoga", "every Tuesday at 5"),
        ("en-US", "schedule lunch with Ana every Friday at 1pm", "events_create", None, "every Friday at 1pm"),
        ("pt-BR", "marca ioga toda terça às 17h", "events_create", "Ioga", "toda terça às 17h"),
        ("es-ES", "agenda yoga todos los martes a las 17h", "events_create", "Yoga", "todos los martes a las 17h"),
        ("en-US", "add a task to water the plants every Friday", "todos_create", None, "every Friday"),
    ],
)
def test_what_repeats_goes_on_with_all_its_words(
    locale: str, said: str, tool: str, title: str | None, when: str
) -> None:
    (call,) = one(said, locale=locale).tool_calls
    assert isinstance(call.arguments, dict)
    assert (call.name, call.arguments["when"]) == (tool, when)
    assert title is None or call.arguments["title"] == title
