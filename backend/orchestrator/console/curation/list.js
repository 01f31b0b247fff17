// How is a long list shown? A page at a time, with progress, an empty state, and another try where it failed.

import { el, fill } from "../chat/dom.js";
import { announce } from "../chat/notices.js";
import { counted, t } from "../chat/words.js";
import { button } from "./parts.js";
import { trouble } from "./troubles.js";

const SLOW_MS = 300; // quicker answers need no word about waiting
const CONTROLS = "a, button, input, summary";

export class PagedList {
  /** `load(cursor)` → `{items, next_cursor}`; `row(item)` → an `li`; `empty()` → what stands there for none; `changed()`
   * is called after every drawing. */
  constructor({ load, row, empty, label, changed = () => {} }) {
    Object.assign(this, { load, row, empty, changed });
    this.items = [];
    this.attempt = 0;
    this.list = el("ul", { class: "rows", "aria-label": label });
    this.foot = el("div", { class: "rows-foot" });
    this.node = el("div", { class: "list" }, this.list, this.foot);
  }

  /** Ask for it anew, from the beginning; what is there stays until the answer comes. */
  async reload() {
    const attempt = ++this.attempt;
    this.node.setAttribute("aria-busy", "true");
    const slow = setTimeout(() => {
      if (attempt === this.attempt) fill(this.foot, el("p", { class: "quiet progress" }, t("loading")));
    }, SLOW_MS);
    try {
      const page = await this.load(null);
      if (attempt !== this.attempt) return;
      [this.items, this.cursor] = [page.items, page.next_cursor];
      const focused = this.focused();
      fill(this.list, this.items.map(this.row));
      this.drawFoot();
      if (focused) this.focus(focused);
      announce(counted("m.shown", this.items.length));
    } catch (error) {
      if (attempt === this.attempt && error.name !== "AbortError")
        fill(
          this.foot,
          trouble(error, () => this.reload()),
        );
    } finally {
      clearTimeout(slow);
      if (attempt === this.attempt) {
        this.node.removeAttribute("aria-busy");
        this.changed();
      }
    }
  }

  /** The row and the control in it that have the focus; null where it is elsewhere. */
  focused() {
    const row = [...this.list.children].findIndex((one) => one.contains(document.activeElement));
    return row < 0 ? null : { row, control: [...this.list.children[row].querySelectorAll(CONTROLS)].indexOf(document.activeElement) };
  }

  /** Of the row at that place, else the last one, that control, else its first; without any the list itself. */
  focus({ row, control }) {
    const place = this.list.children[Math.min(row, this.list.children.length - 1)];
    const controls = [...(place?.querySelectorAll(CONTROLS) ?? [])];
    const next = controls[control] ?? controls[0] ?? this.list.querySelector(CONTROLS) ?? this.node;
    if (next === this.node) this.node.tabIndex = -1;
    next.focus();
  }

  async more() {
    const attempt = this.attempt;
    fill(this.foot, el("p", { class: "quiet progress" }, t("loading")));
    try {
      const page = await this.load(this.cursor);
      if (attempt !== this.attempt) return;
      this.cursor = page.next_cursor;
      const known = new Set(this.items.map((one) => one.id));
      const fresh = page.items.filter((one) => !known.has(one.id));
      this.items.push(...fresh);
      const rows = fresh.map(this.row);
      this.list.append(...rows);
      this.drawFoot();
      this.changed();
      rows[0]?.querySelector(CONTROLS)?.focus();
    } catch (error) {
      if (attempt === this.attempt)
        fill(
          this.foot,
          trouble(error, () => this.more()),
        );
    }
  }

  drawFoot() {
    if (!this.items.length) fill(this.foot, this.empty());
    else fill(this.foot, this.cursor && button(t("more"), () => this.more(), { kind: "plain" }));
    this.list.hidden = !this.items.length;
  }

  /** Put what an item is now in its place; null takes it away. */
  replace(id, item) {
    const at = this.items.findIndex((one) => one.id === id);
    if (at < 0) return;
    const node = this.list.children[at];
    const focused = node.contains(document.activeElement);
    if (item === null) {
      this.items.splice(at, 1);
      node.remove();
      this.drawFoot();
    } else {
      this.items[at] = item;
      node.replaceWith(this.row(item));
    }
    const next = this.list.children[Math.min(at, this.list.children.length - 1)];
    if (focused) next?.querySelector(CONTROLS)?.focus();
    this.changed();
  }
}
