// Who is signed in on this device? The token lies in this origin's storage until they sign out.

const TOKEN = "steward.token";
const USER = "steward.user";
const OWN = "steward.own-token";
const OURS = "steward.";
/** Kept at sign-out: how the page looks is no secret of the user. */
const KEPT = new Set(["steward.theme", "steward.language"]);

let account = null;

export const token = () => localStorage.getItem(TOKEN);

/** Whose things this browser keeps: their id, null after they signed out. */
export const user = () => localStorage.getItem(USER);

/** The user's `/me`; null where the token may not read it. */
export const me = () => account;

/** Whether the token was made for this browser (by a code or a link), so that nothing else has it. */
export const ownToken = () => localStorage.getItem(OWN) !== null;

/** A new sign-in. What another user left here (drafts, questions on their way) goes. `own`: the token was made for it. */
export function begin(newToken, newAccount, { own = false } = {}) {
  const user = newAccount?.id ?? null;
  if (user === null || user !== localStorage.getItem(USER)) forget();
  localStorage.setItem(TOKEN, newToken);
  if (own) localStorage.setItem(OWN, "yes");
  else localStorage.removeItem(OWN);
  become(newAccount);
}

/** The account of the token there is. */
export function become(value) {
  account = value;
  if (value) localStorage.setItem(USER, value.id);
}

/** The token is not accepted any more; what the user was writing stays for when they sign in again. */
export function expire() {
  localStorage.removeItem(TOKEN);
}

/** Forget the token and all that the page kept of its user. */
export function forget() {
  account = null;
  for (const storage of [localStorage, sessionStorage]) {
    for (const key of Object.keys(storage)) {
      if (key.startsWith(OURS) && !KEPT.has(key)) storage.removeItem(key);
    }
  }
}

/** Call back when another tab of this browser signs in or out. */
export function whenChangedElsewhere(listener) {
  window.addEventListener("storage", (event) => {
    if (event.key === TOKEN && event.storageArea === localStorage) listener();
  });
}
