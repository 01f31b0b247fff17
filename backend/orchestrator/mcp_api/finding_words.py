"""By which words is one of Steward's own tools found, beside those of its description? In English, Portuguese, Spanish.

What a tool is about is told by its group, what it does by the words of its name.
"""

from orchestrator.agent.tools.spec import ToolGroup, ToolSpec

_ABOUT = {
    ToolGroup.SEARCH: "find look up messages said procurar pesquisar mensagens buscar mensajes conversaciones",
    ToolGroup.EVENTS: "calendar event meeting appointment agenda schedule busy free"
    " calendário evento reunião compromisso consulta marcação horário livre"
    " calendario evento reunión compromiso cita hora libre",
    ToolGroup.CONTACTS: "contact person people family friend phone email birthday"
    " contato contacto pessoa família amigo telefone aniversário"
    " contacto persona familia amigo teléfono correo cumpleaños",
    ToolGroup.PLACES: "place location address where lives map"
    " lugar sítio local morada endereço onde mora mapa"
    " lugar sitio dirección dónde vive mapa",
    ToolGroup.TODOS: "todo task reminder list tarefa lembrete lista pendente tarea recordatorio lista pendiente",
    ToolGroup.DOCUMENTS: "document file paper report prescription invoice"
    " documento ficheiro arquivo papel relatório receita fatura"
    " documento archivo papel informe receta factura",
    ToolGroup.NOTES: "note nota apontamento anotação apunte",
    ToolGroup.MEMORY: "memory fact know remember memória facto sabe lembrar memoria hecho sabes recordar",
    ToolGroup.WEB: "web internet online site página rede red",
    ToolGroup.BRIEFING: "briefing daily morning today summary resumo dia manhã hoje resumen día mañana hoy",
    ToolGroup.RESOLUTION: "who which name quem qual nome quién cuál nombre",
}
_DOES = {
    "create": "add new make book put criar adicionar novo marcar agendar pôr crear añadir nuevo apuntar anotar poner",
    "get": "list show read see which listar mostrar ler ver quais leer cuáles",
    "count": "how many number quantos contar cuántos",
    "update": "change move edit rename reschedule mudar alterar editar adiar remarcar cambiar mover modificar aplazar",
    "delete": "cancel remove cancelar desmarcar apagar remover quitar borrar anular",
    "remove": "cancel delete hide cancelar apagar esconder quitar borrar ocultar",
    "complete": "done finish check off concluir feito terminar completar hecho acabar",
    "relate": "relationship sister brother relação irmã irmão relación hermana hermano",
    "merge": "same duplicate join juntar duplicado mesmo unir mismo",
    "unmerge": "split apart separar",
}


def words_of(spec: ToolSpec) -> str:
    """All words that a tool may be found by."""
    said = " ".join(question for question, _ in spec.examples)
    name = spec.name.split("_")
    about = " ".join(_ABOUT[group] for group in sorted(spec.groups))
    does = " ".join(_DOES[one] for one in name if one in _DOES)
    return f"{' '.join(name)} {spec.group.value} {spec.description} {said} {about} {does}"
