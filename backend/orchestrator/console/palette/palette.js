// Where to, or what to do? Every page, what one does most, and everything that is kept, found by its name: Ctrl K.

import { get, withQuery } from "../chat/api.js";
import { el, fill, freshId } from "../chat/dom.js";
import { canShow } from "../chat/entity_view.js";
import { icon } from "../chat/icons.js";
import { names } from "../chat/pages.js";
import { signOut } from "../chat/signing_out.js";
import { known, t } from "../chat/words.js";
import { dialog } from "../curation/dialog.js";
import { documentAddress } from "../documents/naming.js";
import { inWords } from "../curation/troubles.js";
import { ready as sharedWords } from "../curation/words.js";
import { go, hasPage } from "../chat/linked.js";
import { ready } from "./words.js";

const TYPING_MS = 180;
const MOST_FOUND = 8;
const MOST_MISSIONS = 3;
const SIGNS = { mission: "tool" };
const SHORTEST = 2; // letters that are worth a search
const ACTS = [
  { name: "talk", sign: "message", hash: "#/" },
  { name: "event", sign: "event", hash: "#/calendar/new" },
  { name: "todo", sign: "todo", hash: "#/todos/new" },
  { name: "note", sign: "note", hash: "#/notes/new" },
  { name: "person", sign: "contact", hash: "#/people/new" },
  { name: "place", sign: "place", hash: "#/places/new" },
  { name: "mission", sign: "tool", hash: "#/missions/new" },
  { name: "document", sign: "document", hash: "#/documents" },
  { name: "fact", sign: "fact", hash: "#/memory/write" },
  { name: "rule", sign: "rule", hash: "#/memory/write?kind=rule" },
  { name: "pair", sign: "gear", hash: "#/settings/access" },
  { name: "token", sign: "gear", hash: "#/settings/access" },
  { name: "backup", sign: "gear", hash: "#/settings/data" },
  { name: "erase", sign: "bin", hash: "#/settings/data" },
  { name: "out", sign: "out", act: () => signOut() },
];
/** Pages that are no folder of their own, or have no link at the side. */
const FURTHER = [
  { label: () => t("waiting"), sign: "wait", hash: "#/waiting" },
  { label: () => t("memory"), sign: "memory", hash: "#/memory" },
  { label: () => t("m.tab.facts"), sign: "fact", hash: "#/memory/facts" },
  { label: () => t("m.tab.timeline"), sign: "clock", hash: "#/memory/timeline" },
  { label: () => t("settings"), sign: "gear", hash: "#/settings" },
  { label: () => t("notifications"), sign: "gear", hash: "#/notifications" },
];

let opened = false;

/** A meeting is known by the id that its recorder gave it. */
const leads = ({ kind, external_id: theirs }) => (kind === "meeting" ? Boolean(theirs) : hasPage(kind) || canShow(kind));

function goTo({ kind, id, external_id: theirs, title }, words) {
  if (kind === "meeting") location.hash = `#/meetings/${encodeURIComponent(theirs)}`;
  else if (kind === "document") location.hash = documentAddress(id, words);
  else go(kind, id, title);
}

export async function open() {
  if (opened) return;
  opened = true;
  try {
    await Promise.all([sharedWords(), ready()]);
    const wanted = await dialog(t("palette.title"), (close) => new Palette(close).node);
    wanted?.();
  } finally {
    opened = false;
  }
}

const folded = (text) => text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();

class Palette {
  constructor(close) {
    this.close = close;
    this.attempt = 0;
    this.rows = [];
    this.at = 0;
    const id = freshId("palette");
    this.list = el("ul", { id, role: "listbox", class: "palette-list", "aria-label": t("palette.title") });
    this.state = el("p", { class: "quiet small", role: "status" });
    this.input = el("input", {
      type: "text",
      role: "combobox",
      maxLength: 200,
      autocomplete: "off",
      spellcheck: false,
      placeholder: t("palette.hint"),
      "aria-label": t("palette.hint"),
      "aria-controls": id,
      "aria-expanded": "true",
      oninput: () => this.typed(),
      onkeydown: (event) => this.key(event),
    });
    this.node = el("div", { class: "palette" }, this.input, this.list, this.state);
    this.typed();
  }

  /** What is there at once, and what the server finds a moment later. */
  typed() {
    clearTimeout(this.typing);
    const words = this.input.value.trim();
    const attempt = ++this.attempt;
    const here = this.known(words);
    this.draw(here);
    fill(this.state);
    if (words.length < SHORTEST) return;
    this.typing = setTimeout(() => this.find(words, here, attempt), TYPING_MS);
  }

  known(words) {
    const pages = names().map(({ name, sign }) => ({ label: t(`page.${name}`), sign, kind: t("palette.page"), act: () => (location.hash = `#/${name}`) }));
    const further = FURTHER.map(({ label, sign, hash }) => ({ label: label(), sign, kind: t("palette.page"), act: () => (location.hash = hash) }));
    const acts = ACTS.map(({ name, sign, hash, act }) => ({ label: t(`palette.act.${name}`), sign, kind: t("palette.act"), act: act ?? (() => (location.hash = hash)) }));
    return [...acts, ...pages, ...further].filter(({ label }) => folded(label).includes(folded(words)));
  }

  async find(words, here, attempt) {
    try {
      const [{ hits }, { items }] = await Promise.all([
        get(withQuery("/search", { q: words, limit: MOST_FOUND * 2 })),
        get(withQuery("/missions", { q: words, limit: MOST_MISSIONS })),
      ]);
      const missions = items.map(({ id, goal }) => ({ kind: "mission", id, title: goal }));
      if (attempt !== this.attempt) return;
      const seen = new Set();
      const found = [...missions, ...hits]
        .filter((hit) => leads(hit) && !seen.has(hit.id) && seen.add(hit.id))
        .slice(0, MOST_FOUND)
        .map((hit) => ({ label: hit.title, sign: SIGNS[hit.kind] ?? hit.kind, kind: known(`kind.${hit.kind}`, hit.kind), act: () => goTo(hit, words) }));
      this.draw([...here, ...found], this.at); // what was gone to meanwhile stays marked
      if (!here.length && !found.length) fill(this.state, t("palette.none"));
    } catch (error) {
      if (attempt === this.attempt) fill(this.state, el("span", { class: "wrong" }, inWords(error)));
    }
  }

  draw(rows, at = 0) {
    this.rows = rows;
    fill(
      this.list,
      rows.map((row, place) =>
        el(
          "li",
          { role: "option", id: `${this.list.id}-${place}`, onclick: () => this.close(row.act), onpointermove: () => this.mark(place) },
          icon(row.sign),
          el("span", { class: "said" }, row.label),
          el("span", { class: "quiet small" }, row.kind),
        ),
      ),
    );
    this.mark(at);
  }

  mark(at) {
    this.at = at;
    [...this.list.children].forEach((node, place) => node.setAttribute("aria-selected", String(place === at)));
    const row = this.list.children[at];
    if (!row) return this.input.removeAttribute("aria-activedescendant");
    this.input.setAttribute("aria-activedescendant", row.id);
    row.scrollIntoView({ block: "nearest" });
    return undefined;
  }

  key(event) {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step && this.rows.length) this.mark((this.at + step + this.rows.length) % this.rows.length);
    else if (event.key === "Enter" && this.rows[this.at]) this.close(this.rows[this.at].act);
    else if (!step) return;
    event.preventDefault();
  }
}
