// Who are you? A token, or the pairing code that `steward pair` shows on the machine.

import { Problem, get, post, withQuery } from "./api.js";
import { byId, el, fill } from "./dom.js";
import { saying } from "./errors.js";
import { icon } from "./icons.js";
import * as session from "./session.js";
import { speakFor, t } from "./words.js";

const IS_TOKEN = /^stw_/;
const MAY_BE_CODE = /^[A-Za-z0-9\s\p{Pd}]{1,16}$/u; // eight characters, however they are parted; all else was meant as a token
const TOKEN_FILE = "$STEWARD_HOME/token";
const PAIR_COMMAND = "steward pair";

/** The account of a token: `/me`, or null where it may chat but not read. Throws what says that it may not chat. */
export async function accountOf(token) {
  await get(withQuery("/threads", { limit: 1 }), { token });
  try {
    return await get("/me", { token });
  } catch (error) {
    if (error instanceof Problem && error.status === 403) return null;
    throw error;
  }
}

/** Come in by the code of the terminal's link. Throws Problem, Unreachable. */
export async function byLink(code) {
  const { token } = await post("/auth/link", { code }, { token: null });
  const account = await accountOf(token);
  session.begin(token, account, { own: true });
  speakFor(account?.locale);
}

/**
 * Show the page. `message`: why it is shown; `code`: a pairing code to begin with; `stay`: called when the user keeps
 * the sign-in there is; `enter()` after a new one. Where a dialog stands open, and has to stay, it is shown above it.
 */
export function show({ message = null, code = "", stay = null, enter }) {
  hide();
  const input = el("input", {
    id: "secret",
    name: "secret",
    type: code ? "text" : "password",
    value: code,
    required: true,
    spellcheck: false,
    autocomplete: "current-password",
    autocapitalize: "off",
    "aria-describedby": "secret-hint sign-in-wrong",
  });
  const wrong = el("p", { id: "sign-in-wrong", class: "wrong", role: "alert" }, message);
  const button = el("button", { class: "primary wide", type: "submit" }, t("sign_in"));
  const reveal = el(
    "button",
    {
      class: "plain small",
      type: "button",
      "aria-pressed": String(Boolean(code)),
      onclick: () => {
        const shown = input.type === "text";
        input.type = shown ? "password" : "text";
        reveal.textContent = t(shown ? "show" : "hide");
        reveal.setAttribute("aria-pressed", String(!shown));
      },
    },
    t(code ? "hide" : "show"),
  );
  const form = el(
    "form",
    {
      noValidate: true,
      onsubmit: async (event) => {
        event.preventDefault();
        await submit({ input, wrong, button, enter });
      },
    },
    el("label", { for: "secret" }, t("secret")),
    el("div", { class: "with-button" }, input, reveal),
    wrong,
    button,
    code && el("p", { class: "quiet small" }, t("pairing_offer")),
    stay &&
      el(
        "button",
        { class: "plain wide", type: "button", onclick: stay },
        t("stay_signed_in", { name: session.me()?.name || session.me()?.email || "" }),
      ),
    hint(),
  );
  fill(
    byId("sign-in"),
    el(
      "main",
      { class: "sign-in-box" },
      el("div", { class: "logo" }, logo()),
      el("h1", { id: "sign-in-title" }, "Steward"),
      el("p", { class: "lead" }, t("tagline")),
      form,
    ),
  );
  const page = byId("sign-in");
  if (document.querySelector("dialog[open]")) page.showModal();
  else page.show();
  page.onclose = () => page.firstChild && !page.open && page.showModal(); // no gesture is a way around it
  (code ? button : input).focus();
}

// Nor is Escape: a page that is opened anew without a click shares its closing with the dialog below, which has to stay.
document.addEventListener(
  "keydown",
  (event) => {
    if (event.key === "Escape" && byId("sign-in").open) event.preventDefault();
  },
  true,
);

export function hide() {
  fill(byId("sign-in"));
  byId("sign-in").close();
}

function logo() {
  return el("img", { src: "/static/icon.svg", alt: "", width: 56, height: 56 });
}

function hint() {
  const parts = t("secret_hint").split(/(\{file\}|\{command\})/);
  return el(
    "p",
    { id: "secret-hint", class: "quiet small" },
    parts.map((part) =>
      part === "{file}" ? el("code", {}, TOKEN_FILE) : part === "{command}" ? el("code", {}, PAIR_COMMAND) : part,
    ),
  );
}

async function submit({ input, wrong, button, enter }) {
  const secret = input.value.trim();
  if (!secret) return tell(input, wrong, t("secret_missing"));
  if (!IS_TOKEN.test(secret) && !MAY_BE_CODE.test(secret)) return tell(input, wrong, t("wrong_token"));
  fill(wrong);
  button.disabled = true;
  button.textContent = t("signing_in");
  try {
    const token = IS_TOKEN.test(secret) ? secret : await paired(secret);
    const account = await accountOf(token);
    session.begin(token, account, { own: !IS_TOKEN.test(secret) });
    speakFor(account?.locale);
  } catch (error) {
    button.disabled = false;
    button.textContent = t("sign_in");
    return tell(input, wrong, reasonOf(error, IS_TOKEN.test(secret)));
  }
  hide();
  return enter();
}

function tell(input, wrong, text) {
  fill(wrong, icon("alert"), text);
  input.setAttribute("aria-invalid", "true");
  input.focus();
}

async function paired(code) {
  const { token } = await post("/auth/pair", { code, device_name: deviceName() }, { token: null });
  return token;
}

function reasonOf(error, isToken) {
  if (!(error instanceof Problem)) return saying(error);
  if (isToken && error.status === 401) return t("wrong_token");
  if (isToken && error.status === 403) return t("needs_ask");
  if (!isToken && error.status === 404 && error.message === "Not Found") return t("pairing_absent");
  if (!isToken && [401, 403, 404, 409, 410, 422].includes(error.status)) return t("wrong_code");
  return saying(error);
}

/** What the owner will read in the list of tokens. */
function deviceName() {
  const platform = navigator.userAgentData?.platform ?? /\(([^;)]+)/.exec(navigator.userAgent)?.[1] ?? "";
  return `Browser${platform ? ` (${platform})` : ""}`.slice(0, 100);
}
