// Which MCP servers are used, how are they, and which of their tools were approved? New and changed ones wait for a yes.

import { get, patch, post, withQuery } from "../chat/api.js";
import { el } from "../chat/dom.js";
import { note } from "../chat/notices.js";
import { t } from "../chat/words.js";
import { choice, line, lines } from "../curation/controls.js";
import { erase } from "../curation/erasing.js";
import { form } from "../curation/form.js";
import { PagedList } from "../curation/list.js";
import { button, empty, mark } from "../curation/parts.js";
import { inWords } from "../curation/troubles.js";

const PAGE = 50;

export function view() {
  const list = new PagedList({
    label: t("connections.tab.servers"),
    load: (cursor) => get(withQuery("/mcp-servers", { limit: PAGE, cursor })),
    row: (one) => row(one, list),
    empty: () => empty(t("connections.no_servers"), t("connections.no_servers_text")),
  });
  list.reload();
  return el("div", {}, el("p", { class: "quiet about" }, t("connections.servers_about")), adding(list), list.node);
}

function row(one, list) {
  const path = `/mcp-servers/${one.id}`;
  const open = one.tools.filter((tool) => (tool.state === "new" || tool.state === "changed") && tool.pin);
  const named = (word) => ({ kind: "small", "aria-label": `${t(word)} ${one.name}` });

  async function act(send, done) {
    try {
      await send();
      note(t(done, { name: one.name }));
    } catch (error) {
      note(inWords(error), { wrong: true });
    }
    list.reload();
  }

  async function gone() {
    const went = await erase(t("connections.erase", { name: one.name }), [one], (each) => `/mcp-servers/${each.id}`);
    if (went.length) list.reload();
  }
  return el(
    "li",
    { class: "row", dataset: { server: one.id } },
    el("p", { class: "said" }, el("strong", {}, one.name)),
    el("p", { class: "meta" }, mark(t(`connections.server.${one.state}`), `state-${one.state}`), el("code", {}, one.url ?? [one.command, ...one.args].join(" "))),
    one.last_error && el("p", { class: "wrong small" }, one.last_error),
    one.tools.length > 0 && el("details", {}, el("summary", {}, t("connections.tools", { count: one.tools.length })), el("ul", { class: "plain-list" }, one.tools.map((each) => tool(each)))),
    el(
      "div",
      { class: "buttons" },
      open.length > 0 && button(t("connections.approve_tools"), () => act(() => post(`${path}/approve`, { pins: open.map((each) => each.pin) }), "connections.approved"), { ...named("connections.approve_tools"), kind: "small primary" }),
      button(t("connections.check"), () => act(() => post(`${path}/check`), "connections.checked"), named("connections.check")),
      button(t("erase"), gone, { ...named("erase"), sign: "bin" }),
    ),
  );

  function tool(each) {
    const reads = each.effect === "read";
    return el(
      "li",
      {},
      el("p", { class: "meta" }, el("strong", {}, each.name), mark(t(`connections.tool.${each.state}`), `state-${each.state}`), el("span", {}, t(reads ? "connections.reads" : "connections.goes_out"))),
      each.description && el("p", { class: "quiet small said" }, each.description),
      each.reason && el("p", { class: "wrong small" }, each.reason),
      each.changes.length > 0 && el("pre", { class: "small" }, JSON.stringify(each.changes, null, 1)),
      each.state === "approved" &&
        button(t(reads ? "connections.mark_outbound" : "connections.mark_read"), () => act(() => patch(`${path}/tools/${encodeURIComponent(each.name)}`, { effect: reads ? "outbound" : "read" }), "connections.marked"), { kind: "plain small", "aria-label": `${t(reads ? "connections.mark_outbound" : "connections.mark_read")}: ${each.name}` }),
    );
  }
}

function adding(list) {
  const name = line("name", t("connections.name"), "", { required: true });
  const transport = choice("transport", t("connections.transport"), "http", [
    ["http", t("connections.transport.http")],
    ["stdio", t("connections.transport.stdio")],
  ]);
  const url = line("url", t("connections.url"), "", { max: 2000 });
  const command = line("command", t("connections.command"), "", { max: 1000 });
  const args = lines("args", t("connections.args"), []);
  const secret = line("secret", t("connections.secret"), "", { max: 2000, hint: t("connections.secret_hint") });
  secret.input.type = "password";
  const controls = [name, transport, url, command, args, secret];
  function fit() {
    const far = transport.value() === "http";
    for (const one of [url, secret]) one.node.hidden = !far;
    for (const one of [command, args]) one.node.hidden = far;
  }
  transport.input.addEventListener("change", fit);
  fit();
  const node = el(
    "details",
    { class: "more-fields narrow" },
    el("summary", {}, t("connections.add_server")),
    form({
      content: el("div", {}, controls.map((one) => one.node)),
      controls: () => controls,
      label: t("connections.connect"),
      send: () => {
        const far = transport.value() === "http";
        const body = { name: name.value(), transport: transport.value() };
        return post("/mcp-servers", far ? { ...body, url: url.value(), secret: secret.input.value || null } : { ...body, command: command.value(), args: args.value() });
      },
      done: (made) => {
        for (const one of [name, url, command, args, secret]) one.input.value = "";
        node.open = false;
        note(t("connections.connected", { name: made.name }));
        list.reload();
      },
    }),
  );
  return node;
}
