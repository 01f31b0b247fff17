// What the pages of notes say in Spanish. Every name here has to stand in the other languages too (a test sees to it).

export const es = {
  "notes.title": "Notas",
  "notes.all": "Todas las notas",
  "notes.search": "Buscar notas",
  "notes.about": "Lo que anotaste tú.",
  "notes.observations": "Lo que observaron los agentes está en la memoria.",
  "notes.add": "Escribir una nota",
  "notes.edit": "Editar",
  "notes.edit_one": "Editar: {text}",
  "notes.edit_title": "Editar la nota",
  "notes.none": "Todavía no hay notas.",
  "notes.none_text": "Escribe una aquí, o di «apunta que la presión de la caldera debe ser 1,4 bar» en una conversación.",
  "notes.none_such": "Ninguna nota dice eso.",
  "notes.saved": "La nota está guardada.",
  "notes.erase": "¿Borrar esta nota?",
  "notes.erased": "La nota se ha borrado.",
  "notes.field.text": "Texto",
  "notes.field.tags": "Etiquetas",
  "notes.markdown": "Markdown funciona: **negrita**, - listas, # títulos.",
  "notes.looks_so": "Cómo se ve",
};
