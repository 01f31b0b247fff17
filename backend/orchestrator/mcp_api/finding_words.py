"""By which words is one of Steward's own tools found, beside those of its description? In English, Portuguese, Spanish.

What a tool is about is told by its group, what it does by the words of its name.
"""

from orchestrator import catalog
from orchestrator.agent.tools.spec import ToolSpec

_ABOUT = {one.name: one.words for one in catalog.VOCABULARY.groups}
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
    about = " ".join(_ABOUT.get(group, "") for group in sorted(spec.groups))
    does = " ".join(_DOES[one] for one in name if one in _DOES)
    return f"{' '.join(name)} {spec.group} {spec.description} {said} {about} {does}"
