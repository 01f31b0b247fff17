// What came of it? The report, which opens with what was not done; files; findings, each with what proves it; lessons.

import { blob } from "../chat/api.js";
import { el, fill } from "../chat/dom.js";
import { markdown } from "../chat/markdown.js";
import { note } from "../chat/notices.js";
import { t } from "../chat/words.js";
import { button, mark } from "../curation/parts.js";
import { inWords, trouble } from "../curation/troubles.js";
import { linked } from "../chat/linked.js";
import { save } from "../pages/saving.js";

const ROWS = { get_events: "event", get_contacts: "contact", get_todos: "todo", get_places: "place", get_document: "document" };
const ID = /^[0-9a-f]{8}-/;
const SHOWN_BYTES = 200_000;
const TEXTS = /\.(md|txt|csv|json|html?)$/i;

export function report({ report: text }) {
  if (!text) return null;
  return el("section", { class: "part" }, el("h4", {}, t("missions.report")), el("div", { class: "prose report" }, lowered(markdown(text))));
}

/** Its headings stand below the page's own. */
function lowered(fragment) {
  for (const one of fragment.querySelectorAll("h1, h2, h3, h4")) one.replaceWith(el("h5", { dir: "auto" }, ...one.childNodes));
  return fragment;
}

export function files({ deliverables, workspace_id: workspace }) {
  if (!deliverables.length) return null;
  return el("section", { class: "part" }, el("h4", {}, t("missions.files")), el("ul", { class: "plain-list" }, deliverables.map((one) => file(one, workspace))));
}

function file({ path, sha256 }, workspace) {
  const address = `/workspaces/${workspace}/files/${path.split("/").map(encodeURIComponent).join("/")}`;
  const shown = el("div", {});
  const show = button(t("missions.show_file"), look, { kind: "small", "aria-label": t("missions.show_one", { path }), "data-act": `show-${path}` });
  return el(
    "li",
    {},
    el(
      "div",
      { class: "with-act" },
      el("span", {}, path, " ", el("code", { class: "quiet small" }, sha256.slice(0, 12))),
      el(
        "span",
        { class: "buttons" },
        TEXTS.test(path) && show,
        button(t("missions.download"), down, { kind: "small", "aria-label": t("missions.download_one", { path }) }),
      ),
    ),
    shown,
  );

  async function look() {
    if (shown.firstChild) return fill(shown);
    try {
      const text = await (await blob(address)).slice(0, SHOWN_BYTES).text();
      fill(shown, /\.md$/i.test(path) ? el("div", { class: "prose file-text" }, lowered(markdown(text))) : el("pre", { class: "file-text", tabIndex: 0, "aria-label": path }, text));
    } catch (error) {
      fill(shown, trouble(error, look));
    }
    return undefined;
  }

  async function down() {
    try {
      await save(address, path.split("/").at(-1));
    } catch (error) {
      note(inWords(error), { wrong: true });
    }
  }
}

export function claims({ claims: found }) {
  if (!found.length) return null;
  return el(
    "section",
    { class: "part" },
    el("h4", {}, t("missions.claims")),
    el(
      "ul",
      { class: "claims" },
      found.map((one) =>
        el(
          "li",
          { class: one.label },
          el("p", { class: "said" }, mark(t(`missions.label.${one.label}`), one.label), " ", one.text),
          one.why && el("p", { class: "quiet small" }, one.why),
          one.evidence.length > 0 && el("ul", { class: "proof" }, one.evidence.map((each) => el("li", {}, proof(each)))),
        ),
      ),
    ),
  );
}

function proof(one) {
  if (one.kind === "quote") return [el("q", { class: "said" }, one.quote), one.tool && el("span", { class: "quiet" }, ` ${one.tool}`)];
  if (one.kind === "row" && ROWS[one.tool] && ID.test(one.row)) return linked(ROWS[one.tool], one.row, t("missions.row_of", { tool: one.tool }));
  if (one.kind === "file") return [one.path, " ", el("code", { class: "quiet" }, (one.sha256 ?? "").slice(0, 12))];
  if (one.kind === "fact") return linked("fact", one.id, one.text);
  return one.text ?? (one.tool ? t("missions.call_of", { tool: one.tool }) : (one.kind ?? ""));
}

export function lessons({ lessons: told }) {
  if (!told.length) return null;
  return el("section", { class: "part" }, el("h4", {}, t("missions.lessons")), el("ul", { class: "plain-list" }, told.map((one) => el("li", { class: "said" }, one.lesson))));
}
