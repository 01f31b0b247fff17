// How does an answer's markdown look? As nodes that we make ourselves: there is no way from text to markup here.
// Each block runs in the direction of its own first word.

import { inline } from "./markdown_inline.js";
import { el } from "./dom.js";

const DEEPEST = 4; // of lists and quotes: deeper ones are shown at this depth
const FENCE = /^ {0,3}(```+|~~~+)\s*([\w+-]*)\s*$/;
const HEADING = /^ {0,3}(#{1,6})\s+(.*?)\s*#*$/;
const RULE = /^ {0,3}([-*_])(?:\s*\1){2,}\s*$/;
const ITEM = /^( *)([-*+•]|\d{1,9}[.)])\s+(.*)$/;
const QUOTE = /^ {0,3}>\s?(.*)$/;
const TABLE_LINE = /^\s*\|?\s*:?-{3,}:?\s*(\|\s*:?-{3,}:?\s*)*\|?\s*$/;

/** The text as nodes. Raw HTML in it stays the text that it is; images become links. */
export function markdown(text) {
  const fragment = document.createDocumentFragment();
  fragment.append(...blocks(text.replace(/\r\n?/g, "\n").split("\n"), 0));
  return fragment;
}

/** What a person would read aloud of it. */
export function spoken(text) {
  return [...markdown(text).children].map((block) => block.textContent).join(" ");
}

function blocks(lines, depth) {
  const made = [];
  let at = 0;
  while (at < lines.length) {
    const [node, next] = block(lines, at, depth);
    // Set when it is whole: a browser looks through it for each node that is put into one that has it.
    if (node && depth === 0) node.dir = "auto";
    if (node) made.push(node);
    at = next;
  }
  return made;
}

/** The block that begins at line `at`, and the line after it. */
function block(lines, at, depth) {
  const line = lines[at];
  if (!line.trim()) return [null, at + 1];
  if (FENCE.test(line)) return fenced(lines, at);
  const heading = HEADING.exec(line);
  if (heading) return [el(`h${Math.min(heading[1].length + 2, 6)}`, {}, inline(heading[2])), at + 1];
  if (RULE.test(line)) return [el("hr"), at + 1];
  if (QUOTE.test(line) && depth < DEEPEST) return quoted(lines, at, depth);
  if (ITEM.test(line) && depth < DEEPEST) return list(lines, at, depth);
  if (line.includes("|") && TABLE_LINE.test(lines[at + 1] ?? "")) return table(lines, at);
  return paragraph(lines, at);
}

function fenced(lines, at) {
  const mark = FENCE.exec(lines[at])[1];
  let end = at + 1;
  while (end < lines.length && !lines[end].trim().startsWith(mark)) end += 1;
  const code = el("code", { textContent: lines.slice(at + 1, end).join("\n") });
  // It may be wider than the screen: then it is scrolled, by keyboard too.
  return [el("pre", { tabIndex: 0 }, code), end + 1];
}

function quoted(lines, at, depth) {
  let end = at;
  while (end < lines.length && QUOTE.test(lines[end])) end += 1;
  const inner = lines.slice(at, end).map((line) => QUOTE.exec(line)[1]);
  return [el("blockquote", {}, blocks(inner, depth + 1)), end];
}

function list(lines, at, depth) {
  const first = ITEM.exec(lines[at]);
  const ordered = /\d/.test(first[2]);
  const items = [];
  let end = at;
  while (end < lines.length) {
    const item = ITEM.exec(lines[end]);
    const here = item && item[1].length <= first[1].length + 1;
    if (here && /\d/.test(item[2]) !== ordered) break;
    if (here) items.push([item[3]]);
    else if (!continues(lines, end, first[1].length)) break;
    else items.at(-1).push(lines[end].slice(Math.min(indentOf(lines[end]), first[1].length + 2)));
    end += 1;
  }
  const made = el(
    ordered ? "ol" : "ul",
    {},
    items.map((inner) => el("li", {}, tight(blocks(inner, depth + 1)))),
  );
  if (ordered && parseInt(first[2], 10) !== 1) made.start = parseInt(first[2], 10);
  return [made, end];
}

const indentOf = (line) => line.length - line.trimStart().length;

/** Whether a line that begins no item of this list still belongs to its last item. */
function continues(lines, at, indent) {
  const line = lines[at];
  if (!line.trim()) {
    const next = lines[at + 1] ?? "";
    return next.trim() !== "" && (indentOf(next) > indent || ITEM.test(next));
  }
  return indentOf(line) > indent || (lines[at - 1].trim() !== "" && !startsBlock(line));
}

const startsBlock = (line) => [FENCE, HEADING, RULE, QUOTE, ITEM].some((pattern) => pattern.test(line));

/** An item of one paragraph needs no paragraph. */
function tight(nodes) {
  return nodes[0]?.tagName === "P" ? [...nodes[0].childNodes, ...nodes.slice(1)] : nodes;
}

function table(lines, at) {
  let end = at + 2;
  while (end < lines.length && lines[end].includes("|") && lines[end].trim()) end += 1;
  const row = (line, tag) =>
    el(
      "tr",
      {},
      cells(line).map((cell) => el(tag, {}, inline(cell))),
    );
  const head = el("thead", {}, row(lines[at], "th"));
  const body = el(
    "tbody",
    {},
    lines.slice(at + 2, end).map((line) => row(line, "td")),
  );
  return [el("div", { class: "table", tabIndex: 0 }, el("table", {}, head, body)), end];
}

const cells = (line) =>
  line
    .trim()
    .replace(/^\|/, "")
    .replace(/\|$/, "")
    .split("|")
    .map((cell) => cell.trim());

function paragraph(lines, at) {
  let end = at + 1;
  while (end < lines.length && lines[end].trim() && !startsBlock(lines[end])) end += 1;
  const parts = lines.slice(at, end).map((line) => inline(line.trim()));
  return [
    el(
      "p",
      {},
      parts.flatMap((part, i) => (i ? [el("br"), part] : [part])),
    ),
    end,
  ];
}
