// A server of loopback that answers as a test scripts it, over real HTTP; what it was asked is kept.

import { type IncomingMessage, type ServerResponse, createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { Api } from "@/api/api";

export type Asked = { method: string; path: string; headers: IncomingMessage["headers"]; body: string };
export type Answer = (asked: Asked, response: ServerResponse) => unknown;

export class Server {
  readonly asked: Asked[] = [];
  readonly script: Answer[] = [];
  private readonly server = createServer((request, response) => void this.answer(request, response));

  static async start(): Promise<Server> {
    const made = new Server();
    await new Promise<void>((resolve) => made.server.listen(0, "127.0.0.1", resolve));
    return made;
  }

  get base(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  api(more: { token?: string | null; refused?: () => void } = {}): Api {
    const token = more.token === undefined ? "stw_secret" : more.token;
    return new Api({
      base: this.base,
      token,
      fetch: (url, init) => fetch(url, init),
      streamingFetch: (url, init) => fetch(url, init),
      ...(more.refused ? { refused: more.refused } : {}),
    });
  }

  async stop(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((resolve) => this.server.close(resolve));
  }

  private async answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const parts: Buffer[] = [];
    for await (const part of request) parts.push(part as Buffer);
    const told: Asked = {
      method: request.method ?? "",
      path: request.url ?? "",
      headers: request.headers,
      body: Buffer.concat(parts).toString("utf8"),
    };
    this.asked.push(told);
    const next = this.script.shift();
    if (next) await next(told, response);
    else json(500, { detail: "nothing is scripted" })(told, response);
  }
}

export const json =
  (status: number, body: unknown, headers: Record<string, string> = {}): Answer =>
  (_, response) => {
    response.writeHead(status, { "Content-Type": "application/json", ...headers });
    response.end(JSON.stringify(body));
  };

export const frame = ([name, data]: readonly [string, unknown]): string => `event: ${name}\ndata: ${JSON.stringify(data)}\n\n`;

/** The events of a stream in pieces that end where they happen to; `broken`: the connection ends in the middle. */
export const events =
  (told: readonly (readonly [string, unknown])[], { broken = false, piece = 7 } = {}): Answer =>
  async (_, response) => {
    response.writeHead(200, { "Content-Type": "text/event-stream" });
    const text = `: still here\n\n${told.map(frame).join("")}`;
    for (let at = 0; at < text.length; at += piece) {
      await new Promise((resolve) => response.write(text.slice(at, at + piece), resolve));
    }
    if (broken) response.destroy();
    else response.end();
  };
