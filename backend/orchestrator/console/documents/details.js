// What is said about a paper beside what it says? Its title, tags and people, changed in a folded form.

import { patch } from "../chat/api.js";
import { el, fill } from "../chat/dom.js";
import { note } from "../chat/notices.js";
import { t } from "../chat/words.js";
import { Seen } from "../curation/conflict.js";
import { line, lines } from "../curation/controls.js";
import { form } from "../curation/form.js";
import { picker } from "../curation/picker.js";

/** The section; `show(paper)` draws the page anew. */
export function details(paper, show) {
  const body = el("div", {});
  const node = el("details", { class: "part" }, el("summary", {}, t("documents.edit")), body);
  node.addEventListener("toggle", () => {
    if (!node.open || body.firstChild) return;
    const controls = [
      line("title", t("documents.name"), paper.title, { max: 500 }),
      lines("tags", t("documents.tags"), paper.tags),
      picker("contacts", t("documents.people"), paper.contacts.map((one) => one.contact_id), { types: ["contact"] }),
    ];
    const seen = new Seen(`/documents/${paper.id}`, paper, (one) => one.title);
    const content = el("div", {}, controls.map((one) => one.node), seen.place);
    fill(
      body,
      form({
        content,
        controls: () => controls,
        label: t("save"),
        send: () => {
          const [title, tags, contacts] = controls.map((one) => one.value());
          const links = contacts.map((id) => ({ contact_id: id, label: paper.contacts.find((one) => one.contact_id === id)?.label ?? null }));
          return patch(`/documents/${paper.id}`, { title, tags, contacts: links }, { version: seen.version });
        },
        done: (now) => {
          note(t("documents.saved"));
          show(now);
        },
        failed: (error) => seen.handle(error),
      }),
    );
    controls[0].input.focus();
  });
  return node;
}
