// How does one take one's data along, bring it back, keep a copy, or erase it? Never without saying what happens.

import { post } from "../chat/api.js";
import { el, fill } from "../chat/dom.js";
import { note } from "../chat/notices.js";
import { t } from "../chat/words.js";
import { dialog } from "../curation/dialog.js";
import { button } from "../curation/parts.js";
import { inWords } from "../curation/troubles.js";
import { size } from "../documents/naming.js";
import { send } from "../documents/sending.js";
import { save } from "../pages/saving.js";
import { emptying } from "./emptying.js";

const FILES = [
  ["all", "/export", "steward-export.zip"],
  ["contacts", "/export/contacts.vcf", "contacts.vcf"],
  ["events", "/export/events.ics", "events.ics"],
];

export function view() {
  return el(
    "div",
    { class: "narrow settings-view" },
    part(t("settings.export"), t("settings.export_about"), FILES.map((one) => exporting(one))),
    part(t("settings.import"), t("settings.import_about"), importing()),
    part(t("settings.backup"), t("settings.backup_about"), backingUp()),
    part(t("settings.erase"), t("settings.erase_about"), emptying()),
  );
}

const part = (title, about, ...content) => el("section", { class: "part" }, el("h3", {}, title), el("p", { class: "quiet" }, about), content);

/** A button, and beside it what becomes of the press: `work(tell)` answers the last of it. */
function act(label, work, { kind = "" } = {}) {
  const said = el("span", { class: "quiet", role: "status" });
  const press = button(label, async () => {
    press.disabled = true;
    try {
      fill(said, await work((text) => fill(said, text)));
    } catch (error) {
      fill(said);
      if (error.name !== "AbortError") note(inWords(error), { wrong: true });
    }
    press.disabled = false;
    press.focus();
  }, { kind });
  return el("p", { class: "buttons" }, press, said);
}

const exporting = ([name, path, file]) =>
  act(t(`settings.export_${name}`), async (tell) => {
    tell(t("settings.packing"));
    await save(path, file);
    return t("settings.packed", { file });
  });

/** The archive is chosen, what will happen is said, and only then it is sent. */
function importing() {
  const input = el("input", { type: "file", hidden: true, accept: ".zip,.gz,.tgz,application/zip,application/gzip" });
  const row = act(t("settings.import_choose"), async (tell) => {
    const file = await chosen(input);
    if (!file || !(await agreed(file))) return "";
    const { parts, files } = await send("/import", file, { moved: (share) => tell(share < 1 ? `${Math.round(share * 100)} %` : t("settings.importing")) });
    const sum = (name) => Object.values(parts).reduce((so, one) => so + one[name], 0);
    return t("settings.imported", { made: sum("created"), changed: sum("updated"), same: sum("unchanged"), files });
  });
  return [row, input];
}

function chosen(input) {
  const { promise, resolve } = Promise.withResolvers();
  input.value = "";
  input.onchange = () => resolve(input.files[0] ?? null);
  input.oncancel = () => resolve(null);
  input.click();
  return promise;
}

const agreed = (file) =>
  dialog(t("settings.import_title", { file: file.name }), (close) => [
    el("p", {}, t("settings.import_text")),
    el(
      "div",
      { class: "buttons" },
      button(t("settings.import_now"), () => close(true), { kind: "primary" }),
      button(t("back"), () => close(), { kind: "plain" }),
    ),
  ]);

const backingUp = () =>
  act(t("settings.back_up"), async (tell) => {
    tell(t("settings.backing_up"));
    const made = await post("/system/backup");
    return t("settings.backed_up", { path: made.path, size: size(made.size_bytes) });
  });
