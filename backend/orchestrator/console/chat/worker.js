// How does the page work with its worker? It registers it, hears from it, and looks after the number at its icon.

import { remove } from "./api.js";
import * as session from "./session.js";

const SHARED = "steward-shared";
const DEVICE = "steward.push-device";
const READY_MS = 10_000;

/** Its address, as a browser that trusts no text wants it: the one policy that the page may make, and it gives this. */
const policy = globalThis.trustedTypes?.createPolicy("steward-worker", { createScriptURL: () => "/sw.js" });

/** Whether there can be one: over HTTPS or on this machine, in a browser that has them. */
export const possible = () => window.isSecureContext && "serviceWorker" in navigator;

/** Register it; `open(hash)` is called when a notification is pressed. */
export async function start(open) {
  if (!possible()) return;
  navigator.serviceWorker.addEventListener("message", ({ data }) => data?.type === "open" && open(data.hash));
  try {
    const registration = await navigator.serviceWorker.register(policy?.createScriptURL("") ?? "/sw.js", { scope: "/" });
    registration.active?.postMessage({ type: "look" });
  } catch {
    // Without it the page works as before; what needs it says so (pushes/this_browser.js).
  }
}

/** The registration, once it works; null where there is none. */
export async function registered() {
  if (!possible() || !(await navigator.serviceWorker.getRegistration())) return null;
  const late = new Promise((resolve) => setTimeout(() => resolve(null), READY_MS));
  return Promise.race([navigator.serviceWorker.ready, late]);
}

/** The number at the icon of the installed page. */
export function mark(count) {
  const set = count > 0 ? navigator.setAppBadge?.(count) : navigator.clearAppBadge?.();
  set?.catch(() => {}); // not installed
}

/** The device that this browser is registered as. */
export const device = () => localStorage.getItem(DEVICE);

export function rememberDevice(id) {
  if (id) localStorage.setItem(DEVICE, id);
  else localStorage.removeItem(DEVICE);
}

/** Signed out: this browser is pushed to no more, and nothing of the user's stays in it. */
export async function leave() {
  mark(0);
  const id = device();
  const token = session.token();
  const gone = id && token ? remove(`/push/devices/${id}`, { token }).catch(() => {}) : null;
  rememberDevice(null);
  const registration = possible() ? await navigator.serviceWorker.getRegistration().catch(() => null) : null;
  const subscription = await registration?.pushManager?.getSubscription().catch(() => null);
  await Promise.all([gone, subscription?.unsubscribe().catch(() => {}), globalThis.caches?.delete(SHARED)]);
  for (const shown of (await registration?.getNotifications?.()) ?? []) shown.close();
}

/** What another app shared, `{ words, files: [{ name, type, blob }] }`; taken once. */
export async function takeShared() {
  const found = { words: "", files: [] };
  const box = await globalThis.caches?.open(SHARED);
  for (const request of (await box?.keys()) ?? []) {
    const answer = await box.match(request);
    if (new URL(request.url).pathname === "/shared/words") found.words = (await answer.json()).join("\n");
    else {
      const name = decodeURIComponent(answer.headers.get("X-Name") ?? "");
      found.files.push({ name, type: answer.headers.get("Content-Type"), blob: await answer.blob() });
    }
    await box.delete(request);
  }
  return found;
}
