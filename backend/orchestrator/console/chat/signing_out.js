// How does one sign out? This browser forgets the user; a token that was made for it alone is refused from then on.

import { Problem, post } from "./api.js";
import * as session from "./session.js";
import { t } from "./words.js";
import * as worker from "./worker.js";

let told = { leave: () => {}, left: () => {} };

/** `leave()` before, `left(text)` after: what can be told then. */
export function install(listeners) {
  told = listeners;
}

/** `revoke`: whether the token is to be refused everywhere; one that was typed in may be used elsewhere. */
export async function signOut({ revoke = session.ownToken() } = {}) {
  const token = session.token();
  told.leave();
  told.left(await ended(token, revoke));
}

async function ended(token, revoke) {
  await worker.leave();
  session.forget();
  if (!revoke || !token) return t("signed_out");
  try {
    await post("/auth/revoke", { token }, { token });
  } catch (error) {
    if (!(error instanceof Problem && error.status === 401)) return t("signed_out_token_stays");
  }
  return t("signed_out_for_good");
}
