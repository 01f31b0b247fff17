// What does the page's worker do while no page is open, or none can be had? It keeps the page itself (never an answer of
// the API) for when there is no connection, shows pushes, opens what they are about, and takes what other apps share.

const SHELL = "steward-shell"; // the page's files, by their paths
const SHARED = "steward-shared"; // what another app gave, until the page has taken it
const VERSION = "/static/shell.json";
const PATIENCE_MS = 4000; // after which a page that is kept is shown rather than waited for

const ours = (path) => path === "/" || path.startsWith("/static/");

self.addEventListener("install", (event) => event.waitUntil(keep().then(() => self.skipWaiting())));
self.addEventListener("activate", (event) => event.waitUntil(self.clients.claim()));
self.addEventListener("message", ({ data }) => data?.type === "look" && keep().catch(() => {}));

/** Keep the whole page, where it is another than what is kept. */
async function keep() {
  const told = await fetch(VERSION, { cache: "no-store" });
  const { version, files } = await told.clone().json();
  const shell = await caches.open(SHELL);
  const kept = await shell.match(VERSION);
  if (kept && (await kept.json()).version === version) return;
  const paths = ["/", ...files.map((name) => `/static/${name}`)];
  await shell.addAll(paths.map((path) => new Request(path, { cache: "no-cache" })));
  const there = new Set([...paths, VERSION]);
  for (const request of await shell.keys()) {
    if (!there.has(new URL(request.url).pathname)) await shell.delete(request);
  }
  await shell.put(VERSION, told); // last: what broke off is kept anew
}

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (origin !== self.location.origin) return;
  if (request.method === "POST" && pathname === "/share") event.respondWith(shared(request));
  else if (request.method === "GET" && ours(pathname) && pathname !== VERSION) {
    event.respondWith(newest(request, pathname));
  }
});

/** From the network; where that gives nothing, or not in time, what is kept. */
async function newest(request, path) {
  const shell = await caches.open(SHELL);
  const asked = fetch(request).then((answer) => {
    if (answer.ok && answer.type === "basic") shell.put(path, answer.clone());
    return answer;
  });
  asked.catch(() => {}); // heard below, or too late to matter
  const late = new Promise((resolve) => setTimeout(() => resolve(shell.match(path)), PATIENCE_MS));
  try {
    return (await Promise.race([asked, late])) ?? (await asked);
  } catch {
    return (await shell.match(path)) ?? Response.error();
  }
}

// --- what other apps share

async function shared(request) {
  const form = await request.formData();
  const box = await caches.open(SHARED);
  for (const old of await box.keys()) await box.delete(old);
  const words = ["title", "text", "url"].map((name) => form.get(name)).filter((one) => typeof one === "string" && one);
  await box.put("/shared/words", new Response(JSON.stringify([...new Set(words)])));
  for (const [i, file] of form.getAll("files").entries()) {
    if (!(file instanceof File)) continue;
    const headers = { "Content-Type": file.type || "application/octet-stream", "X-Name": encodeURIComponent(file.name) };
    await box.put(`/shared/file/${i}`, new Response(file, { headers }));
  }
  return Response.redirect("/#/shared", 303);
}

// --- pushes

self.addEventListener("push", (event) => event.waitUntil(told(event.data)));

async function told(data) {
  let message;
  try {
    message = data.json().notification;
  } catch {
    // Every push has to show something: the browser takes the permission away from who shows nothing.
  }
  const { title = "Steward", body = "", navigate = "/", tag, app_badge: badge, buttons = [] } = message ?? {};
  if (badge !== undefined) await marked(Number(badge));
  await self.registration.showNotification(title, {
    body,
    tag,
    icon: "/static/icon-192.png",
    badge: "/static/badge-96.png",
    actions: buttons.map((button) => ({ action: button.action, title: button.title })),
    data: { navigate, buttons },
  });
}

async function marked(count) {
  try {
    await (count > 0 ? self.navigator.setAppBadge?.(count) : self.navigator.clearAppBadge?.());
  } catch {
    // Not where the page is not installed.
  }
}

self.addEventListener("notificationclick", (event) => {
  const { notification, action } = event;
  notification.close();
  const { navigate = "/", buttons = [] } = notification.data ?? {};
  const button = buttons.find((one) => one.action === action);
  event.waitUntil(button ? answered(button, notification) : opened(navigate));
});

/** A yes or no from the notification itself, by its own address; where that does not do, the page is opened. */
async function answered(button, { title, tag, data }) {
  try {
    const answer = await fetch(here(button.url), { method: "POST", credentials: "omit", cache: "no-store" });
    if (!answer.ok) return await opened(data.navigate);
    const { message } = await answer.json();
    return await self.registration.showNotification(title, {
      body: message,
      tag,
      icon: "/static/icon-192.png",
      badge: "/static/badge-96.png",
      data: { navigate: data.navigate },
    });
  } catch {
    return opened(data.navigate);
  }
}

/** Bring the page to the front, at what the push is about. */
async function opened(navigate) {
  const address = here(navigate);
  const windows = await self.clients.matchAll({ type: "window", includeUncontrolled: true });
  const page = windows.find((one) => new URL(one.url).pathname === "/");
  if (!page) return self.clients.openWindow(address);
  page.postMessage({ type: "open", hash: new URL(address).hash || "#/" });
  return page.focus();
}

/** An address of ours, under whatever name this browser knows us: a push can't lead anywhere else. */
function here(address) {
  const { pathname, search, hash } = new URL(address, self.location.origin);
  return self.location.origin + pathname + search + hash;
}
