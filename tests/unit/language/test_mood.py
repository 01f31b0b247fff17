"""The mood gate's lexicons on utterances of our own; the measured sets are kept apart (see `steward eval mood`)."""

import time

import pytest

from orchestrator.language.mood import Mood, mood_of
from orchestrator.language.verdicts import mood_verdict

REQUESTS = [
    ("en-US", "could you put oat milk on the groceries"),
    ("en-US", "can you add a vet visit for thursday at nine"),
    ("en-US", "would you mind moving my lunch with priya to one"),
    ("en-US", "please jot down that the wifi code is on the fridge"),
    ("en-US", "set an alarm for quarter to six"),
    ("en-US", "remind me to water the ferns on sunday"),
    ("en-US", "remember that my brother is allergic to peanuts"),
    ("en-US", "i need you to cancel the gym session"),
    ("en-US", "i want to reschedule the car inspection"),
    ("en-US", "i'd like a reminder for the tax deadline"),
    ("en-US", "let's book a table at the thai place"),
    ("en-US", "go ahead and delete the old packing list"),
    ("en-US", "don't forget to add batteries to my list"),
    ("en-US", "don't let me forget the parcel"),
    ("en-US", "we are out of rice can you put it on the list"),
    ("en-US", "my flight lands at four so please move the call to six"),
    ("en-US", "when i get to the office remind me to print the contract"),
    ("en-US", "check my calendar and book a free slot with tom"),
    ("en-US", "did i pay the rent? if not, add it to my todos"),
    ("en-US", "tick off the laundry"),
    ("en-US", "mark the passport task as done"),
    ("en-US", "text my sister that i am running late"),
    ("en-US", "tell grandma i will be there at five"),
    ("en-US", "would it be possible to move the dentist to friday"),
    ("en-US", "why don't you add it to my notes"),
    ("en-US", "steward rename the trip to lisbon getaway"),
    ("en-US", "get rid of the three o'clock meeting"),
    ("en-US", "wake me up at half past five"),
    ("en-US", "make a note that the plumber comes on monday"),
    ("en-US", "i was wondering if you could add pasta to the list"),
    ("en-GB", "pencil in a haircut for saturday"),
    ("en-GB", "bring the standup forward by ten minutes"),
    ("pt-BR", "pode marcar o dentista pra sexta"),
    ("pt-BR", "adiciona café na lista do mercado"),
    ("pt-BR", "me lembra de tirar o lixo às oito"),
    ("pt-BR", "cria um evento chamado revisão do carro"),
    ("pt-BR", "apaga o lembrete da academia"),
    ("pt-BR", "preciso que você cancele a reunião das dez"),
    ("pt-BR", "eu queria remarcar o almoço com a carla"),
    ("pt-BR", "bota arroz na lista"),
    ("pt-BR", "anota aí que o portão novo é azul"),
    ("pt-BR", "você consegue mudar a consulta para quinta"),
    ("pt-BR", "por favor exclua a tarefa antiga"),
    ("pt-BR", "não esquece de me lembrar da vacina"),
    ("pt-BR", "quando eu chegar em casa me lembra de ligar a máquina"),
    ("pt-BR", "manda um email pro joão avisando do atraso"),
    ("pt-BR", "me avisa amanhã às nove"),
    ("pt-PT", "podes apontar que a chave está no vaso"),
    ("pt-PT", "lembra-me de levantar a encomenda"),
    ("pt-PT", "põe leite na lista de compras"),
    ("pt-PT", "gostava que marcasses uma reunião com a inês"),
    ("pt-PT", "adicionar fraldas à lista"),
    ("pt-PT", "muda a consulta para as quatro da tarde"),
    ("pt-PT", "guarda isto nas notas"),
    ("pt-PT", "conclui a tarefa do relatório"),
    ("es-ES", "¿puedes añadir aceite a la lista?"),
    ("es-ES", "añádeme pan a la compra"),
    ("es-ES", "recuérdame que tengo que llamar al fontanero"),
    ("es-ES", "pon una alarma a las seis y media"),
    ("es-ES", "quiero que borres la cita del jueves"),
    ("es-ES", "necesito cambiar la hora de la cena"),
    ("es-ES", "apúntame una reunión con marta el lunes"),
    ("es-ES", "crear una tarea para renovar el pasaporte"),
    ("es-ES", "¿te importaría mover la llamada a las cinco?"),
    ("es-ES", "no te olvides de apuntar la vacuna"),
    ("es-ES", "que no se me olvide comprar pilas"),
    ("es-ES", "cuando llegue a la oficina recuérdame imprimir el contrato"),
    ("es-ES", "por favor elimina la nota antigua"),
    ("es-MX", "agéndame una cita con el doctor para el martes"),
    ("es-MX", "me puedes agregar tortillas a la lista"),
    ("es-MX", "mándale un correo a luis diciendo que llego tarde"),
    ("es-AR", "borrame el recordatorio del gimnasio"),
    ("es-MX", "marca la tarea del informe como terminada"),
    ("es-ES", "guarda que mi hermano es alérgico al cacahuete"),
    ("es-ES", "¿por qué no lo añades a mis notas?"),
]

QUESTIONS = [
    ("en-US", "can you tell me whether i already paid the rent"),
    ("en-US", "did i book the dentist"),
    ("en-US", "did i add olives to the list"),
    ("en-US", "read my list"),
    ("en-US", "show me what changed this week"),
    ("en-US", "remind me what i said about the boiler"),
    ("en-US", "remind me who recommended that restaurant"),
    ("en-US", "what did i ask you to delete yesterday"),
    ("en-US", "have i scheduled anything for the long weekend"),
    ("en-US", "is the plumber booked for monday"),
    ("en-US", "when was the report task created"),
    ("en-US", "who moved the standup"),
    ("en-US", "do you remember where i parked"),
    ("en-US", "should i cancel the gym"),
    ("en-US", "i wonder if i set an alarm"),
    ("en-US", "could you check if the parcel arrived"),
    ("en-US", "give me a rundown of tomorrow"),
    ("en-US", "anything planned for friday night"),
    ("en-US", "is there a reminder about the passport"),
    ("en-US", "i want to know when the lease ends"),
    ("en-US", "how do i delete a note"),
    ("en-US", "which tasks did i mark as done last week"),
    ("en-US", "can you see what tom sent me"),
    ("en-US", "find the note about the garage"),
    ("en-US", "was the meeting moved"),
    ("en-US", "would my sister be free on sunday"),
    ("en-US", "let me see my tasks"),
    ("en-US", "why did you remove the lunch"),
    ("en-US", "dont i have a call at three"),
    ("en-US", "whats left on the packing list"),
    ("en-GB", "are there any alarms set for the morning"),
    ("en-GB", "you deleted the note?"),
    ("pt-BR", "eu já marquei o dentista?"),
    ("pt-BR", "o que tenho amanhã de manhã"),
    ("pt-BR", "quem cancelou a reunião"),
    ("pt-BR", "me mostra a lista do mercado"),
    ("pt-BR", "você pode me dizer se paguei a luz"),
    ("pt-BR", "quais tarefas eu concluí ontem"),
    ("pt-BR", "tem algum lembrete pra hoje"),
    ("pt-BR", "me lembra o que eu falei sobre o carro"),
    ("pt-BR", "qual foi a última nota que criei"),
    ("pt-BR", "quero saber quando vence o seguro"),
    ("pt-BR", "será que adicionei o arroz"),
    ("pt-BR", "cadê a nota da receita"),
    ("pt-PT", "podes ver se tenho consulta na terça"),
    ("pt-PT", "diz-me o que há na agenda"),
    ("pt-PT", "onde é que deixei o contrato"),
    ("pt-PT", "há alguma reunião marcada para sexta"),
    ("pt-PT", "lê as minhas notas"),
    ("pt-PT", "devo cancelar o jantar?"),
    ("pt-PT", "quando é que criei essa tarefa"),
    ("es-ES", "¿he reservado ya la mesa?"),
    ("es-ES", "qué tengo mañana por la tarde"),
    ("es-ES", "que tengo pendiente para hoy"),
    ("es-ES", "¿puedes decirme si pagué el alquiler?"),
    ("es-ES", "muéstrame las notas de la obra"),
    ("es-ES", "recuérdame qué dije sobre la caldera"),
    ("es-ES", "quién movió la reunión"),
    ("es-ES", "cuándo creé esa tarea"),
    ("es-ES", "hay algún recordatorio para el lunes"),
    ("es-ES", "quiero saber cuándo caduca el pasaporte"),
    ("es-ES", "léeme la lista de la compra"),
    ("es-ES", "¿debería cancelar el gimnasio?"),
    ("es-MX", "dime qué citas tengo"),
    ("es-MX", "¿ya agendaste la cita?"),
    ("es-MX", "cuántas tareas marqué como terminadas"),
    ("es-MX", "me podrías buscar el correo de ana"),
    ("es-AR", "sabes si borré la nota"),
    ("es-ES", "¿se ha cancelado la clase?"),
]

MORE_REQUESTS = [
    "add milk",
    "put bread on my list",
    "schedule lunch with ana on friday",
    "book me a haircut",
    "please cancel tomorrow's standup",
    "create a note saying the code is 4411",
    "new reminder call mom at five",
    "change the meeting title to kickoff",
    "could you please go ahead and send it",
    "can you make that two o'clock instead",
    "push my three pm to four",
    "note that i parked on level 2",
    "save this address as home",
    "delete that",
    "cancel it please",
    "move it to friday",
    "add it to my calendar",
    "mark it done",
    "i need to add a task",
    "i'd like you to delete the note",
    "let's move it to tuesday",
    "please put a reminder for the bill",
    "hey steward add eggs and butter to groceries",
    "rename my list to party",
    "send ana the report",
    "email bob that i agree",
    "reply to the invite saying yes",
    "make a list for the trip",
    "make an appointment with dr lee",
    "start a new list called books",
    "update my phone number",
    "remember i like aisle seats",
    "forget what i said about coffee",
    "would you add lunch with sam to my diary",
    "i want to add a contact",
    "can you help me create a reminder",
    "do me a favor and delete that",
    "you can delete that note now",
    "set my alarm for 7",
    "put the dentist on monday at ten",
    "clear my afternoon",
    "block off friday morning",
    "invite ana to dinner",
    "take a note the plumber costs fifty",
    "criar lembrete para amanhã",
    "marca uma reunião com o pedro",
    "cancela o dentista",
    "muda para sexta",
    "adiciona isso à lista",
    "pode apagar",
    "apague isso por favor",
    "me lembre de pagar a conta",
    "salva meu endereço novo",
    "manda mensagem pra ana",
    "agende um corte de cabelo",
    "remove o leite da lista",
    "marque como feito",
    "gostaria de criar uma nota",
    "preciso marcar uma consulta",
    "quero adicionar um contato",
    "faz uma lista pra viagem",
    "atualiza meu telefone",
    "lembra que eu gosto de chá",
    "podia adicionar ovos à lista",
    "dá pra mover pra terça",
    "coloque um lembrete pra conta",
    "desmarca o almoço",
    "renomeia a lista para festa",
    "responde ao convite a dizer que sim",
    "crear recordatorio para mañana",
    "marca una reunión con pedro",
    "cancela el dentista",
    "muévelo al viernes",
    "agrégalo a la lista",
    "puedes borrarlo",
    "recuérdame pagar la factura",
    "guarda mi nueva dirección",
    "mándale un mensaje a ana",
    "quita la leche de la lista",
    "márcalo como hecho",
    "me gustaría crear una nota",
    "necesito agendar una cita",
    "quiero agregar un contacto",
    "haz una lista para el viaje",
    "actualiza mi teléfono",
    "recuerda que me gusta el té",
    "podrías añadir huevos a la lista",
    "pon un recordatorio para la factura",
    "anula la comida",
    "renombra la lista a fiesta",
    "avísame mañana a las nueve",
    "apunta que el fontanero viene el lunes",
    "ponme una alarma a las siete",
    "me apuntas leche en la lista",
    "envía el informe a ana",
    "programar reunión con el equipo",
]

MORE_QUESTIONS = [
    "can you confirm that my appointment is booked",
    "the meeting was moved wasn't it",
    "você sabe se cancelei a aula",
    "hey is my alarm set or not",
    "is there a way to delete everything",
    "what are the steps to create an event",
    "can you remind me when the dentist appointment is",
    "do you have my address saved",
    "could i see what's scheduled",
    "have you sent the email to bob",
    "did you add it",
    "was the reminder created",
    "will you be able to tell me what i deleted",
    "what should i add to the list",
    "is it possible to see my notes",
    "has anyone cancelled",
    "how many reminders did i create this week",
    "what was the last thing i added",
    "who did i invite to the party",
    "tell me which meetings were moved",
    "show me deleted notes",
    "list the tasks i completed",
    "look up when i booked the hotel",
    "when did i last update my address",
    "where did i save the recipe",
    "are all my alarms set for tomorrow",
    "do i need to reschedule anything",
    "which of my meetings can be moved",
    "am i supposed to send anything today",
    "are we still on for the meeting tomorrow",
    "does tom know we moved the lunch",
    "i want to see what you added",
    "please tell me if you cancelled the class",
    "what would happen if i delete the list",
    "can i see my calendar for the week",
    "my next meeting",
    "anything due tomorrow",
    "what's the plan for today",
    "any chance you know when the lease ends",
    "can you explain what archive does",
    "o que eu adicionei ontem",
    "você adicionou o leite",
    "já foi marcada a consulta?",
    "quando marquei o dentista",
    "tenho algo marcado para hoje",
    "quantas notas eu criei",
    "qual alarme está definido",
    "me diga quem cancelou",
    "pode me mostrar o que apaguei",
    "podes dizer-me se já enviei o email",
    "que tarefas estão por concluir",
    "existe alguma tarefa atrasada",
    "o dentista está marcado?",
    "onde guardei a receita",
    "lista as minhas tarefas",
    "mostra-me o que mudou",
    "como apago uma nota",
    "quero ver as tarefas concluídas",
    "por que você cancelou a reunião",
    "qué añadí ayer",
    "has añadido la leche",
    "está reservada la mesa?",
    "cuándo reservé el hotel",
    "tengo algo programado para hoy",
    "cuántas notas creé",
    "dime quién canceló",
    "puedes mostrarme lo que borré",
    "qué tareas quedan por completar",
    "existe alguna tarea atrasada",
    "dónde guardé la receta",
    "enséñame lo que cambió",
    "cómo borro una nota",
    "quiero ver las tareas terminadas",
    "por qué cancelaste la reunión",
    "a qué hora es la cita que moviste",
    "cuál es la alarma que puse",
    "hay que pagar algo hoy?",
    "busca la nota que guardé",
    "lista mis recordatorios",
    "me dices si tengo algo mañana",
    "a que hora me despierto mañana",
    "quien viene a la cena",
    "can you check whether i set the alarm and tell me when",
    "tell me about the meeting i moved and the one i cancelled",
    "should we move the meeting",
]

STATEMENTS = [
    ("en-US", "my sister set up the wifi"),
    ("en-US", "the team decided to move the launch"),
    ("es-ES", "ya añadí la leche"),
    ("pt-BR", "já adicionei o leite"),
    ("en-US", "my sister's birthday is on May 3rd"),
    ("en-US", "i already paid the rent"),
    ("en-US", "the plumber was very nice"),
    ("en-US", "i never delete old notes"),
    ("en-US", "i moved to porto last year"),
    ("pt-BR", "o aniversário da minha irmã é dia 3 de maio"),
    ("pt-BR", "eu moro em recife"),
    ("pt-PT", "o meu carro está na oficina"),
    ("es-ES", "el cumpleaños de mi hermana es el 3 de mayo"),
    ("es-ES", "mi padre vive en sevilla"),
    ("en-US", "the oven costs 200 euros"),
    ("en-US", "The new oven cost about €200."),
    ("en-US", "the plumber charges fifty an hour"),
    ("en-US", "the shop opens at nine"),
    ("en-US", "my passport expires in May"),
    ("pt-PT", "o forno custa 200 euros"),
    ("pt-PT", "o carro precisa de pneus novos"),
    ("pt-BR", "a loja abre às nove"),
    ("es-ES", "el horno cuesta 200 euros"),
    ("es-ES", "el contrato termina en marzo"),
    ("es-ES", "la tienda abre a las nueve"),
]

NO_STATEMENTS = [
    ("en-US", "oven costs"),
    ("en-US", "the costs of the oven"),
    ("en-US", "what the oven costs"),
    ("en-US", "does the oven cost 200 euros"),
    ("en-US", "note that the oven costs 200 euros"),
    ("pt-PT", "quanto custa o forno"),
    ("pt-PT", "na segunda abre um evento às nove"),
    ("es-ES", "cuánto cuesta el horno"),
    ("es-ES", "apunta que el horno cuesta 200 euros"),
]

CONFIRMATIONS = [
    "yes",
    "yes please",
    "sim, pode",
    "dale",
    "vale, hazlo",
    "ok, confirma",
    "👍",
    "go ahead",
    "no",
    "mejor no",
    "sí",
]

FORBIDDEN = [
    "do not touch or delete my recipes",
    "please don't cancel the dentist",
    "never send that email",
    "you must not remove anna from the dinner",
    "dont delete it",
    "i don't want you to move the meeting",
    "there's no need to add milk",
    "stop deleting my notes",
    "make sure not to cancel it",
    "whatever happens, do not erase the list",
    "não apague as notas",
    "não quero que canceles a consulta",
    "nunca exclua esse evento",
    "por favor não mandes o email",
    "não precisa marcar nada",
    "nem pense em apagar isso",
    "não me lembre disso",
    "no borres la lista",
    "no quiero que canceles la cita",
    "nunca elimines esa nota",
    "por favor no envíes el correo",
    "no hace falta que añadas nada",
    "no lo borres",
    "ni se te ocurra mover la reunión",
    "deja de borrar mis notas",
    "could you please not move it",
    "can you not delete that",
    "don't you dare erase my recipes",
    "i said don't delete it",
    "podrías no borrar eso",
    "pode não apagar isso",
    "te dije que no lo borres",
]


@pytest.mark.parametrize(("locale", "text"), REQUESTS)
def test_a_request_is_taken_for_one(locale: str, text: str) -> None:
    assert mood_of(text, locale).mood is Mood.REQUEST


@pytest.mark.parametrize(("locale", "text"), QUESTIONS)
def test_a_question_is_taken_for_one(locale: str, text: str) -> None:
    assert mood_of(text, locale).mood is Mood.QUESTION


@pytest.mark.parametrize("text", MORE_REQUESTS)
def test_a_request_needs_no_locale(text: str) -> None:
    assert mood_of(text).mood is Mood.REQUEST


@pytest.mark.parametrize("text", MORE_QUESTIONS)
def test_a_question_needs_no_locale(text: str) -> None:
    assert mood_of(text).mood is Mood.QUESTION


@pytest.mark.parametrize(("locale", "text"), STATEMENTS)
def test_a_statement_is_taken_for_one(locale: str, text: str) -> None:
    assert mood_of(text, locale).mood is Mood.STATEMENT


@pytest.mark.parametrize(("locale", "text"), NO_STATEMENTS)
def test_what_is_asked_or_only_named_is_no_statement(locale: str, text: str) -> None:
    assert mood_of(text, locale).mood is not Mood.STATEMENT


@pytest.mark.parametrize("text", CONFIRMATIONS)
def test_a_pure_answer_confirms(text: str) -> None:
    assert mood_of(text).mood is Mood.CONFIRMATION


@pytest.mark.parametrize("text", FORBIDDEN)
def test_what_forbids_a_change_is_no_request(text: str) -> None:
    reading = mood_of(text)
    assert reading.negated
    assert reading.sure
    assert reading.mood is Mood.STATEMENT


@pytest.mark.parametrize("text", ["don't delete the list, just add milk to it", "no borres la nota, añade otra"])
def test_forbidding_and_asking_at_once_runs_nothing_by_itself(text: str) -> None:
    reading = mood_of(text)
    assert reading.negated
    assert reading.mood is Mood.UNCLEAR


@pytest.mark.parametrize("text", ["", "   ", "\x00", "🙂", "?!", "...", "1234", "\u202e\u200d", "@@@ ### ///"])
def test_text_without_words_is_unclear(text: str) -> None:
    reading = mood_of(text, "pt-BR")
    assert reading.mood is Mood.UNCLEAR
    assert not reading.sure
    assert reading.language == "pt"


@pytest.mark.parametrize(
    "text", ["can you tell me who said 'x' and \"delete it all\"", 'what does "remind me to call" mean']
)
def test_what_is_quoted_is_not_asked_for(text: str) -> None:
    assert mood_of(text).mood is Mood.QUESTION


def test_capitals_accents_and_composition_do_not_matter() -> None:
    assert mood_of("AÑÁDEME PAN A LA LISTA").mood is Mood.REQUEST
    assert mood_of("anademe pan a la lista", "es-ES").mood is Mood.REQUEST
    assert mood_of("An\u0303a\u0301deme pan a la lista").mood is Mood.REQUEST


@pytest.mark.parametrize(
    "unit", ["do not ", "add milk to my list and ", "a, ", '"', "que ", "when i ", "x" * 1000 + " ", "?", "é é "]
)
def test_long_text_stays_cheap(unit: str) -> None:
    text = (unit * 32_000)[:32_000]
    began = time.process_time()
    mood_of(text)
    assert time.process_time() - began < 2.0


def test_the_verdict_has_the_form_of_the_evaluation() -> None:
    assert mood_verdict({"id": "a", "text": "add milk", "locale": "en-US"}) == {"id": "a", "mood": "request"}
    assert mood_verdict({"id": 7, "text": "add milk"}) == {"id": 7, "mood": "request"}
