// How is a question of Steward's answered? By one of its choices, or in words.

import { el, freshId } from "./dom.js";
import { t } from "./words.js";

/** The choices of `asks`. `reply({ option_id } | { text }, shown)` sends the answer; `shown` stands in the chat. */
export function clarification(asks, reply) {
  const choices = choicesOf(asks);
  const id = freshId("choose");
  const node = el(
    "section",
    { class: "clarification", "aria-label": asks.question },
    choices.length > 0 && el("p", { id, class: "quiet small" }, t("choose")),
    choices.length > 0 &&
      el(
        "div",
        { class: "choices", role: "group", "aria-labelledby": id },
        choices.map(({ label, says }) => el("button", { type: "button", onclick: () => reply(says, label) }, label)),
      ),
    asks.kind === "text" && answerForm(reply),
  );
  return node;
}

/** The offered answers as `{ label, reply }`; a yes-or-no question without options is answered in words. */
function choicesOf({ kind, options }) {
  if (!options.length && kind === "confirm")
    return [t("yes"), t("no")].map((label) => ({ label, says: { text: label } }));
  return options.map(({ id, label }) => ({ label, says: { option_id: id } }));
}

function answerForm(reply) {
  const id = freshId("answer");
  const input = el("input", { id, type: "text", autocomplete: "off" });
  return el(
    "form",
    {
      class: "answer",
      onsubmit: (event) => {
        event.preventDefault();
        if (input.value.trim()) reply({ text: input.value.trim() }, input.value.trim());
      },
    },
    el("label", { for: id, class: "sr-only" }, t("your_answer")),
    input,
    el("button", { class: "primary", type: "submit" }, t("answer")),
  );
}
