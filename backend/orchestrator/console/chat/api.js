// How does the page talk to Steward? JSON with the token; an error says what the server said and what can be done.

import { learn } from "./clock.js";
import * as session from "./session.js";
import { readEvents } from "./sse.js";
import { region } from "./words.js";

/** The server refused: problem JSON (`status`, `code`, `detail`, further members in `body`). */
export class Problem extends Error {
  constructor(status, body, retryAfterS) {
    super(body.detail || body.title || `HTTP ${status}`);
    this.status = status;
    this.code = body.code ?? "";
    this.body = body;
    this.retryAfterS = retryAfterS;
  }
}

/** There was no answer: no network, no server, or the connection broke off. */
export class Unreachable extends Error {}

let refused = () => {};

/** What to do when the token is not accepted any more. */
export function whenRefused(listener) {
  refused = listener;
}

async function request(
  method,
  path,
  { body, form, signal, token = session.token(), accept = "application/json", version } = {},
) {
  const headers = { Accept: accept, "Accept-Language": region() };
  if (token) headers.Authorization = `Bearer ${token}`;
  if (version !== undefined) headers["If-Match"] = `"${version}"`;
  if (body !== undefined) headers["Content-Type"] = "application/json";
  let answer;
  try {
    answer = await fetch(path, {
      method,
      headers,
      signal,
      body: form ?? (body === undefined ? undefined : JSON.stringify(body)),
      cache: "no-store",
      credentials: "omit",
    });
  } catch (error) {
    if (error.name === "AbortError") throw error;
    throw new Unreachable("no answer", { cause: error });
  }
  learn(answer.headers.get("Date"));
  if (!answer.ok) throw await problemOf(answer, token);
  return answer;
}

async function problemOf(answer, token) {
  let body = {};
  try {
    body = await answer.json();
  } catch {
    // A proxy in between may answer HTML: the status is all that it tells us.
  }
  const problem = new Problem(answer.status, body, Number(answer.headers.get("Retry-After")) || null);
  if (answer.status === 401 && token && token === session.token()) refused(problem);
  return problem;
}

/** What a request answers, as JSON; `version`: refused (412) where it is at another. Throws Problem, Unreachable,
 * AbortError. */
export async function call(method, path, options = {}) {
  const answer = await request(method, path, options);
  if (answer.status === 204) return null;
  try {
    return await answer.json();
  } catch (error) {
    if (error.name === "AbortError") throw error;
    throw new Unreachable("the answer broke off", { cause: error });
  }
}

export const get = (path, options) => call("GET", path, options);
export const post = (path, body, options) => call("POST", path, { body, ...options });
export const patch = (path, body, options) => call("PATCH", path, { body, ...options });
export const put = (path, body, options) => call("PUT", path, { body, ...options });

/** A file that a request answers. */
export async function blob(path, options) {
  const answer = await request("GET", path, { accept: "*/*", ...options });
  try {
    return await answer.blob();
  } catch (error) {
    throw new Unreachable("the answer broke off", { cause: error });
  }
}

/** Upload a file; answers what it became. */
export function upload(path, blob, name) {
  const form = new FormData();
  form.append("file", blob, name);
  return call("POST", path, { form });
}

export const remove = (path, options) => call("DELETE", path, options);

/** The events that a POST answers: `{ name, data }`. Throws as `call`; Unreachable when the stream breaks off. */
export async function* stream(path, body, signal) {
  yield* events("POST", path, { body, signal });
}

/** The events that a GET answers, as `stream`. */
export const follow = (path, signal) => events("GET", path, { signal });

async function* events(method, path, options) {
  const answer = await request(method, path, { ...options, accept: "text/event-stream" });
  try {
    for await (const { name, data } of readEvents(answer.body)) yield { name, data: JSON.parse(data) };
  } catch (error) {
    if (error.name === "AbortError") throw error;
    throw new Unreachable("the stream broke off", { cause: error });
  }
}

/** A path with its query; null and "" are left out. */
export function withQuery(path, query) {
  const given = Object.entries(query).filter(([, value]) => value !== null && value !== undefined && value !== "");
  return given.length ? `${path}?${new URLSearchParams(given)}` : path;
}
