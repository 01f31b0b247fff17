// What does a mission wait for? Its question with the options, a default and a deadline; and the writes that it proposed.

import { post } from "../chat/api.js";
import { el } from "../chat/dom.js";
import { dayAndTime } from "../chat/format.js";
import { note } from "../chat/notices.js";
import { PreviewCard } from "../chat/preview_card.js";
import { known, t } from "../chat/words.js";
import { text } from "../curation/controls.js";
import { form } from "../curation/form.js";
import { button } from "../curation/parts.js";
import { inWords } from "../curation/troubles.js";

/** Open questions, and folded what was answered. */
export function asked(mission, show) {
  const open = mission.questions.filter((one) => one.answered_by === null);
  const done = mission.questions.filter((one) => one.answered_by !== null);
  if (!open.length && !done.length) return null;
  return el(
    "section",
    { class: "part" },
    el("h4", {}, t("missions.questions")),
    open.map((one) => question(one, mission, show)),
    done.length > 0 &&
      el(
        "details",
        { dataset: { part: "answered" } },
        el("summary", {}, t("missions.answered")),
        el("dl", { class: "fields" }, done.map((one) => [el("dt", {}, one.question), el("dd", {}, one.answer ?? "", " ", el("span", { class: "quiet small" }, by(one.answered_by)))])),
      ),
  );
}

const by = (who) => known(`missions.by.${who.split(":")[0]}`, who);

function question(one, mission, show) {
  const path = `/missions/${mission.id}/questions/${one.id}/answer`;
  const words = text("text", t("missions.own_answer"), "", { rows: 2 });
  return el(
    "article",
    { class: "card", dataset: { question: one.id, state: "pending" } },
    el("h5", { class: "said" }, one.question),
    el(
      "p",
      { class: "quiet small" },
      [one.default && t("missions.default", { answer: one.default }), one.deadline_at && t("missions.until", { when: dayAndTime(one.deadline_at) })].filter(Boolean).join(" "),
    ),
    one.options.length > 0 && el("div", { class: "buttons" }, one.options.map((option) => button(option.label, () => answer({ option_id: option.id })))),
    form({
      content: words.node,
      controls: () => [words],
      label: t("missions.answer"),
      send: () => post(path, { text: words.value() }),
      done: (now) => {
        words.input.value = "";
        words.input.blur();
        taken(now);
      },
    }),
  );

  async function answer(body) {
    try {
      taken(await post(path, body));
    } catch (error) {
      note(inWords(error), { wrong: true });
    }
  }

  function taken(now) {
    note(t("missions.answer_taken"));
    show(now);
  }
}

/** What it proposed to write: the same cards as in the conversation. */
export function waiting(mission, again) {
  if (!mission.previews.length) return null;
  return el(
    "section",
    { class: "part" },
    el("h4", {}, t("missions.proposed")),
    el("div", { class: "cards" }, mission.previews.map((id) => new PreviewCard({ id }, { changed: again }).node)),
  );
}
