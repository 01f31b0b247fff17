// Can this browser be pushed to, and is it? What is missing is said, never hidden: HTTPS, an installed page, permission.

import { Problem, get, post, remove } from "../chat/api.js";
import { device, registered, rememberDevice } from "../chat/worker.js";

const SUBSCRIBED_MS = 20_000; // without internet `subscribe` never answers, not even with an error

/**
 * What holds: `insecure` (no HTTPS), `install` (iPhone and iPad push to installed pages alone), `unsupported`,
 * `no_worker` (a certificate that was clicked away), `denied`, `off`, `elsewhere` (another of its users is pushed to),
 * or `on`.
 */
export async function state(devices) {
  if (!window.isSecureContext) return "insecure";
  if (needsInstallation()) return "install";
  if (!("serviceWorker" in navigator) || !("PushManager" in window) || !("Notification" in window)) return "unsupported";
  if (Notification.permission === "denied") return "denied";
  const registration = await registered();
  if (!registration) return "no_worker";
  const subscription = await registration.pushManager.getSubscription();
  if (!subscription || Notification.permission !== "granted") return "off";
  const known = devices.find((one) => one.id === device());
  return known?.enabled ? "on" : "off";
}

function needsInstallation() {
  const apple = /iPad|iPhone|iPod/.test(navigator.userAgent) || (/Mac/.test(navigator.platform) && navigator.maxTouchPoints > 1);
  return apple && !("PushManager" in window) && !matchMedia("(display-mode: standalone)").matches;
}

/** Why it could not be switched on: `denied`, `timeout`, `refused`. */
export class NotSubscribed extends Error {}

/** Ask for permission and subscribe. Throws NotSubscribed, Problem, Unreachable. */
export async function switchOn() {
  if ((await Notification.requestPermission()) !== "granted") throw new NotSubscribed("denied");
  const registration = await registered();
  if (!registration) throw new NotSubscribed("no_worker");
  const { public_key: key } = await get("/push/vapid");
  const subscription = await subscribed(registration.pushManager, key);
  return told(subscription);
}

async function subscribed(manager, key) {
  const options = { userVisibleOnly: true, applicationServerKey: bytes(key) };
  const there = await manager.getSubscription();
  if (there && !sameKey(there, key)) await there.unsubscribe();
  const late = new Promise((_, reject) => setTimeout(() => reject(new NotSubscribed("timeout")), SUBSCRIBED_MS));
  try {
    return await Promise.race([manager.subscribe(options), late]);
  } catch (error) {
    if (error instanceof NotSubscribed) throw error;
    throw new NotSubscribed(error.name === "NotAllowedError" ? "denied" : "refused", { cause: error });
  }
}

async function told(subscription) {
  const { endpoint, keys } = subscription.toJSON();
  const before = device();
  const timezone = Intl.DateTimeFormat().resolvedOptions().timeZone;
  const body = { kind: "webpush", endpoint, keys, timezone, ...(before ? { replaces: before } : { name: browserName() }) };
  const made = await post("/push/devices", body);
  rememberDevice(made.id);
  return made;
}

/** Say that this browser is still there, with the subscription that it has now. */
export async function renew() {
  try {
    const registration = await registered();
    const subscription = await registration?.pushManager.getSubscription();
    if (subscription) await told(subscription);
  } catch {
    // The next start says it again.
  }
}

/** Push to this browser no more. */
export async function switchOff() {
  const registration = await registered();
  const subscription = await registration?.pushManager.getSubscription();
  const id = device();
  rememberDevice(null);
  if (id) {
    try {
      await remove(`/push/devices/${id}`);
    } catch (error) {
      if (!(error instanceof Problem && error.status === 404)) throw error;
    }
  }
  await subscription?.unsubscribe();
}

function browserName() {
  const brands = navigator.userAgentData?.brands?.map((one) => one.brand).filter((one) => !/not.?a.?brand/i.test(one)) ?? [];
  const brand = brands.find((one) => one !== "Chromium") ?? brands[0] ?? /(Firefox|Safari|Edg|OPR)/.exec(navigator.userAgent)?.[1];
  const platform = navigator.userAgentData?.platform ?? /\(([^;)]+)/.exec(navigator.userAgent)?.[1];
  return [brand, platform].filter(Boolean).join(", ").slice(0, 100) || "Browser";
}

function bytes(text) {
  const plain = atob(text.replace(/-/g, "+").replace(/_/g, "/"));
  return Uint8Array.from(plain, (one) => one.charCodeAt(0));
}

function sameKey(subscription, key) {
  const own = subscription.options?.applicationServerKey;
  if (!own) return true;
  return bytes(key).every((byte, i) => byte === new Uint8Array(own)[i]);
}
