// How does one take one's data along, bring it back, or erase it? As archives and files; never without saying what happens.

import { el, fill } from "../chat/dom.js";
import { note } from "../chat/notices.js";
import { t } from "../chat/words.js";
import { button } from "../curation/parts.js";
import { inWords } from "../curation/troubles.js";
import { save } from "../pages/saving.js";

const FILES = [
  ["all", "/export", "steward-export.zip"],
  ["contacts", "/export/contacts.vcf", "contacts.vcf"],
  ["events", "/export/events.ics", "events.ics"],
];

export function view() {
  return el(
    "div",
    { class: "narrow settings-view" },
    el("section", { class: "part" }, el("h3", {}, t("settings.export")), el("p", { class: "quiet" }, t("settings.export_about")), FILES.map((one) => row(one))),
    el("section", { class: "part" }, el("h3", {}, t("settings.import")), el("p", { class: "quiet" }, t("settings.import_about")), el("pre", {}, "steward import ARCHIVE")),
    el(
      "section",
      { class: "part" },
      el("h3", {}, t("settings.backup")),
      el("p", { class: "quiet" }, t("settings.backup_about")),
      el("pre", {}, "steward backup"),
    ),
    el("section", { class: "part" }, el("h3", {}, t("settings.erase")), el("p", { class: "quiet" }, t("settings.erase_about"))),
  );
}

function row([name, path, file]) {
  const said = el("span", { class: "quiet", role: "status" });
  const press = button(t(`settings.export_${name}`), async () => {
    press.disabled = true;
    fill(said, t("settings.packing"));
    try {
      await save(path, file);
      fill(said, t("settings.packed", { file }));
    } catch (error) {
      fill(said);
      note(inWords(error), { wrong: true });
    }
    press.disabled = false;
    press.focus();
  });
  return el("p", { class: "buttons" }, press, said);
}
