// What went wrong, and what can the person do about it? At the field where that is known.

import { Problem } from "../chat/api.js";
import { el } from "../chat/dom.js";
import { saying } from "../chat/errors.js";
import { icon } from "../chat/icons.js";
import { t } from "../chat/words.js";

const AT_VERSION = /\bversion \d+/; // the plain case, which our own words say already

/** One or two sentences; more than the chat page says where a token may not, a row has moved on, or a rule objects. */
export function inWords(error) {
  if (!(error instanceof Problem)) return saying(error);
  if (error.status === 403) {
    const scope = /`(\w+)`/.exec(error.message)?.[1] ?? "curate";
    return t("m.needs_scope", { scope, command: `steward token create "…" --scopes mobile,${scope}` });
  }
  if (error.status === 412)
    return [t("m.changed_meanwhile"), !AT_VERSION.test(error.message) && error.message].filter(Boolean).join(" ");
  if (error.status === 404) return t("gone_item");
  if (error.body.rule) return `${t("m.rule_objects", { rule: error.body.rule.text })} ${error.message}`;
  return saying(error);
}

/** The row is another now, or gone: what is shown has to be read again. */
export const isStale = (error) => error instanceof Problem && (error.status === 412 || error.status === 404);

/** A message with a sign; `again` offers to try once more. */
export function trouble(error, again = null) {
  return el(
    "div",
    { class: "trouble" },
    el("p", { class: "wrong", role: "alert" }, icon("alert"), el("span", {}, inWords(error))),
    again && el("button", { type: "button", onclick: again }, t("try_again")),
  );
}

const EMPTY = new Set(["must not be empty", "Field required"]); // the words of the server (web/problems.py)

/** The errors of a problem by the path of their field: `effect.parameters.time` → message. */
export function byField(error) {
  const found = new Map();
  for (const { loc = [], message } of error?.body?.errors ?? []) {
    const path = loc.filter((one) => one !== "body" && one !== "query").map(String);
    found.set(path.join("."), EMPTY.has(message) ? t("m.must_not_be_empty") : message);
  }
  return found;
}
