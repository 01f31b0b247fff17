// What can be set in this browser? How it looks, which language it speaks, and who is signed in.

import { el, freshId } from "./dom.js";
import { icon } from "./icons.js";
import { close, open } from "./panel.js";
import { me } from "./session.js";
import * as theme from "./theme.js";
import { LANGUAGES, choose, chosen, t } from "./words.js";

/** Open the panel; `signOut()` and `spoken()` (another language was chosen) are called. */
export function openSettings({ signOut, spoken }) {
  return open(t("settings"), async () => [
    who(),
    select(
      t("appearance"),
      theme.chosen(),
      [
        [null, t("appearance_auto")],
        ["light", t("appearance_light")],
        ["dark", t("appearance_dark")],
      ],
      theme.choose,
    ),
    select(t("language"), chosen(), [[null, t("language_auto")], ...Object.entries(LANGUAGES)], (tag) => {
      choose(tag);
      close();
      spoken();
    }),
    el("p", {}, el("a", { href: "#/settings" }, t("all_settings"))),
    el("p", {}, el("a", { href: "#/notifications" }, t("notifications"))),
    el("p", {}, el("a", { href: "/docs", target: "_blank", rel: "noopener" }, t("api_documentation"))),
    el(
      "button",
      {
        type: "button",
        onclick: () => {
          close();
          signOut();
        },
      },
      icon("out"),
      t("sign_out"),
    ),
  ]);
}

function who() {
  const account = me();
  if (!account) return null;
  return el(
    "div",
    { class: "who" },
    el("strong", {}, account.name || account.email),
    account.name && el("p", { class: "quiet small" }, account.email),
  );
}

function select(label, value, options, take) {
  const id = freshId("setting");
  const input = el(
    "select",
    { id, onchange: () => take(input.value || null) },
    options.map(([tag, text]) => el("option", { value: tag ?? "", selected: tag === value }, text)),
  );
  return el("div", { class: "field" }, el("label", { for: id }, label), input);
}
