// Which view of the people is on the screen? The list, one person, the form, who may be doubled, the groups.

import { el, fill } from "../chat/dom.js";
import { t } from "../chat/words.js";
import { ready as memoryWords } from "../curation/words.js";
import { ready } from "./words.js";

const VIEWS = {
  list: () => import("./list.js"),
  person: () => import("./person.js"),
  edit: () => import("./edit.js"),
  duplicates: () => import("./duplicates.js"),
  groups: () => import("./groups.js"),
};

export async function open(hash) {
  await memoryWords();
  await ready();
  const [path, search = ""] = hash.replace(/^#\/people\/?/, "").split("?");
  const [first, second] = path.split("/");
  const query = Object.fromEntries(new URLSearchParams(search));
  const [view, id] =
    first === "" ? ["list", null] : first === "new" ? ["edit", null] : first === "duplicates" ? ["duplicates"] : first === "groups" ? ["groups", second] : second === "edit" ? ["edit", first] : ["person", first];
  const module = await VIEWS[view]();
  const content = module.view({ id: id ?? null, query });
  const tab = (name, href, text) => { const a = el("a", { href }, text); if (name === view) a.setAttribute("aria-current", "page"); return a; };
  return el("section", { class: "page memory" }, el("h2", { tabIndex: -1 }, t("people.title")),
    el("nav", { class: "tabs", "aria-label": t("people.title") }, tab("list", "#/people", t("people.all")), tab("groups", "#/people/groups", t("people.groups")), tab("duplicates", "#/people/duplicates", t("people.duplicates"))),
    el("div", { class: "memory-body" }, content));
}
