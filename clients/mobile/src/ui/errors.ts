// What does an error say to the person in front of it, and what can they do?

import { Problem, Unreachable } from "@/api/problem";
import type { Speech } from "@/words/words";

/** The device can't do it: the message is for the user as it stands. */
export class Explained extends Error {}

/** One or two sentences; what the server said itself where it says more than we know. */
export function saying(error: unknown, { say }: Speech, base: string): string {
  if (error instanceof Explained) return error.message;
  if (error instanceof Unreachable) return online() ? say("unreachable", { base }) : say("offline");
  if (!(error instanceof Problem)) return say("error", { detail: error instanceof Error ? error.message : String(error) });
  if (error.status === 429) return say("rate_limited", { seconds: error.retryAfterS ?? 1 });
  if (error.status === 403) return `${say("scope_missing")} ${error.message}`;
  if (error.status === 503) return say("not_ready", { detail: error.message });
  if (error.status >= 500) return say("server_fault");
  return error.message;
}

/** A phone does not say: it finds out by asking. */
const online = (): boolean => globalThis.navigator?.onLine !== false;
