// How is a learning written, put right, or made to hold more widely?

import { patch, post } from "../chat/api.js";
import { el } from "../chat/dom.js";
import { note as say } from "../chat/notices.js";
import { t } from "../chat/words.js";
import { Seen } from "./conflict.js";
import { line, text } from "./controls.js";
import { dialog } from "./dialog.js";
import { form } from "./form.js";

/** Resolves to the learning as it is then, or null; without one it is a new one. */
export function editLearning(learning) {
  return dialog(t(learning ? "m.edit_learning" : "m.file_learning"), (close) => {
    const seen = learning && new Seen(`/knowledge/${learning.id}`, learning, (one) => `${one.error} → ${one.fix}`);
    const error = text("error", t("m.goes_wrong"), learning?.error, { max: 2000 });
    const fix = text("fix", t("m.helps"), learning?.fix, { max: 2000 });
    const project = learning ? null : line("scope.ref", t("m.scope.project"), "steward");
    const controls = [error, fix, project].filter(Boolean);
    const said = () => ({ error: error.value(), fix: fix.value() });
    return form({
      content: el(
        "div",
        {},
        learning && el("p", { class: "quiet" }, t("m.edit_learning_about")),
        controls.map((one) => one.node),
        seen?.place,
      ),
      controls: () => controls,
      label: t("save"),
      send: () =>
        learning
          ? patch(`/knowledge/${learning.id}`, said(), { version: seen.version })
          : post("/knowledge", { ...said(), scope: { type: "project", ref: project.value() } }),
      done: (now) => {
        say(t("m.saved"));
        close(now);
      },
      failed: (problem) => Boolean(seen?.handle(problem)),
      cancel: () => close(),
    });
  });
}

/** One step wider: a project's learning is a language's, that one everybody's. */
export function promote(learning) {
  const narrow = learning.scope.type === "project";
  return dialog(t("m.promote"), (close) => {
    const seen = new Seen(`/knowledge/${learning.id}`, learning, (one) => `${one.error} → ${one.fix}`);
    const ref = narrow ? line("ref", t("m.promote_ref"), learning.domain ?? "") : null;
    return form({
      content: el(
        "div",
        {},
        el("p", { class: "quiet" }, t(narrow ? "m.promote_to_language" : "m.promote_to_all")),
        el("blockquote", {}, learning.fix),
        ref?.node,
        seen.place,
      ),
      controls: () => (ref ? [ref] : []),
      label: t("m.promote"),
      send: () => post(`/knowledge/${learning.id}/promote`, { ref: ref?.value() ?? null }, { version: seen.version }),
      done: (now) => {
        say(t("m.promote_learning_done"));
        close(now);
      },
      failed: (problem) => seen.handle(problem),
      cancel: () => close(),
    });
  });
}
