// Which skills are there, what did the review find, and what is another than what was approved? Switched on by their digest.

import { get, post, remove, upload, withQuery } from "../chat/api.js";
import { el, fill } from "../chat/dom.js";
import { note } from "../chat/notices.js";
import { counted, t } from "../chat/words.js";
import { PagedList } from "../curation/list.js";
import { button, empty, mark } from "../curation/parts.js";
import { inWords, trouble } from "../curation/troubles.js";

const PAGE = 50;

export function view() {
  const list = new PagedList({
    label: t("connections.tab.skills"),
    load: (cursor) => get(withQuery("/skills", { limit: PAGE, cursor })),
    row: (one) => row(one, list),
    empty: () => empty(t("connections.no_skills"), null),
  });
  const input = el("input", { type: "file", accept: ".zip,application/zip" });
  input.addEventListener("change", async () => {
    try {
      const made = await upload("/skills", input.files[0], input.files[0].name);
      note(t("connections.skill_came", { name: made.name }));
    } catch (error) {
      note(inWords(error), { wrong: true });
    }
    list.reload();
  });
  list.reload();
  return el(
    "div",
    {},
    el(
      "div",
      { class: "head" },
      el("p", { class: "quiet about" }, t("connections.skills_about")),
      el("div", { class: "buttons" }, button(t("connections.add_skill"), () => input.click(), { kind: "small", sign: "plus" })),
    ),
    list.node,
  );
}

function row(one, list) {
  const act = async (send, done) => {
    try {
      await send();
      note(t(done, { name: one.name }));
    } catch (error) {
      note(inWords(error), { wrong: true });
    }
    list.reload();
  };
  const path = `/skills/${encodeURIComponent(one.name)}`;
  const named = (word) => ({ kind: "small", "aria-label": `${t(word)} ${one.name}` });
  return el(
    "li",
    { class: "row", dataset: { skill: one.name } },
    el("p", { class: "said" }, el("strong", {}, one.name)),
    el("p", { class: "said" }, one.description),
    el(
      "p",
      { class: "meta" },
      mark(t(`connections.skill.${one.state}`), `state-${one.state}`),
      el("span", {}, t(`connections.origin.${one.origin}`)),
      one.licence && el("span", {}, one.licence),
      el("span", {}, counted("connections.uses", one.uses)),
      one.findings.length > 0 && mark(counted("connections.findings", one.findings.length), "held"),
    ),
    more(one, path),
    el(
      "div",
      { class: "buttons" },
      one.state !== "enabled" && button(t("connections.approve"), () => act(() => post(`${path}/approve`, { digest: one.digest }), "connections.approved"), named("connections.approve")),
      one.state === "enabled" && button(t("connections.switch_off"), () => act(() => post(`${path}/revoke`), "connections.switched_off"), named("connections.switch_off")),
      one.origin !== "bundled" && button(t("erase"), () => act(() => remove(path), "connections.skill_gone"), { ...named("erase"), sign: "bin" }),
    ),
  );
}

/** The review: findings first, then what is another, then the text; asked for when it is opened. */
function more(one, path) {
  const body = el("div", {});
  const node = el("details", {}, el("summary", {}, t("connections.review")), body);
  node.addEventListener("toggle", () => node.open && !body.firstChild && load());
  async function load() {
    fill(body, el("p", { class: "quiet progress" }, t("loading")));
    try {
      const told = await get(path);
      const differs = [...told.changes, ...told.difference];
      fill(
        body,
        one.findings.map((each) => el("p", { class: each.severity === "danger" ? "wrong" : "quiet" }, `${t(`connections.severity.${each.severity}`)}: ${each.text} (${each.path}${each.line ? `:${each.line}` : ""})`)),
        differs.map((each) => [el("p", {}, el("strong", {}, each.path), ` ${t(`connections.change.${each.change}`)}`), el("pre", { tabIndex: 0, "aria-label": each.path }, each.diff)]),
        el("p", { class: "quiet small" }, one.files.map((each) => each.path).join(", ")),
        el("pre", { tabIndex: 0, "aria-label": "SKILL.md" }, told.text),
      );
    } catch (error) {
      fill(body, trouble(error, load));
    }
  }
  return node;
}
