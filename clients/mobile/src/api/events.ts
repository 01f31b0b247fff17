// How are server-sent events read off a body? In order, heartbeats left out.

import { type EventSourceMessage, createParser } from "eventsource-parser";

export type Told = { name: string; data: unknown };

/** The events of a body, as they come; the body is let go of when nobody listens any more. */
export async function* readEvents(body: ReadableStream<Uint8Array>): AsyncGenerator<Told> {
  const come: EventSourceMessage[] = [];
  const parser = createParser({ onEvent: (event) => come.push(event) });
  const reader = body.getReader();
  const decoder = new TextDecoder();
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      parser.feed(decoder.decode(value, { stream: true }));
      for (const event of come.splice(0)) yield { name: event.event ?? "message", data: JSON.parse(event.data) };
    }
  } finally {
    await reader.cancel().catch(() => {}); // a body that broke off can't be cancelled
  }
}
