// Who may come in? Tokens: who has which, when it was last used; made with the scopes that are ticked, revoked at once.

import { get, post, remove, withQuery } from "../chat/api.js";
import { el, fill } from "../chat/dom.js";
import { icon } from "../chat/icons.js";
import { note } from "../chat/notices.js";
import { me, ownToken } from "../chat/session.js";
import { signOut } from "../chat/signing_out.js";
import { known, t } from "../chat/words.js";
import { line } from "../curation/controls.js";
import { dialog } from "../curation/dialog.js";
import { form } from "../curation/form.js";
import { PagedList } from "../curation/list.js";
import { button, day, mark, moment } from "../curation/parts.js";
import { inWords } from "../curation/troubles.js";
import { pairingPart } from "./pairing.js";

const PAGE = 50;
const SCOPES = ["ask", "read", "write", "ingest", "location", "mobile", "mcp", "curate", "admin"];

export function view() {
  const list = new PagedList({
    label: t("settings.tokens"),
    load: (cursor) => get(withQuery("/tokens", { limit: PAGE, cursor })),
    row: (one) => row(one, list),
    empty: () => el("p", { class: "quiet" }, t("settings.no_tokens")),
  });
  list.reload();
  return el(
    "div",
    { class: "settings-view" },
    thisBrowser(),
    pairingPart(() => list.reload()),
    el("h3", {}, t("settings.tokens")),
    el("p", { class: "quiet about" }, t("settings.tokens_about")),
    making(list),
    list.node,
    el("p", { class: "about" }, el("a", { href: "#/notifications" }, t("settings.devices"))),
  );
}

/** Signing out for good: whoever has this browser, or what was in it, comes in no more. */
function thisBrowser() {
  const press = button(t("settings.out_for_good"), async () => {
    if (!(await sure(t("settings.out_title"), t(ownToken() ? "settings.out_text" : "settings.out_text_shared"), t("settings.out_for_good")))) return;
    await signOut({ revoke: true });
  }, { sign: "out" });
  return el("section", { class: "part" }, el("h3", {}, t("settings.this_browser")), el("p", { class: "quiet" }, t("settings.this_browser_about")), el("p", { class: "buttons" }, press));
}

const sure = (title, text, yes) =>
  dialog(title, (close) => [
    el("p", {}, text),
    el("div", { class: "buttons" }, button(yes, () => close(true), { kind: "danger" }), button(t("back"), () => close(), { kind: "plain" })),
  ]);

function row(one, list) {
  const over = one.revoked_at !== null;
  const mine = one.user_id === me()?.id;
  return el(
    "li",
    { class: "row with-act", dataset: { token: one.id } },
    el(
      "div",
      {},
      el("p", { class: "said" }, el("strong", {}, one.name)),
      el(
        "p",
        { class: "meta" },
        over && mark(t("settings.revoked"), "over"),
        !mine && el("span", {}, t("settings.others")),
        el("span", { title: one.scopes.join(", ") }, opens(one.scopes)),
        el("span", {}, t("settings.made", { day: day(one.created_at) })),
        el("span", {}, one.last_used_at ? t("settings.used", { when: moment(one.last_used_at) }) : t("settings.never_used")),
      ),
    ),
    !over && button(t("settings.revoke"), () => revoke(one, list), { sign: "blocked", kind: "small", "aria-label": t("settings.revoke_one", { name: one.name }) }),
  );
}

/** What a token opens, in words; `admin` holds all the others. */
const opens = (scopes) => (scopes.includes("admin") ? ["admin"] : scopes).map((scope) => known(`settings.scope.${scope}`, scope)).join("; ");

async function revoke(one, list) {
  if (!(await sure(t("settings.revoke_title", { name: one.name }), t("settings.revoke_text"), t("settings.revoke")))) return;
  try {
    await remove(`/tokens/${one.id}`);
    note(t("settings.revoked_now", { name: one.name }));
  } catch (error) {
    note(inWords(error), { wrong: true });
  }
  list.reload();
}

function making(list) {
  const name = line("name", t("settings.token_name"), "", { required: true, hint: t("settings.token_name_hint") });
  const boxes = SCOPES.map((scope) => {
    const box = el("input", { type: "checkbox", value: scope, checked: scope === "mobile" });
    return { box, node: el("label", { class: "choice" }, box, el("span", {}, el("code", {}, scope), ` ${t(`settings.scope.${scope}`)}`)) };
  });
  const wrong = el("p", { class: "wrong small", hidden: true });
  const scopes = {
    path: "scopes",
    input: boxes[0].box,
    tell: (message) => {
      wrong.hidden = !message;
      wrong.textContent = message ?? "";
    },
    node: el("fieldset", { class: "field" }, el("legend", {}, t("settings.scopes")), boxes.map((one) => one.node), wrong),
    value: () => boxes.filter(({ box }) => box.checked).map(({ box }) => box.value),
  };
  const place = el("div", { role: "status" });
  const controls = [name, scopes];
  return el(
    "details",
    { class: "more-fields" },
    el("summary", {}, t("settings.make_token")),
    form({
      content: el("div", {}, controls.map((one) => one.node)),
      controls: () => controls,
      label: t("settings.make"),
      send: () => post("/tokens", { name: name.value(), scopes: scopes.value() }),
      done: (made) => {
        name.input.value = "";
        fill(place, shownOnce(made));
        place.querySelector("button").focus();
        list.reload();
      },
    }),
    place,
  );
}

/** Its text is told this once, and kept nowhere on the page. */
function shownOnce(made) {
  const copy = button(t("settings.copy"), async () => {
    try {
      await navigator.clipboard.writeText(made.token);
      note(t("settings.copied"));
    } catch {
      note(t("settings.not_copied"), { wrong: true });
    }
  }, { sign: "copy", kind: "small" });
  return el("div", { class: "told-box" }, el("p", {}, icon("check"), ` ${t("settings.shown_once", { name: made.name })}`), el("code", { class: "secret" }, made.token), el("div", { class: "buttons" }, copy));
}
