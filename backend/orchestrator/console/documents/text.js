// What does a paper say, and where do the looked-for words stand? All of a plain text; of others what the search found.

import { blob, get, withQuery } from "../chat/api.js";
import { el, fill, freshId } from "../chat/dom.js";
import { announce } from "../chat/notices.js";
import { counted, t } from "../chat/words.js";
import { button } from "../curation/parts.js";
import { loaded } from "../pages/loaded.js";
import { marked, wordsOf } from "./marking.js";

const MOST_CHARACTERS = 200_000; // more makes a page slow; the file has the rest
const FOUND = 100;
const PLAIN = /^text\/(plain|markdown|csv)/;

export function textPart(paper, q) {
  let wanted = q;
  const id = freshId("look");
  const input = el("input", { id, type: "search", maxLength: 500, value: q });
  const place = el("div", {});
  const part = loaded(t("documents.text"), async () => {
    const found = wanted.trim() ? await passage(paper, wanted) : null;
    const text = PLAIN.test(paper.media_type) ? await (await blob(`/documents/${paper.id}/content`)).text() : null;
    draw(text, found);
    return [looking, place];
  });
  const looking = el(
    "form",
    { class: "look-in", role: "search", "aria-label": t("documents.look_in"), onsubmit: submit },
    el("label", { for: id, class: "sr-only" }, t("documents.look_in")),
    input,
    el("button", { type: "submit" }, t("documents.look")),
  );
  input.placeholder = t("documents.look_in");

  function submit(event) {
    event.preventDefault();
    wanted = input.value;
    part.again();
  }

  function draw(text, found) {
    const words = wordsOf(wanted);
    if (text === null) {
      fill(
        place,
        found && el("div", { class: "text" }, el("p", { class: "quiet small" }, placeOf(found)), el("blockquote", { class: "said" }, marked(found.snippet, words))),
        !found && el("p", { class: "quiet" }, t(wanted.trim() ? "documents.not_in_it" : "documents.text_elsewhere")),
      );
      return;
    }
    const body = el("pre", { class: "text said", tabIndex: 0, "aria-label": t("documents.text") }, marked(text.slice(0, MOST_CHARACTERS), words));
    fill(place, words.length > 0 && steps(body), body, text.length > MOST_CHARACTERS && el("p", { class: "quiet small" }, t("documents.text_longer")));
  }
  return part.node;
}

/** From one hit to the next; the first is gone to at once. */
function steps(body) {
  const hits = [...body.querySelectorAll("mark")];
  const said = el("span", { class: "quiet small" }, hits.length ? counted("documents.hits", hits.length) : t("documents.not_in_it"));
  let at = -1;
  function go(by) {
    hits[at]?.removeAttribute("data-now");
    at = (at + by + hits.length) % hits.length;
    hits[at].dataset.now = "";
    hits[at].scrollIntoView({ block: "center" });
    said.textContent = t("documents.hit", { at: at + 1, of: hits.length });
    announce(said.textContent);
  }
  if (hits.length) requestAnimationFrame(() => body.isConnected && go(1));
  return el(
    "div",
    { class: "buttons" },
    said,
    hits.length > 1 && button(t("documents.previous"), () => go(-1), { kind: "small" }),
    hits.length > 1 && button(t("documents.next"), () => go(1), { kind: "small" }),
  );
}

async function passage(paper, q) {
  const { hits } = await get(withQuery("/search", { q, kinds: "document", limit: FOUND }));
  return hits.find((hit) => hit.id === paper.id) ?? null;
}

const placeOf = (hit) => [hit.page && t("documents.page", { page: hit.page }), hit.section].filter(Boolean).join(", ");
