// What does an error say to the person in front of it, and what can they do?

import { Problem, Unreachable } from "./api.js";
import { span } from "./format.js";
import { t } from "./words.js";

/** One or two sentences; what the server said itself where it says more than we know. */
export function saying(error) {
  if (error instanceof Unreachable) return navigator.onLine ? t("unreachable") : t("offline");
  if (!(error instanceof Problem)) return `${t("error")}: ${error.message}`;
  if (error.status === 429) return t("rate_limited", { seconds: span(error.retryAfterS ?? 1) });
  if (error.status === 403) return `${t("scope_missing")} ${error.message}`;
  if (error.status === 503) return t("not_ready", { detail: error.message });
  if (error.status >= 500) return t("server_fault");
  return error.message;
}
