// How do papers come in? Dropped, pasted or chosen; each with its progress, and what became of it.

import { el, fill, freshId } from "../chat/dom.js";
import { icon } from "../chat/icons.js";
import { announce } from "../chat/notices.js";
import { t } from "../chat/words.js";
import { percent } from "../curation/parts.js";
import { inWords } from "../curation/troubles.js";
import { documentAddress } from "./naming.js";
import { send } from "./sending.js";

const MOST_BYTES = 100_000_000;

export class Uploads {
  /** `changed()` after a paper came. */
  constructor(changed) {
    this.changed = changed;
    this.items = el("ul", { class: "uploads", "aria-label": t("documents.uploads") });
    const id = freshId("file");
    this.input = el("input", { id, type: "file", multiple: true, class: "sr-only", onchange: () => this.chosen() });
    this.zone = el(
      "div",
      { class: "drop" },
      icon("document"),
      el("p", {}, el("label", { for: id, class: "button" }, t("documents.choose")), this.input),
      el("p", { class: "quiet small drop-here" }, t("documents.drop_here")),
    );
    this.node = el("div", {}, this.zone, this.items);
    this.listen();
    this.waiting = [];
    this.busy = false;
  }

  listen() {
    const over = (on) => (event) => {
      if (!event.dataTransfer?.types.includes("Files")) return;
      event.preventDefault();
      this.zone.classList.toggle("over", on);
    };
    this.zone.addEventListener("dragenter", over(true));
    this.zone.addEventListener("dragover", over(true));
    this.zone.addEventListener("dragleave", over(false));
    this.zone.addEventListener("drop", (event) => {
      over(false)(event);
      this.add([...event.dataTransfer.files]);
    });
    const pasted = (event) => {
      if (!this.node.isConnected) return document.removeEventListener("paste", pasted);
      if (event.clipboardData?.files.length) this.add([...event.clipboardData.files]);
      return undefined;
    };
    document.addEventListener("paste", pasted);
  }

  chosen() {
    this.add([...this.input.files]);
    this.input.value = "";
  }

  add(files) {
    for (const file of files) {
      const row = el("li", {});
      this.items.append(row);
      if (file.size > MOST_BYTES) this.wrong({ file, row }, t("documents.too_large"));
      else this.waiting.push({ file, row });
    }
    for (const one of this.waiting) this.progress(one, 0);
    this.next();
  }

  /** One after another: a line at home is narrow, and the first is there sooner. */
  async next() {
    if (this.busy) return;
    this.busy = true;
    for (let one = this.waiting.shift(); one; one = this.waiting.shift()) await this.sent(one);
    this.busy = false;
  }

  async sent(one) {
    try {
      const made = await send("/documents", one.file, { moved: (share) => this.progress(one, share), stop: one });
      this.done(one, t("documents.uploaded"), made.id);
      this.changed();
    } catch (error) {
      if (error.name === "AbortError") one.row.remove();
      else if (error.code === "already_exists" && error.body.id) this.done(one, t("documents.there_already"), error.body.id);
      else this.wrong(one, inWords(error), true);
    }
  }

  progress(one, share) {
    if (!one.bar) {
      one.bar = el("progress", { max: 1, "aria-label": t("documents.uploading", { name: one.file.name }) });
      one.said = el("span", { class: "quiet small" });
      const stop = el("button", { class: "plain small square", type: "button", onclick: () => this.stop(one) }, icon("cross"));
      stop.setAttribute("aria-label", t("documents.stop", { name: one.file.name }));
      fill(one.row, el("span", { class: "name" }, one.file.name), one.bar, one.said, stop);
    }
    one.bar.value = share;
    one.said.textContent = share < 1 ? percent(share) : t("documents.storing");
  }

  stop(one) {
    if (one.abort) one.abort();
    else {
      this.waiting = this.waiting.filter((each) => each !== one);
      one.row.remove();
    }
  }

  done(one, text, id) {
    announce(`${one.file.name}: ${text}`);
    fill(
      one.row,
      icon("check"),
      el("a", { class: "name", href: documentAddress(id) }, one.file.name),
      el("span", { class: "quiet small" }, text),
      this.close(one),
    );
  }

  wrong(one, text, again = false) {
    fill(
      one.row,
      icon("alert"),
      el("span", { class: "name" }, one.file.name),
      el("span", { class: "wrong small", role: "alert" }, text),
      again && el("button", { class: "small", type: "button", onclick: () => this.retry(one) }, t("try_again")),
      this.close(one),
    );
  }

  retry(one) {
    const fresh = { file: one.file, row: one.row };
    this.progress(fresh, 0);
    this.waiting.push(fresh);
    this.next();
  }

  close(one) {
    const shut = el("button", { class: "plain small square", type: "button", onclick: () => one.row.remove() }, icon("cross"));
    shut.setAttribute("aria-label", t("documents.hide", { name: one.file.name }));
    return shut;
  }
}
