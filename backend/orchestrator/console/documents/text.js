// What does a paper say, and where do the looked-for words stand? All of a plain text as it came, of others what was read.

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
    const [found, parts] = await Promise.all([wanted.trim() ? passage(paper, wanted) : null, partsOf(paper)]);
    draw(parts, found);
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

  function draw(parts, found) {
    const words = wordsOf(wanted);
    const hit = found && placeIn(parts, found);
    let left = MOST_CHARACTERS;
    const shown = parts.map(({ page, section, text }, at) => {
      const cut = text.slice(0, left);
      left -= cut.length;
      const head = headOf(parts[at - 1], { page, section });
      return cut && [head && el("p", { class: "quiet small page-head" }, head), el("pre", { class: "said", dataset: at === hit ? { hit: "" } : {} }, marked(cut, words))];
    });
    const body = el("div", { class: "text", tabIndex: 0, role: "region", "aria-label": t("documents.text") }, shown);
    fill(
      place,
      words.length > 0 && steps(body),
      parts.length ? body : el("p", { class: "quiet" }, t("documents.no_text")),
      left <= 0 && el("p", { class: "quiet small" }, t("documents.text_longer")),
    );
  }
  return part.node;
}

/** `[{page, section, text}]`: a plain text as it came, all that was read of another. */
async function partsOf(paper) {
  if (PLAIN.test(paper.media_type)) return [{ page: null, section: null, text: await (await blob(`/documents/${paper.id}/content`)).text() }];
  const found = [];
  let [first, length] = [0, 0];
  do {
    const { parts, next } = await get(withQuery(`/documents/${paper.id}/text`, { first }));
    found.push(...parts);
    length += parts.reduce((sum, one) => sum + one.text.length, 0);
    first = next;
  } while (first !== null && length < MOST_CHARACTERS);
  return found;
}

/** Which part the search found: that of its page and section which holds most of the words that it shows. */
function placeIn(parts, { page, section, snippet }) {
  const told = wordsOf(snippet);
  const scores = parts.map((one) => {
    const words = new Set(wordsOf(one.text));
    const elsewhere = (page && one.page !== page) || (section && one.section !== section);
    return told.filter((word) => words.has(word)).length - (elsewhere ? told.length : 0);
  });
  return scores.indexOf(Math.max(...scores));
}

/** What stands above a part: its page and section, where they are others than before. */
const headOf = (before, now) => (before?.page === now.page && before?.section === now.section ? null : placeOf(now));

/** From one hit to the next; the first is gone to at once, in the part that the search found where it found one. */
function steps(body) {
  const hits = [...body.querySelectorAll("mark")];
  const said = el("span", { class: "quiet small" }, hits.length ? counted("documents.hits", hits.length) : t("documents.not_in_it"));
  const first = hits.findIndex((one) => one.closest("[data-hit]"));
  let at = Math.max(first, 0) - 1;
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
