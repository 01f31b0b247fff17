# ruff: noqa: E501  (word tables are read by column and searched, not line by line)
"""Which words do all languages share when a ledger, a choice or a foreign text is read?"""

TOOL_KINDS = {
    "create": "create add new insert book schedule reserve make register import upload plan draft attach invite start append",
    "update": "update edit modify change move rename reschedule set shift postpone merge link tag assign add_attendee patch adjust label split",
    "delete": "delete remove cancel clear erase drop discard unlink purge archive trash empty dismiss",
    "complete": "complete finish close check done tick resolve uncomplete reopen",
    "send": "send email mail message notify reply forward share post push call invite text sms contact whatsapp",
    "store": "remember save store note memorize memorise record learn log fact facts memory keep",
    "undo": "undo restore revert redo recover unmerge",
    "accept": "accept decline approve reject confirm rsvp respond play delegate",
}
KIND_OF = {word: kind for kind, listed in TOOL_KINDS.items() for word in listed.split()}
DOMAINS = {
    "events": "event events meeting meetings appointment appointments calendar evento eventos reuniao reunioes compromisso compromissos cita citas reunion reuniones "
    "agenda calendario",
    "todos": "todo todos task tasks tarefa tarefas tarea tareas list lists lista listas item items",
    "notes": "note notes nota notas anotacao apunte",
    "contacts": "contact contacts contato contatos contacto contactos",
    "send": "email emails mail message messages mensagem mensagens correo correos mensaje mensajes sms",
    "places": "place places lugar lugares sitio local",
    "documents": "document documents doc file documento documentos arquivo archivo ficheiro",
}
DOMAIN_OF = {word: domain for domain, listed in DOMAINS.items() for word in listed.split()}
NO_OBJECT = frozenset(
    "monday tuesday wednesday thursday friday saturday sunday january february march april may june july august september october november december "
    "morning afternoon evening night noon week month year day hour hours minutes minute oclock today tomorrow yesterday tonight next last "
    "lunes martes miercoles jueves viernes sabado domingo enero febrero marzo abril mayo junio julio agosto septiembre octubre noviembre diciembre "
    "manana tarde noche semana mes ano dia hora horas minutos hoy ayer proximo proxima "
    "segunda terca quarta quinta sexta feira janeiro fevereiro marco abril maio junho julho setembro outubro novembro dezembro manha noite amanha hoje ontem "
    "successfully done sure now already also just ready okay perfect great exito sucesso correctamente pronto listo hecho feito corretamente ahora tambien "
    "reminder reminders alarm alarms timer recordatorio recordatorios lembrete lembretes alarma alarme entry changes change details found result results "
    "requested request following shopping compras todo everything tudo things thing something calendar preview executed call tool completed write failed "
    "new nuevo nueva novo nova one two three dos tres dois duas primera primeira first second agora tambem your tus seus suas tuyo for "
    "with from into onto about the and have has been was were como para esta este esto isso isto essa una uno unos del sido foi fue fueron foram "
    "user person name nombre nome title titulo status called named llamado chamado llamada chamada personal set put list lists lista memory memoria "
    "any other more mas mais que which that as well too four five six seven eight nine ten eleven twelve quatro cinco seis sete oito nove dez onze doze "
    "cuatro siete ocho nueve diez once doce midday midnight".split()
) - {"shopping", "compras"}


LABELS = frozenset(
    "event events todo due overdue open since contact message place phone birthday work address email next busy free found nearest looked more "
    "evento eventos tarefa tarefas contato contacto mensagem lugar telefone aniversario trabalho endereco atrasada pendente pendentes desde agenda "
    "tarea tareas mensaje sitio telefono cumpleanos trabajo direccion correo atrasado vencida pendiente pendientes calendario "
    "jan feb fev mar apr abr may mai jun jul aug ago sep set oct out nov dec dez dic ene".split()
)
"""Words with which lists of entities are labelled; they tell no deed, and a list consists of little else."""


FOREIGN = frozenset(
    "ich habe hat ist nicht und der die das dein deine ein eine wurde zu von mit für auf ihr ihre je j'ai vous votre est été le les des une sur avec pour dans ho hai tua "
    "tuo il lo gli della alla stato stata che sono di per è ik heb je het een is jouw op met van niet en jag har och din jeg og er ikke har din det w na jest nie się do".split()
)
BESIDE_A_CHOICE = frozenset(
    "the a an el la los las lo o os as one ones option number opcion opcao numero please por favor um uma uno that this esse essa ese esa este esta "
    "of them from them deles delas de ellos ellas em en item choice resposta respuesta event evento contact contacto contato task tarefa tarea "
    "i mean meant want would like pick choose quiero quero prefiero prefiro escolho elijo me quedo con fico com yes sim si ok with two dos dois three tres "
    "no not nao drop descarta confirm confirma confirme only solo so apenas is it es e ser seria guy person result resultado entry do da to go for let us take use i'll will mesmo mismo just".split()
)
