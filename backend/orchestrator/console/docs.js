// Draws /openapi.json, and sends requests to this server. Everything told is put in as text, never as markup.
"use strict";

const METHODS = ["get", "post", "put", "patch", "delete"];

function el(name, properties = {}, ...children) {
  const node = Object.assign(document.createElement(name), properties);
  node.append(...children.filter((child) => child !== null && child !== undefined));
  return node;
}

function schemaOf(content, all) {
  const options = [content, ...(content?.anyOf ?? [])];
  const named = options.find((option) => option?.$ref);
  return named ? { name: named.$ref.split("/").pop(), ...all[named.$ref.split("/").pop()] } : content ?? {};
}

function typeOf(schema, all) {
  if (!schema) return "any";
  if (schema.$ref) return schema.$ref.split("/").pop();
  if (schema.anyOf) return schema.anyOf.map((one) => typeOf(one, all)).join(" | ");
  if (schema.enum) return schema.enum.map((one) => JSON.stringify(one)).join(" | ");
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (schema.type === "array") return `${typeOf(schema.items, all)}[]`;
  return schema.format ?? schema.type ?? "any";
}

function fields(schema, all) {
  const rows = Object.entries(schema.properties ?? {}).map(([name, one]) =>
    el("tr", {},
      el("td", {}, el("code", { textContent: name }), (schema.required ?? []).includes(name) ? " *" : ""),
      el("td", { textContent: typeOf(one, all) }),
      el("td", { textContent: one.description ?? "" })));
  return rows.length ? el("table", {}, el("tbody", {}, ...rows)) : null;
}

function bodyOf(operation, all) {
  const json = operation.requestBody?.content?.["application/json"];
  if (!json) return null;
  const schema = schemaOf(json.schema, all);
  const example = (json.schema?.examples ?? schema.examples ?? [])[0] ?? json.example ?? {};
  return { schema, text: JSON.stringify(example, null, 2) };
}

function parametersOf(operation) {
  const inputs = new Map();
  const rows = (operation.parameters ?? []).map((one) => {
    const input = el("input", { placeholder: one.schema?.default === undefined ? "" : String(one.schema.default) });
    inputs.set(one, input);
    return el("tr", {},
      el("td", {}, el("code", { textContent: one.name }), one.required ? " *" : ""),
      el("td", { textContent: one.in }),
      el("td", {}, input),
      el("td", { textContent: one.description ?? "" }));
  });
  return { inputs, table: rows.length ? el("table", {}, el("tbody", {}, ...rows)) : null };
}

async function send(method, path, inputs, body) {
  const query = new URLSearchParams();
  const headers = {};
  for (const [one, input] of inputs) {
    if (one.in === "path") path = path.replace(`{${one.name}}`, encodeURIComponent(input.value));
    else if (input.value && one.in === "query") query.append(one.name, input.value);
    else if (input.value && one.in === "header") headers[one.name] = input.value;
  }
  const token = document.getElementById("token").value.trim();
  if (token) headers.Authorization = `Bearer ${token}`;
  if (body !== null) headers["Content-Type"] = "application/json";
  const answer = await fetch(path + (query.size ? `?${query}` : ""), { method: method.toUpperCase(), headers, body });
  const text = await answer.text();
  const json = (answer.headers.get("content-type") ?? "").includes("json") && text;
  return `${answer.status}\n\n${json ? JSON.stringify(JSON.parse(text), null, 2) : text}`;
}

function operationBox(method, path, operation, all) {
  const { inputs, table } = parametersOf(operation);
  const body = bodyOf(operation, all);
  const editor = body && el("textarea", { value: body.text, spellcheck: false, ariaLabel: "Body" });
  const result = el("pre", { hidden: true });
  const button = el("button", { type: "button", textContent: "Send" });
  button.addEventListener("click", async () => {
    result.hidden = false;
    result.textContent = "…";
    try {
      result.textContent = await send(method, path, inputs, editor ? editor.value : null);
    } catch (error) {
      result.textContent = String(error);
    }
  });
  const answers = Object.entries(operation.responses ?? {}).map(([status, told]) =>
    el("tr", {}, el("td", { textContent: status }), el("td", { textContent: told.description ?? "" })));
  const box = el("details", {},
    el("summary", {},
      el("span", { className: "method", textContent: method.toUpperCase() }),
      el("span", { className: "path", textContent: path }),
      el("span", { className: "about", textContent: ` ${operation.summary ?? ""}` })),
    el("div", {},
      el("p", { textContent: operation.description ?? "" }),
      table && el("h4", { textContent: "Parameters" }), table,
      body && el("h4", { textContent: `Body${body.schema.name ? `: ${body.schema.name}` : ""}` }),
      editor, body && fields(body.schema, all),
      el("h4", { textContent: "Answers" }), el("table", {}, el("tbody", {}, ...answers)),
      button, result));
  box.dataset.words = `${method} ${path} ${operation.summary ?? ""} ${operation.description ?? ""}`.toLowerCase();
  return box;
}

function draw(told) {
  const all = told.components?.schemas ?? {};
  const groups = new Map();
  for (const [path, methods] of Object.entries(told.paths)) {
    for (const method of METHODS.filter((one) => methods[one])) {
      const tag = methods[method].tags?.[0] ?? "other";
      if (!groups.has(tag)) groups.set(tag, []);
      groups.get(tag).push(operationBox(method, path, methods[method], all));
    }
  }
  const sections = [...groups].map(([tag, boxes]) => el("section", {}, el("h2", { textContent: tag }), ...boxes));
  document.getElementById("operations").replaceChildren(...sections);
  document.getElementById("about").prepend(`${told.info.description} `);
}

document.getElementById("find").addEventListener("input", (event) => {
  const wanted = event.target.value.toLowerCase();
  for (const section of document.querySelectorAll("section")) {
    const boxes = [...section.querySelectorAll("details")];
    for (const box of boxes) box.hidden = !box.dataset.words.includes(wanted);
    section.hidden = boxes.every((box) => box.hidden);
  }
});

fetch("/openapi.json")
  .then((answer) => answer.json())
  .then(draw)
  .catch((error) => { document.getElementById("operations").textContent = `The description could not be read: ${error}`; });
