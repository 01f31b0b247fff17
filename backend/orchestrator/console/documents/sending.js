// How far is a file on its way? `fetch` does not tell; the older XMLHttpRequest does.

import { Problem, Unreachable } from "../chat/api.js";
import * as session from "../chat/session.js";

/** Send it; answers what it became. `moved(share)` on the way; `stop.abort()` stops it. Throws Problem, Unreachable,
 * AbortError. */
export function send(path, file, { moved = () => {}, stop = {} } = {}) {
  const { promise, resolve, reject } = Promise.withResolvers();
  const request = new XMLHttpRequest();
  const form = new FormData();
  form.append("file", file, file.name);
  request.open("POST", path);
  request.setRequestHeader("Accept", "application/json");
  request.setRequestHeader("Authorization", `Bearer ${session.token()}`);
  request.upload.addEventListener("progress", (event) => event.lengthComputable && moved(event.loaded / event.total));
  request.addEventListener("load", () => {
    const body = read(request.responseText);
    if (request.status < 300) resolve(body);
    else reject(new Problem(request.status, body ?? {}, Number(request.getResponseHeader("Retry-After")) || null));
  });
  request.addEventListener("error", () => reject(new Unreachable("no answer")));
  request.addEventListener("abort", () => reject(new DOMException("stopped", "AbortError")));
  stop.abort = () => request.abort();
  request.send(form);
  return promise;
}

/** A proxy in between may answer HTML: the status is all that it tells us. */
function read(text) {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
