// What stands around the conversation? The words of the fixed parts, and the menu of small screens.

import { byId, el, fill } from "./dom.js";
import { icon } from "./icons.js";
import { drawPages } from "./pages.js";
import { closeOnOutside } from "./panel.js";
import { t } from "./words.js";

/** The buttons beside the box: `[id, sign, what they do]`. */
const BESIDE = [
  ["attach", "clip", "attach"],
  ["photograph", "camera", "photograph"],
  ["dictate", "microphone", "dictation"],
];
let wired = false;

/** Write the fixed texts (again, when the language is known better); `settings()`, `fresh()` and `palette()` are what buttons do. */
export function draw({ settings, fresh, palette }) {
  label("skip", t("skip"));
  label("sidebar", null, t("conversations"));
  label("messages", null, t("messages"));
  fill(byId("new-thread"), icon("plus"), el("span", {}, t("new_conversation")));
  fill(byId("settings"), icon("gear"), el("span", {}, t("settings")));
  fill(byId("menu"), icon("menu"));
  fill(byId("menu-close"), icon("cross"));
  fill(byId("send"), icon("send"));
  for (const [id, sign, name] of BESIDE) {
    fill(byId(id), icon(sign)).title = t(name);
    label(id, null, t(name));
  }
  label("menu", null, t("open_menu"));
  label("menu-close", null, t("close_menu"));
  label("send", null, t("send"));
  label("new-small", null, t("new_conversation"));
  fill(byId("new-small"), icon("plus"));
  label("question-label", t("message"));
  byId("question").placeholder = t("message_placeholder");
  byId("search").placeholder = t("search_conversations");
  label("search", null, t("search_conversations"));
  if (!byId("waiting-link").dataset.count) fill(byId("waiting-link"), icon("wait"), el("span", {}, t("waiting")));
  fill(byId("memory-link"), icon("memory"), el("span", {}, t("memory")));
  fill(byId("palette"), icon("search"), el("span", {}, t("palette_open")), el("kbd", {}, "Ctrl K"));
  byId("pages").setAttribute("aria-label", t("pages"));
  drawPages();
  if (wired) return;
  wired = true;
  byId("new-thread").addEventListener("click", fresh);
  byId("new-small").addEventListener("click", fresh);
  byId("settings").addEventListener("click", settings);
  byId("palette").addEventListener("click", palette);
  byId("skip").addEventListener("click", () => byId("question").focus());
  closeOnOutside();
  menu();
}

function label(id, text, name) {
  if (text) byId(id).textContent = text;
  if (name) byId(id).setAttribute("aria-label", name);
}

/** On a small screen the list lies over the conversation, which then can't be reached. */
function menu() {
  byId("menu").addEventListener("click", openMenu);
  byId("menu-close").addEventListener("click", closeMenu);
  byId("veil").addEventListener("click", closeMenu);
  byId("sidebar").addEventListener("keydown", (event) => {
    if (event.key === "Escape") closeMenu();
  });
}

function openMenu() {
  byId("app").classList.add("menu-open");
  byId("menu").setAttribute("aria-expanded", "true");
  byId("main").inert = true;
  byId("menu-close").focus();
}

export function closeMenu() {
  if (!byId("app").classList.contains("menu-open")) return;
  byId("app").classList.remove("menu-open");
  byId("menu").setAttribute("aria-expanded", "false");
  byId("main").inert = false;
  byId("menu").focus();
}
