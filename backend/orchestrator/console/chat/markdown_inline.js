// What stands inside a line: emphasis, code, links. Links show where they lead, whatever their text says.

import { el } from "./dom.js";

const DEEPEST = 6;
const LONGEST_LINK = 4000; // characters: looking further for its end would cost a walk for every bracket
const BARE_URL = /^https?:\/\/[^\s<>"'`*]+[^\s<>"'`*.,;:!?)\]]/i;
/** Controls that turn the reading direction around, or are not seen at all: they could make a link look like another. */
const UNSEEN =
  /[\u0000-\u0008\u000b-\u001f\u007f\u061c\u200b\u200e\u200f\u202a-\u202e\u2060-\u2069\ufeff]|[\u{e0000}-\u{e007f}]/gu;
const MARKS = [
  ["**", "strong"],
  ["__", "strong"],
  ["~~", "s"],
  ["*", "em"],
  ["_", "em"],
];

/** A line as nodes. */
export function inline(text, depth = 0) {
  return new Line(text.replace(UNSEEN, ""), depth).nodes();
}

/** The address where it is one that a page may link to (http, https, mailto), else null. */
export function safeUrl(text) {
  let url;
  try {
    url = new URL(text);
  } catch {
    return null;
  }
  if (url.protocol === "mailto:") return url;
  const web = url.protocol === "https:" || url.protocol === "http:";
  return web && !url.username && !url.password ? url : null;
}

class Line {
  constructor(text, depth) {
    this.text = text;
    this.depth = depth;
    this.made = [];
    this.plain = "";
    this.unclosed = new Set(); // marks that close nowhere further on: looking again would cost a walk each time
  }

  nodes() {
    let at = 0;
    while (at < this.text.length) at = this.step(at);
    this.flush();
    return this.made;
  }

  /** Takes what begins at `at`; gives where it ends. */
  step(at) {
    const char = this.text[at];
    const taken =
      (char === "\\" && this.escaped(at)) ||
      (char === "`" && this.code(at)) ||
      ((char === "[" || char === "!") && this.link(at)) ||
      (char === "<" && this.angled(at)) ||
      ((char === "h" || char === "H") && this.bare(at)) ||
      ("*_~".includes(char) && this.emphasis(at));
    if (taken) return taken;
    this.plain += char;
    return at + 1;
  }

  push(node) {
    this.flush();
    this.made.push(node);
  }

  flush() {
    if (this.plain) this.made.push(document.createTextNode(this.plain));
    this.plain = "";
  }

  find(mark, from) {
    if (this.unclosed.has(mark)) return -1;
    const found = this.text.indexOf(mark, from);
    if (found < 0) this.unclosed.add(mark);
    return found;
  }

  escaped(at) {
    const next = this.text[at + 1];
    if (!next || !/[!-/:-@[-`{-~]/.test(next)) return 0;
    this.plain += next;
    return at + 2;
  }

  code(at) {
    const mark = /^`+/.exec(this.text.slice(at, at + 8))[0];
    const end = this.find(mark, at + mark.length);
    if (end < 0) return 0;
    this.push(el("code", { textContent: this.text.slice(at + mark.length, end).trim() }));
    return end + mark.length;
  }

  emphasis(at) {
    if (this.depth >= DEEPEST) return 0;
    for (const [mark, tag] of MARKS) {
      if (!this.text.startsWith(mark, at)) continue;
      const end = this.closing(mark, at);
      if (end < 0) continue;
      this.push(el(tag, {}, inline(this.text.slice(at + mark.length, end), this.depth + 1)));
      return end + mark.length;
    }
    return 0;
  }

  /** Where emphasis that opens at `at` closes; -1 where it is none (spaces inside, or `_` within a word). */
  closing(mark, at) {
    const from = at + mark.length;
    if (!this.text[from] || /\s/.test(this.text[from])) return -1;
    if (mark[0] === "_" && /[\p{L}\p{N}]/u.test(this.text[at - 1] ?? "")) return -1;
    const end = this.find(mark, from + 1);
    if (end < 0 || /\s/.test(this.text[end - 1])) return -1;
    if (mark[0] === "_" && /[\p{L}\p{N}]/u.test(this.text[end + mark.length] ?? "")) return -1;
    return end;
  }

  /** `[text](url)`, and `![text](url)`: an image is only linked to, nothing is fetched unasked. */
  link(at) {
    const open = this.text[at] === "!" ? at + 1 : at;
    if (this.text[open] !== "[") return 0;
    const near = this.text.slice(open, open + LONGEST_LINK);
    const found = /^\[([^\]]*)\]\(([^)]*)\)/.exec(near);
    if (!found) return 0;
    const [whole, label, inside] = found;
    const [target] = inside.trim().split(/\s+/);
    const url = safeUrl(target);
    if (url) this.push(anchor(url, label));
    else this.plain += label || target; // a scheme that a page may not link to: only its text is left
    return open + whole.length;
  }

  angled(at) {
    const found = /^<([a-z]+:[^\s<>]+)>/i.exec(this.text.slice(at, at + LONGEST_LINK));
    const url = found && safeUrl(found[1]);
    if (!url) return 0;
    this.push(anchor(url, ""));
    return at + found[0].length;
  }

  bare(at) {
    if (/[\p{L}\p{N}]/u.test(this.text[at - 1] ?? "")) return 0;
    const found = BARE_URL.exec(this.text.slice(at, at + LONGEST_LINK));
    const url = found && safeUrl(found[0]);
    if (!url) return 0;
    this.push(anchor(url, found[0]));
    return at + found[0].length;
  }
}

/** As a person reads it; a stray "%" stays as it is. */
function decoded(text) {
  try {
    return decodeURI(text);
  } catch {
    return text;
  }
}

/** A link whose target can be seen: by its text where that is the address itself, else beside it. */
function anchor(url, label) {
  const shown = url.protocol === "mailto:" ? decoded(url.pathname) : url.href;
  const text = label.trim() || shown;
  const link = el(
    "a",
    { href: url.href, target: "_blank", rel: "noopener noreferrer nofollow", title: url.href },
    text,
  );
  const same = text === shown || text === url.href || text === url.href.replace(/\/$/, "");
  if (same) return link;
  const target = url.protocol === "mailto:" ? shown : url.host;
  return el("span", { class: "link" }, link, el("span", { class: "target" }, ` (${target})`));
}
