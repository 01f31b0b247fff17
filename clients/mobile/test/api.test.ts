// Does a request carry the token, and does a refusal say what the server said?

import { afterEach, beforeEach, expect, it } from "vitest";
import { Problem, Unreachable, isAbort } from "@/api/problem";
import { Server, json } from "./server";

let server: Server;
beforeEach(async () => {
  server = await Server.start();
});
afterEach(() => server.stop());

const me = (api = server.api()) => api.data(api.client.GET("/me"));
const caught = (promise: Promise<unknown>): Promise<unknown> => promise.then(() => null, (error: unknown) => error);

it("is answered with data", async () => {
  server.script.push(json(200, { id: "u1", name: "Ana" }));
  expect(await me()).toMatchObject({ name: "Ana" });
  expect(server.asked[0]?.headers.authorization).toBe("Bearer stw_secret");
});

it("a refusal has code, detail and Retry-After", async () => {
  server.script.push(json(429, { code: "rate_limited", detail: "Slowly." }, { "Retry-After": "3" }));
  const error = (await caught(me())) as Problem;
  expect([error.status, error.code, error.message, error.retryAfterS]).toEqual([429, "rate_limited", "Slowly.", 3]);
});

it("a proxy's HTML is its status alone", async () => {
  server.script.push((_, response) => response.writeHead(502, { "Content-Type": "text/html" }).end("<h1>Bad</h1>"));
  const error = (await caught(me())) as Problem;
  expect([error.status, error.message]).toEqual([502, "HTTP 502"]);
});

it("a token that is refused is told, a code that is refused is not", async () => {
  let refused = 0;
  const count = () => {
    refused += 1;
  };
  server.script.push(json(401, { detail: "Who?" }), json(401, { detail: "No such code." }));
  await caught(me(server.api({ refused: count })));
  const bare = server.api({ token: null, refused: count });
  await caught(bare.data(bare.client.POST("/auth/pair", { body: { code: "X", device_name: "d" } })));
  expect(refused).toBe(1);
  expect(server.asked[1]?.headers.authorization).toBeUndefined();
});

it("no answer is Unreachable, and what was left is AbortError", async () => {
  server.script.push((_, response) => response.destroy());
  expect(await caught(me())).toBeInstanceOf(Unreachable);
  const leaving = new AbortController();
  server.script.push(() => leaving.abort());
  const api = server.api();
  expect(isAbort(await caught(api.data(api.client.GET("/me", { signal: leaving.signal }))))).toBe(true);
});

it("a file is uploaded as a form, and one that is there already keeps its id", async () => {
  const file = { name: "Über.txt", blob: new Blob(["hello"], { type: "text/plain" }) };
  server.script.push(json(201, { id: "d1" }), json(409, { code: "already_exists", id: "d1", detail: "There." }), json(415, { detail: "Not this." }));
  expect(await server.api().upload(file)).toBe("d1");
  expect(await server.api().upload(file)).toBe("d1");
  expect(((await caught(server.api().upload(file))) as Problem).message).toBe("Not this.");
  expect(server.asked[0]?.headers["content-type"]).toMatch(/^multipart\/form-data/);
  expect(server.asked[0]?.body).toContain('name="file"; filename="Über.txt"');
  expect(server.asked[0]?.body).toMatch(/name="title"\s+Über.txt/);
});
