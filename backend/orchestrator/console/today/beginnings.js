// How can somebody begin whose Steward knows nothing yet? By taking in what they have, by typing it, or by a demo life.

import { get, upload, withQuery } from "../chat/api.js";
import { leaveDraft } from "../chat/composer.js";
import { el, fill } from "../chat/dom.js";
import { greeting } from "../chat/welcome.js";
import { counted, t } from "../chat/words.js";
import { text } from "../curation/controls.js";
import { button } from "../curation/parts.js";
import { inWords } from "../curation/troubles.js";

const KINDS = ["/contacts", "/events", "/todos"];
const ROUTES = { vcf: "/ingest/vcard", vcard: "/ingest/vcard", ics: "/ingest/ics" };
const NEW = new Set(["created", "updated"]);

/** Null where there is something, or where it can't be asked; `changed()` is called when something was taken in. */
export async function beginnings(changed) {
  try {
    const found = await Promise.all(KINDS.map((path) => get(withQuery(path, { limit: 1 }))));
    if (found.some((page) => page.items.length)) return null;
  } catch {
    return null; // the parts of the page say what is wrong
  }
  return el(
    "section",
    { class: "begin" },
    el("h4", {}, `${greeting()} ${t("today.begin")}`),
    el("p", { class: "quiet" }, t("today.begin_text")),
    el("div", { class: "begin-ways" }, importing(changed), typing(), demo()),
  );
}

const way = (name, ...content) =>
  el("section", { class: "told-box" }, el("h5", {}, t(`today.begin_${name}`)), el("p", { class: "small" }, t(`today.begin_${name}_text`)), content);

/** Address books and calendars, as files. */
function importing(changed) {
  const told = el("div", { role: "status" });
  const input = el("input", { type: "file", multiple: true, hidden: true, accept: ".vcf,.vcard,.ics,text/vcard,text/calendar" });
  const choose = button(t("today.begin_choose"), () => input.click(), { kind: "small primary", sign: "plus" });
  input.addEventListener("change", () => input.files.length && take([...input.files]));

  async function take(files) {
    choose.disabled = true;
    fill(told, el("p", { class: "quiet progress" }, t("today.begin_taking")));
    const outcomes = [];
    for (const file of files) outcomes.push(el("p", {}, `${file.name}: ${await became(file)}`));
    fill(told, outcomes);
    choose.disabled = false;
    input.value = "";
    changed();
  }
  const others = [el("a", { href: "#/connections" }, t("today.begin_calendar")), el("a", { href: "#/settings/data" }, t("today.begin_archive"))];
  return way("import", el("div", { class: "buttons" }, choose, input), told, el("ul", { class: "plain-list small" }, others.map((one) => el("li", {}, one))));
}

/** What became of a file, in words. */
async function became(file) {
  const route = ROUTES[file.name.split(".").at(-1).toLowerCase()];
  if (!route) return t("today.begin_unknown");
  try {
    const { results } = await upload(route, file, file.name);
    return counted("today.begin_taken", results.filter((one) => NEW.has(one.status)).length);
  } catch (error) {
    return inWords(error);
  }
}

/** Several lines at once; they wait in the box of a new conversation, where they can be looked at again. */
function typing() {
  const control = text("begin", t("today.begin_type_label"), "", { max: 32_000 });
  control.input.placeholder = t("today.begin_type_example");
  const go = () => {
    leaveDraft(control.input.value.trim() || t("today.begin_type_example"));
    location.hash = "#/";
  };
  return way("type", control.node, el("div", { class: "buttons" }, button(t("today.begin_tell"), go, { kind: "small", sign: "message" })));
}

const demo = () => way("demo", el("pre", { tabIndex: 0 }, el("code", {}, "steward demo")), el("p", { class: "small" }, t("today.begin_demo_gone")), el("pre", { tabIndex: 0 }, el("code", {}, "steward demo --erase")));
