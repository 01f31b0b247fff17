// What can be done about a fact? It was wrong; it was true until then; it still holds; it holds no more; it goes for good.

import { post } from "../chat/api.js";
import { serverNow } from "../chat/clock.js";
import { el } from "../chat/dom.js";
import { note as say } from "../chat/notices.js";
import { t } from "../chat/words.js";
import { Seen } from "./conflict.js";
import { date, dayAt, text } from "./controls.js";
import { dialog } from "./dialog.js";
import { erase } from "./erasing.js";
import { form } from "./form.js";
import { button, linkButton } from "./parts.js";
import { inWords } from "./troubles.js";
import { tell } from "./arrived.js";

/** The buttons that make sense for it; `changed(fact)` with what holds afterwards. */
export function acts(fact, { changed }) {
  const open = !fact.superseded_at && fact.trust !== "proposed";
  const holds = open && !(fact.valid_to && new Date(fact.valid_to) <= new Date());
  const merged = open && fact.asks === "merge" && fact.merges.length > 0;
  const rule = fact.kind === "hard_rule";
  return el(
    "div",
    { class: "buttons acts", role: "group", "aria-label": t("m.acts") },
    holds && button(t("m.confirm_fact"), () => confirm(fact, changed), { sign: "check", kind: "primary" }),
    open && button(t("m.correct"), () => correct(fact).then((now) => now && changed(now)), { sign: "pencil" }),
    holds && button(t("m.change"), () => change(fact).then((now) => now && changed(now)), { sign: "clock" }),
    holds && button(t("m.retire"), () => retire(fact).then((now) => now && changed(now)), { sign: "blocked" }),
    !fact.superseded_at &&
      linkButton(rule ? t("m.edit_rule") : t("m.edit_fields"), `#/memory/write/${fact.id}`, { sign: "gear" }),
    merged && button(t("m.unmerge"), () => unmerge(fact), { sign: "undo" }),
    button(t("erase"), () => gone(fact), { sign: "bin" }),
  );
}

async function confirm(fact, changed) {
  try {
    const now = await post(`/facts/${fact.id}/confirm`, undefined, { version: fact.version });
    say(t("m.confirmed_now"));
    changed(now);
  } catch (error) {
    say(inWords(error), { wrong: true });
    if (error.status === 412) changed(null);
  }
}

/** What was merged into it holds again, each for itself. */
async function unmerge(fact) {
  try {
    await post(`/facts/${fact.id}/unmerge`, undefined, { version: fact.version });
    tell(t("m.unmerged"));
    location.hash = "#/memory/facts";
  } catch (error) {
    say(inWords(error), { wrong: true });
  }
}

async function gone(fact) {
  const went = await erase(t("m.erase_fact"), [fact], (one) =>
    one.kind === "hard_rule" ? `/rules/${one.id}` : `/facts/${one.id}`,
  );
  if (!went.length) return;
  tell(t("m.fact_erased"));
  location.hash = "#/memory/facts";
}

/** It was wrong: the new text holds from the same time on. Resolves to the fact that now holds, or null. */
export const correct = (fact) => act(fact, "correct", { dated: null });

/** It was true until then. */
export const change = (fact) => act(fact, "change", { dated: "valid_from" });

/** It holds no more. */
export const retire = (fact) => act(fact, "retire", { dated: "valid_to", worded: false });

function act(fact, name, { dated, worded = true }) {
  return dialog(t(`m.${name}_title`), (close) => {
    const seen = new Seen(`/facts/${fact.id}`, fact);
    const said = worded && text("text", t("m.says_now"), fact.text);
    const when = dated && date(dated, t(`m.${name}_when`), null, { hint: t("m.today_unless") });
    const controls = [said, when].filter(Boolean);
    return form({
      content: el(
        "div",
        {},
        el("p", { class: "quiet" }, t(`m.${name}_text`)),
        el("blockquote", {}, fact.text),
        controls.map((one) => one.node),
        seen.place,
      ),
      controls: () => controls,
      label: t(`m.${name}`),
      send: () => {
        const body = said ? { text: said.value() } : {};
        const day = when && when.value();
        if (day && day !== dayAt(serverNow())) body[dated] = day;
        return post(`/facts/${fact.id}/${name}`, body, { version: seen.version });
      },
      done: (now) => {
        say(t(`m.${name}_done`));
        close(now);
      },
      failed: (error) => seen.handle(error),
      cancel: () => close(),
    });
  });
}
