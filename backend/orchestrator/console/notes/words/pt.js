// What the pages of notes say in Portuguese. Every name here has to stand in the other languages too (a test sees to it).

export const pt = {
  "notes.title": "Notas",
  "notes.all": "Todas as notas",
  "notes.search": "Procurar notas",
  "notes.about": "O que anotou.",
  "notes.observations": "O que os agentes observaram está na memória.",
  "notes.add": "Escrever uma nota",
  "notes.edit": "Editar",
  "notes.edit_one": "Editar: {text}",
  "notes.edit_title": "Editar a nota",
  "notes.none": "Ainda não há notas.",
  "notes.none_text": "Escreva uma aqui, ou diga “anota que a pressão da caldeira deve ser 1,4 bar” numa conversa.",
  "notes.none_such": "Nenhuma nota diz isso.",
  "notes.saved": "A nota está guardada.",
  "notes.erase": "Apagar esta nota?",
  "notes.erased": "A nota foi apagada.",
  "notes.field.text": "Texto",
  "notes.field.tags": "Etiquetas",
  "notes.markdown": "Markdown funciona: **negrito**, - listas, # títulos.",
  "notes.looks_so": "Como fica",
};
