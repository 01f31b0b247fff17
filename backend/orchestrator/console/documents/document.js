// What is that paper, and what does it say? Its summary, its text with the looked-for words marked, and what can be done.

import { get, post } from "../chat/api.js";
import { el, fill } from "../chat/dom.js";
import { icon } from "../chat/icons.js";
import { note } from "../chat/notices.js";
import { t } from "../chat/words.js";
import { tell, told } from "../curation/arrived.js";
import { erase } from "../curation/erasing.js";
import { button, day, mark } from "../curation/parts.js";
import { inWords, trouble } from "../curation/troubles.js";
import { named } from "../curation/names.js";
import { linked } from "../chat/linked.js";
import { save } from "../pages/saving.js";
import { details } from "./details.js";
import { isLocked, kindName, size } from "./naming.js";
import { textPart } from "./text.js";
import { unlockForm } from "./unlocking.js";

const LOOK_AGAIN_MS = 1500;

export function view({ id, query }) {
  const place = el("div", { class: "paper", "aria-busy": "true" }, el("p", { class: "quiet progress" }, t("loading")));
  let shown = null;
  load().then(() => place.querySelector("h3")?.focus());

  async function load() {
    try {
      show(await get(`/documents/${encodeURIComponent(id)}`));
    } catch (error) {
      fill(place, trouble(error, error.status === 404 ? null : load));
    }
    place.removeAttribute("aria-busy");
  }

  function show(paper) {
    shown = paper;
    fill(place, told(), head(paper), state(paper), el("div", { class: "paper-parts" }, main(paper), aside(paper)));
    if (paper.enhancement_status === "pending" || paper.enhancement_status === "running") setTimeout(look, LOOK_AGAIN_MS);
  }

  async function look() {
    if (!place.isConnected) return;
    try {
      const now = await get(`/documents/${shown.id}`);
      if (now.version !== shown.version || now.enhancement_status !== shown.enhancement_status) return show(now);
    } catch {
      // It is asked again below: what is wrong is told where something is asked for.
    }
    setTimeout(look, LOOK_AGAIN_MS);
  }

  function head(paper) {
    return el(
      "header",
      { class: "person-head" },
      el(
        "div",
        {},
        el("h3", { tabIndex: -1, class: "said" }, paper.title),
        el("p", { class: "meta" }, paper.kinds.map(kindName).map((one) => mark(one)), el("span", {}, paper.filename), el("span", {}, size(paper.size_bytes)), el("span", {}, day(paper.created_at))),
      ),
      el(
        "div",
        { class: "buttons" },
        button(t("documents.download"), () => act(() => save(`/documents/${paper.id}/content`, paper.filename)), { kind: "small" }),
        button(t("documents.read_again"), () => again(paper), { kind: "small" }),
        button(t("erase"), () => gone(paper), { sign: "bin", kind: "small" }),
      ),
    );
  }

  function state(paper) {
    if (isLocked(paper)) return unlockForm(paper, load);
    if (paper.enhancement_status === "failed")
      return el("p", { class: "wrong with-sign", role: "alert" }, icon("alert"), el("span", {}, t("documents.not_read", { why: paper.enhancement_error ?? "" })));
    if (paper.enhancement_status !== "done")
      return el("p", { class: "quiet progress", role: "status" }, t(`documents.now.${paper.enhancement_status}`));
    return null;
  }

  function main(paper) {
    return el(
      "div",
      {},
      paper.summary &&
        el(
          "section",
          { class: "part" },
          el("h4", {}, t("documents.summary")),
          el("p", { class: "said" }, paper.summary),
          el("p", { class: "quiet small" }, paper.generated_by === "reader" ? t("documents.by_reader") : t("documents.by_model", { model: paper.generated_by ?? "" })),
        ),
      paper.enhancement_status === "done" && textPart(paper, query.q ?? ""),
    );
  }

  function aside(paper) {
    const people = paper.contacts.length > 0 &&
      el(
        "section",
        { class: "part" },
        el("h4", {}, t("documents.people")),
        el(
          "ul",
          { class: "plain-list" },
          paper.contacts.map((one) => el("li", {}, linked("contact", one.contact_id, named("contact", one.contact_id)), one.label && el("span", { class: "quiet" }, ` ${one.label}`), one.quote && el("blockquote", { class: "small" }, one.quote))),
        ),
      );
    const papers = [...(paper.parent_id ? [[t("documents.parent"), paper.parent_id]] : []), ...paper.attachments.map((one) => [t("documents.attachment"), one])];
    return el(
      "div",
      {},
      people,
      papers.length > 0 &&
        el(
          "section",
          { class: "part" },
          el("h4", {}, t("documents.belongs")),
          el(
            "ul",
            { class: "plain-list" },
            papers.map(([text, one]) => el("li", {}, linked("document", one, text))),
          ),
        ),
      paper.notices.length > 0 &&
        el(
          "section",
          { class: "part" },
          el("h4", {}, t("documents.notices")),
          el("ul", { class: "plain-list" }, paper.notices.map((one) => el("li", { class: "held" }, one))),
        ),
      details(paper, show),
    );
  }

  async function again(paper) {
    await act(() => post(`/documents/${paper.id}/enhance`), t("documents.read_again_now"));
    load();
  }

  async function act(send, done = null) {
    try {
      await send();
      if (done) note(done);
    } catch (error) {
      note(inWords(error), { wrong: true });
    }
  }
  return el("div", {}, el("p", { class: "back" }, el("a", { href: "#/documents" }, icon("left"), t("documents.all"))), place);
}

async function gone(paper) {
  const went = await erase(t("documents.erase", { title: paper.title }), [paper], (one) => `/documents/${one.id}`);
  if (!went.length) return;
  tell(t("documents.erased", { title: paper.title }));
  location.hash = "#/documents";
}
