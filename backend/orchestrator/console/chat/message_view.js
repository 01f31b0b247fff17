// How does one message look? What the user said, and an answer with all that hangs on it.

import { addressOf, hasPage } from "./linked.js";
import { post } from "./api.js";
import { clarification } from "./clarification_view.js";
import { el, fill } from "./dom.js";
import { canShow, openEntity } from "./entity_view.js";
import { clockTime, dayAndTime, hereZone } from "./format.js";
import { icon } from "./icons.js";
import { markdown } from "./markdown.js";
import { note, noteError } from "./notices.js";
import { PreviewCard } from "./preview_card.js";
import { openWhy } from "./why.js";
import { known, t } from "./words.js";

const OUTCOME_SIGNS = { done: "check", waiting: "clock", refused: "blocked", failed: "alert" };

/** What a person said: the user, or somebody in an ingested conversation (`speaker`). */
export function said({ text, at = null, speaker = null }) {
  return el(
    "article",
    { class: speaker ? "message other" : "message own" },
    el("h2", { class: speaker ? "speaker" : "sr-only" }, speaker ?? t("you")),
    el("div", { class: "bubble" }, text),
    at && el("time", { class: "sr-only", dateTime: at }, dayAndTime(at, hereZone())),
  );
}

/** An answer. `reply` as in `clarification`; `changed(preview)` when a proposal settles; `grown()` when more is shown. */
export function answered(answer, { reply, changed, grown }) {
  const node = el(
    "article",
    { class: "message steward", dataset: { message: answer.id } },
    el("h2", { class: "sr-only" }, answer.speaker && answer.speaker !== "assistant" ? answer.speaker : t("steward")),
    el("div", { class: "prose" }, markdown(answer.text)),
    answer.stopReason && el("p", { class: "stopped" }, icon("alert"), stopped(answer.stopReason)),
    answer.warnings.map((warning) => el("p", { class: "stopped" }, icon("alert"), warning)),
    actions(answer, { changed, grown }),
    answer.previews.map((preview) => new PreviewCard(preview, { changed }).node),
    answer.asks && clarification(answer.asks, (says, shown) => reply(answer.asks, says, shown)),
    links(answer.linked),
    tools(answer),
  );
  return node;
}

function stopped(reason) {
  return reason === "model_unavailable"
    ? t("degraded")
    : t("stopped_reason", { reason: known(`stop.${reason}`, reason) });
}

/** What was proposed and what became of it, by the server's own record: shown whatever the text says. */
function actions({ actions: list, previews }, follow) {
  const cards = new Set(previews.map((preview) => preview.id));
  // A waiting proposal is told by its card, which also knows what became of it since.
  const told = list.filter((action) => !(action.outcome === "waiting" && cards.has(action.preview_id)));
  if (!told.length) return null;
  return el(
    "ul",
    { class: "actions", "aria-label": t("actions") },
    told.map((action) =>
      el(
        "li",
        { class: `action ${action.outcome}` },
        icon(OUTCOME_SIGNS[action.outcome] ?? "tool"),
        el(
          "div",
          {},
          el("strong", {}, known(`outcome_${action.outcome}`, action.outcome)),
          " ",
          el("span", {}, action.summary),
          action.reason && el("p", { class: "small quiet" }, action.reason),
        ),
        action.outcome === "done" && action.preview_id && !cards.has(action.preview_id) && undoable(action, follow),
      ),
    ),
  );
}

/** What was done without a card of its own (a "yes" in words, an auto-confirmed write) can be taken back here. */
function undoable(action, { changed, grown }) {
  const place = el("div", { class: "late-card" });
  const show = (card) => {
    if (!card.undoable || place.firstChild) return;
    fill(place, card.node);
    grown();
  };
  new PreviewCard({ id: action.preview_id }, { changed, known: show });
  return place;
}

function links(items) {
  const shown = items.filter((item) => item.title || canShow(item.type));
  if (!shown.length) return null;
  return el(
    "section",
    { class: "links" },
    el("h3", { class: "sr-only" }, t("linked")),
    el(
      "ul",
      {},
      shown.map((item) =>
        el(
          "li",
          {},
          hasPage(item.type)
            ? el("a", { class: "button chip", href: addressOf(item.type, item.id), title: known(`kind.${item.type}`, item.type) }, icon(item.type), item.title || known(`kind.${item.type}`, item.type))
            : canShow(item.type)
            ? el(
                "button",
                {
                  class: "chip",
                  type: "button",
                  title: known(`kind.${item.type}`, item.type),
                  onclick: () => openEntity(item),
                },
                icon(item.type),
                item.title || known(`kind.${item.type}`, item.type),
              )
            : el("span", { class: "chip" }, icon(item.type), item.title),
        ),
      ),
    ),
  );
}

function tools(answer) {
  if (!answer.runId) return null;
  return el(
    "footer",
    { class: "tools" },
    iconButton("copy", t("copy"), () => copy(answer.text)),
    ...ratings(answer),
    el("button", { class: "plain small", type: "button", onclick: () => openWhy(answer.runId) }, icon("why"), t("why")),
    el("time", { class: "quiet small", dateTime: answer.at, title: dayAndTime(answer.at, hereZone()) }, clockTime(answer.at, hereZone())),
  );
}

function iconButton(sign, label, onclick) {
  return el(
    "button",
    { class: "plain small square", type: "button", "aria-label": label, title: label, onclick },
    icon(sign),
  );
}

async function copy(text) {
  try {
    await navigator.clipboard.writeText(text);
    note(t("copied"));
  } catch {
    note(t("copy_failed"), { wrong: true }); // plain HTTP on another host: browsers allow it only on secure origins
  }
}

function ratings(answer) {
  const buttons = ["good", "bad"].map((rating) => {
    const button = iconButton(rating, t(rating), () => rate(rating));
    button.setAttribute("aria-pressed", String(answer.feedback?.rating === rating));
    button.dataset.rating = rating;
    return button;
  });
  async function rate(rating) {
    try {
      answer.feedback = await post(`/runs/${answer.runId}/feedback`, { rating });
      for (const button of buttons) button.setAttribute("aria-pressed", String(button.dataset.rating === rating));
      note(t("thanks"));
    } catch (error) {
      noteError(error);
    }
  }
  return buttons;
}
