// What the palette says in Spanish. Every name here has to stand in the other languages too (a test sees to it).

export const es = {
  "palette.title": "Ir, encontrar, hacer",
  "palette.hint": "Una página, un nombre o qué hacer",
  "palette.none": "Nada con ese nombre.",
  "palette.page": "página",
  "palette.act": "hacer",
  "palette.act.talk": "Empezar una conversación",
  "palette.act.todo": "Añadir tarea",
  "palette.act.note": "Escribir una nota",
  "palette.act.person": "Añadir a una persona",
  "palette.act.place": "Añadir un lugar",
  "palette.act.mission": "Empezar una misión",
  "palette.act.event": "Añadir un evento",
  "palette.act.document": "Subir un documento",
  "palette.act.fact": "Contar algo para recordar",
  "palette.act.rule": "Escribir una regla",
  "palette.act.pair": "Vincular un teléfono",
  "palette.act.token": "Crear o revocar un token",
  "palette.act.backup": "Exportar, importar, copiar",
  "palette.act.erase": "Borrar mucho de una vez",
  "palette.act.out": "Salir",
};
