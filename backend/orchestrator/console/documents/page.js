// Which view of the documents is on the screen?
import { el } from "../chat/dom.js";
import { t } from "../chat/words.js";
import { ready as memoryWords } from "../curation/words.js";
import { ready as peopleWords } from "../people/words.js";
import { ready } from "./words.js";
const VIEWS = { list: () => import("./list.js"), one: () => import("./document.js") };
export async function open(hash) {
  await memoryWords(); await peopleWords(); await ready();
  const [path, search = ""] = hash.replace(/^#\/documents\/?/, "").split("?");
  const module = await VIEWS[path ? "one" : "list"]();
  return el("section", { class: "page memory" }, el("h2", { tabIndex: -1 }, t("documents.title")), el("div", { class: "memory-body" }, module.view({ id: path, query: Object.fromEntries(new URLSearchParams(search)) })));
}
