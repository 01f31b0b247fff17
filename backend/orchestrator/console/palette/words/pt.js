// What the palette says in Portuguese. Every name here has to stand in the other languages too (a test sees to it).

export const pt = {
  "palette.title": "Ir, encontrar, fazer",
  "palette.hint": "Uma página, um nome, ou o que fazer",
  "palette.none": "Nada com esse nome.",
  "palette.page": "página",
  "palette.act": "fazer",
  "palette.act.talk": "Começar uma conversa",
  "palette.act.todo": "Adicionar tarefa",
  "palette.act.note": "Escrever uma nota",
  "palette.act.person": "Adicionar uma pessoa",
  "palette.act.place": "Adicionar um lugar",
  "palette.act.mission": "Começar uma missão",
  "palette.act.event": "Acrescentar um evento",
  "palette.act.document": "Carregar um documento",
  "palette.act.fact": "Contar algo para ser lembrado",
  "palette.act.rule": "Escrever uma regra",
  "palette.act.pair": "Emparelhar um telemóvel",
  "palette.act.token": "Criar ou revogar um token",
  "palette.act.backup": "Exportar, importar, copiar",
  "palette.act.erase": "Apagar muito de uma vez",
  "palette.act.out": "Sair",
};
