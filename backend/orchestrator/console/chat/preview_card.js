// What waits for the user's yes, and what became of it? One card a proposal; it follows the proposal through edits.

import { Problem, post } from "./api.js";
import { serverNow } from "./clock.js";
import { el, fill, freshId } from "./dom.js";
import { canShow, openEntity } from "./entity_view.js";
import { saying } from "./errors.js";
import { fieldList, hasTimes, shownFields } from "./fields.js";
import { dayAndTime, hereZone, homeZone, ownZone, remaining } from "./format.js";
import { icon } from "./icons.js";
import { announce } from "./notices.js";
import { editForm } from "./preview_form.js";
import { iconOf, latest, rest, stateText } from "./preview_texts.js";
import { t } from "./words.js";

const LOOK_AGAIN_MS = 2000;
const SIGNS = {
  confirmed: "check",
  cancelled: "cross",
  expired: "clock",
  undone: "undo",
  unknown: "alert",
  executing: "wait",
};

/** Cards that are on the page: something that happens elsewhere (a "yes" in the chat) makes them look again. */
const cards = new Set();

export function refreshCards() {
  for (const card of cards) {
    if (!card.node.isConnected && card.shown) cards.delete(card);
    else if (card.waits) card.refresh();
  }
}

export class PreviewCard {
  /** `preview`: whole, or its id alone. `changed()` is called when its state has changed, `known()` whenever it is
   * learnt. */
  constructor(preview, { changed = () => {}, known: learnt = () => {} } = {}) {
    this.changed = changed;
    this.learnt = learnt;
    this.titleId = freshId("preview");
    this.node = el("article", { class: "card", "aria-labelledby": this.titleId });
    this.message = null; // a sentence about what just happened, { text, wrong }
    this.editing = false;
    this.shown = false;
    cards.add(this);
    if (preview.state) this.show(preview);
    else {
      this.preview = preview;
      fill(this.node, el("p", { id: this.titleId, class: "quiet" }, t("loading")));
      this.refresh();
    }
  }

  get waits() {
    return (
      !this.preview.state || this.preview.state === "pending" || this.preview.state === "executing" || this.undoable
    );
  }

  get undoable() {
    const until = this.preview.state === "confirmed" && this.preview.result?.undo_until;
    return Boolean(until) && new Date(until) > serverNow();
  }

  show(preview) {
    const moved = this.preview?.state && this.preview.state !== preview.state;
    // The same again is not drawn again: that would take the focus from a button.
    const news = !this.shown || JSON.stringify(this.preview) !== JSON.stringify(preview);
    this.preview = preview;
    this.shown = true;
    if (moved && !this.message?.wrong) this.message = null; // "confirm it" is over when it was confirmed
    if (news && !this.editing) {
      this.draw();
      requestAnimationFrame(() => this.takeOver()); // by then it has its place on the page
    }
    if (moved) this.changed(preview);
    this.learnt(this);
    if (preview.state === "executing") setTimeout(() => this.node.isConnected && this.refresh(), LOOK_AGAIN_MS);
  }

  /** Whether another card further down shows the same proposal: edited in words, it has a card where it began too. */
  follows(other) {
    return (
      this !== other &&
      this.shown &&
      this.preview.id === other.preview.id &&
      inTalk(this.node) &&
      inTalk(other.node) &&
      Boolean(other.node.compareDocumentPosition(this.node) & Node.DOCUMENT_POSITION_FOLLOWING)
    );
  }

  get givesWay() {
    return [...cards].some((card) => card.follows(this));
  }

  /** Of several cards of one proposal only the last is live. */
  takeOver() {
    for (const card of cards) if (this.follows(card) && !card.editing) card.draw();
    if (this.givesWay && !this.editing) this.draw();
  }

  /** Ask what became of it; a superseded one gives way to the one that replaced it. */
  async refresh() {
    try {
      this.show(await latest(this.preview.id));
    } catch (error) {
      if (error instanceof Problem && error.status === 404)
        this.node.remove(); // erased with its thread
      else if (!this.shown) fill(this.node, el("p", { id: this.titleId, class: "wrong" }, saying(error)));
    }
  }

  draw() {
    const { preview } = this;
    if (this.givesWay) return this.gaveWay();
    this.node.dataset.state = preview.state;
    const open = preview.state === "pending" || preview.state === "executing" || preview.state === "unknown";
    fill(
      this.node,
      el(
        "header",
        {},
        icon(SIGNS[preview.state] ?? iconOf(preview.tool)),
        el("h3", { id: this.titleId, tabIndex: -1 }, preview.title),
      ),
      open && [rest(preview) && el("p", { class: "summary" }, rest(preview)), this.details()],
      preview.held_by_rule &&
        preview.state === "pending" &&
        el("p", { class: "held" }, icon("blocked"), t("held_by_rule")),
      preview.last_error &&
        preview.state === "pending" &&
        el("p", { class: "wrong" }, t("last_error", { reason: preview.last_error })),
      this.told(),
      this.footer(),
    );
  }

  gaveWay() {
    this.node.dataset.state = "superseded";
    fill(
      this.node,
      el("header", {}, icon(iconOf(this.preview.tool)), el("h3", { id: this.titleId, tabIndex: -1 }, this.preview.title)),
      el("footer", {}, el("p", { class: "state" }, t("state_superseded"))),
    );
  }

  details() {
    const { draft, timezone, editable_fields: order } = this.preview;
    const fields = shownFields(Object.fromEntries(order.map((name) => [name, draft[name]])));
    if (!fields.length) return null;
    const zone = draft.timezone ?? timezone;
    return [
      fieldList(fields),
      hasTimes(draft) && (zone !== ownZone() || zone !== homeZone()) && el("p", { class: "quiet small" }, t("times_in", { zone })),
    ];
  }

  told() {
    if (!this.message) return null;
    const { text, wrong } = this.message;
    return el("p", { class: wrong ? "wrong" : "told", role: wrong ? "alert" : "status" }, text);
  }

  footer() {
    const { state } = this.preview;
    if (state === "pending") return this.choices();
    return el(
      "footer",
      {},
      el("p", { class: "state" }, stateText(this.preview)),
      state === "confirmed" && this.opener(),
      this.undoable && this.undoButton(),
    );
  }

  choices() {
    const { preview } = this;
    return el(
      "footer",
      {},
      el(
        "div",
        { class: "buttons" },
        el("button", { class: "primary", type: "button", onclick: () => this.confirm() }, icon("check"), t("confirm")),
        preview.editable_fields.length > 0 &&
          el("button", { type: "button", onclick: () => this.edit() }, icon("pencil"), t("edit")),
        el("button", { class: "plain", type: "button", onclick: () => this.act("cancel") }, t("cancel_proposal")),
      ),
      el("p", { class: "quiet small" }, t("waits_until", { when: dayAndTime(preview.expires_at, hereZone()) })),
    );
  }

  opener() {
    const { entity } = this.preview.result ?? {};
    if (!entity || !canShow(entity.type)) return null;
    const title = this.preview.draft.title ?? this.preview.draft.display_name ?? "";
    return el(
      "button",
      { class: "plain", type: "button", onclick: () => openEntity({ ...entity, title }) },
      icon(entity.type),
      t("open_entity"),
    );
  }

  undoButton() {
    const until = this.preview.result.undo_until;
    const label = el("span", {}, t("undo_left", { left: remaining(until) }));
    const button = el("button", { type: "button", onclick: () => this.act("undo") }, icon("undo"), label);
    const ticking = setInterval(() => {
      if (!button.isConnected) clearInterval(ticking);
      else if (this.undoable) label.textContent = t("undo_left", { left: remaining(until) });
      else {
        clearInterval(ticking);
        this.draw();
      }
    }, 1000);
    return button;
  }

  /** Confirm exactly what is shown: the digest goes along, so that another version is refused. */
  confirm() {
    return this.act("confirm", { digest: this.preview.digest });
  }

  async act(what, body) {
    this.message = null;
    this.busy(true);
    try {
      this.show(await post(`/previews/${this.preview.id}/${what}`, body));
      announce(stateText(this.preview));
    } catch (error) {
      await this.refused(error);
    }
    this.busy(false);
    this.node.querySelector("h3")?.focus();
  }

  /** A refusal usually means that the world has moved: show how it is now, and say so. */
  async refused(error) {
    const news = error instanceof Problem && error.status === 409;
    if (news && error.body.preview) this.preview = error.body.preview;
    else if (news) await this.refresh();
    const fresh = news && this.preview.state === "pending";
    this.message = { text: fresh ? t("changed_meanwhile") : saying(error), wrong: true };
    this.editing = false;
    this.draw();
  }

  busy(on) {
    this.node.setAttribute("aria-busy", String(on));
    for (const button of this.node.querySelectorAll("button")) button.disabled = on;
  }

  edit() {
    this.editing = true;
    this.message = null;
    const form = editForm(this.preview, {
      done: (preview, text) => {
        this.editing = false;
        this.message = text && { text, wrong: false };
        this.show(preview);
        this.draw(); // in place of the form, even where nothing is new
        this.node.querySelector("h3").focus();
      },
      refused: (error) => this.refused(error).then(() => this.node.querySelector("h3")?.focus()),
    });
    fill(
      this.node,
      el("header", {}, icon("pencil"), el("h3", { id: this.titleId, tabIndex: -1 }, t("edit_title"))),
      form,
    );
    form.querySelector("input, textarea, select").focus();
  }
}

/** Among the messages, as a proposal: not where it can be taken back, nor in the list of what waits. */
function inTalk(node) {
  return node.closest(".message") !== null && node.closest(".late-card") === null;
}
