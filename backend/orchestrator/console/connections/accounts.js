// Which calendars and address books elsewhere are read? Each with what came of it last; connected, read now, taken away.

import { get, post, withQuery } from "../chat/api.js";
import { el } from "../chat/dom.js";
import { note } from "../chat/notices.js";
import { t } from "../chat/words.js";
import { choice, line } from "../curation/controls.js";
import { erase } from "../curation/erasing.js";
import { form } from "../curation/form.js";
import { PagedList } from "../curation/list.js";
import { button, empty, mark, moment } from "../curation/parts.js";
import { inWords } from "../curation/troubles.js";

const PAGE = 50;
const KINDS = ["ics", "caldav", "carddav"];
const LOOK_AGAIN_MS = 2500;

export function view() {
  const list = new PagedList({
    label: t("connections.tab.accounts"),
    load: (cursor) => get(withQuery("/connections", { limit: PAGE, cursor })),
    row: (one) => row(one, list),
    empty: () => empty(t("connections.none"), t("connections.none_text")),
    changed: () => watch(list),
  });
  list.reload();
  return el("div", {}, el("p", { class: "quiet about" }, t("connections.about")), adding(list), list.node);
}

/** Those that were never read yet are asked about until they were. */
function watch(list) {
  clearTimeout(list.timer);
  if (!list.items.some((one) => one.state === "pending")) return;
  list.timer = setTimeout(() => list.node.isConnected && !list.node.contains(document.activeElement) ? list.reload() : list.node.isConnected && watch(list), LOOK_AGAIN_MS);
}

function row(one, list) {
  const name = one.name ?? one.url;
  return el(
    "li",
    { class: "row", dataset: { connection: one.id } },
    el("p", { class: "said" }, el("strong", {}, name)),
    el(
      "p",
      { class: "meta" },
      mark(t(`connections.state.${one.state}`), `state-${one.state}`),
      el("span", {}, t(`connections.kind.${one.kind}`)),
      one.name && el("span", {}, one.url),
      one.username && el("span", {}, one.username),
      one.writable && el("span", {}, t("connections.writable")),
      el("span", {}, one.last_sync_at ? t("connections.synced", { when: moment(one.last_sync_at) }) : t("connections.never")),
    ),
    one.last_error && el("p", { class: "wrong small" }, one.last_error),
    el(
      "div",
      { class: "buttons" },
      button(t("connections.sync"), sync, { kind: "small", "aria-label": t("connections.sync_one", { name }) }),
      button(t("erase"), gone, { kind: "small", sign: "bin", "aria-label": `${t("erase")} ${name}` }),
    ),
  );

  async function sync() {
    try {
      await post(`/connections/${one.id}/sync`);
      note(t("connections.syncing", { name }));
    } catch (error) {
      note(inWords(error), { wrong: true });
    }
    setTimeout(() => list.reload(), LOOK_AGAIN_MS);
  }

  async function gone() {
    const went = await erase(t("connections.erase", { name }), [one], (each) => `/connections/${each.id}`);
    if (went.length) list.reload();
  }
}

function adding(list) {
  const kind = choice("kind", t("connections.kind"), "ics", KINDS.map((one) => [one, t(`connections.kind.${one}`)]));
  const url = line("url", t("connections.url"), "", { required: true, max: 2000, hint: t("connections.url_hint") });
  const name = line("name", t("connections.name"), "");
  const username = line("username", t("connections.username"), "");
  const secret = line("secret", t("connections.secret"), "", { max: 2000, hint: t("connections.secret_hint") });
  secret.input.type = "password";
  const writable = line("writable", t("connections.may_write"), "");
  writable.input.type = "checkbox";
  writable.node.classList.add("check");
  const controls = [kind, url, name, username, secret, writable];
  const node = el(
    "details",
    { class: "more-fields narrow" },
    el("summary", {}, t("connections.add")),
    form({
      content: el("div", {}, controls.map((one) => one.node)),
      controls: () => controls,
      label: t("connections.connect"),
      send: () =>
        post("/connections", {
          kind: kind.value(),
          url: url.value(),
          name: name.value(),
          username: username.value(),
          secret: secret.input.value || null,
          writable: writable.input.checked && kind.value() === "caldav",
        }),
      done: (made) => {
        for (const one of [url, name, username, secret]) one.input.value = "";
        node.open = false;
        note(t("connections.connected", { name: made.name ?? made.url }));
        list.reload();
      },
    }),
  );
  return node;
}
