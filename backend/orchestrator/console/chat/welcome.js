// What does a person see who has not said anything yet? A greeting, what can be said, and what is missing.

import { get } from "./api.js";
import { el, fill } from "./dom.js";
import { me } from "./session.js";
import { language, t } from "./words.js";

const EXAMPLES = ["example_1", "example_2", "example_3", "example_4"];
const FETCH_A_MODEL = "ollama pull qwen3:8b";

/** `say(text)` puts an example into the message box. */
export function welcome(say) {
  const about = el("div", { class: "about-model" });
  tellOfModel(about);
  return el(
    "section",
    { class: "welcome" },
    el("h2", {}, greeting()),
    el("p", { class: "lead" }, t("empty_about")),
    el(
      "ul",
      { class: "examples" },
      EXAMPLES.map((name) => el("li", {}, el("button", { type: "button", onclick: () => say(t(name)) }, t(name)))),
    ),
    about,
  );
}

/** `Good morning, Ana.` */
export function greeting() {
  const hour = new Date().getHours();
  const part = hour < 5 || hour >= 18 ? "evening" : hour < 12 ? "morning" : "afternoon";
  const name = (me()?.name ?? "").split(" ")[0];
  return name ? t(`greeting_name_${part}`, { name }) : t(`greeting_${part}`);
}

/** Without a model Steward still answers, less freely: say so, and what to do. */
async function tellOfModel(place) {
  let ready;
  try {
    ready = await get("/ready");
  } catch {
    return; // the connection is told of elsewhere
  }
  // The server says why in English alone; Settings, Models shows it to everybody.
  const why = ready.why && language() === "en" && el("p", { class: "small" }, ready.why);
  if (ready.provider === "reader") {
    const [before, after] = t("reader_text").split("{command}");
    fill(place, el("h3", {}, t("reader_title")), el("p", {}, before, el("code", {}, FETCH_A_MODEL), after), why);
  } else if (ready.model === "degraded") fill(place, el("p", {}, t("degraded")), why);
}
