// What does a stream of server-sent events say? (EventSource can't send an Authorization header, so we read it ourselves.)

/** Takes text as it comes, in any pieces, and gives the events that are whole. */
export class EventParser {
  #rest = "";
  #name = "message";
  #data = [];

  /** The events that end in this piece: `{ name, data }`, data as text. */
  push(text) {
    this.#rest += text;
    const events = [];
    // A lone CR at the very end may be half of a CRLF: it waits for the next piece.
    for (let end = lineEnd(this.#rest); end !== null; end = lineEnd(this.#rest)) {
      const line = this.#rest.slice(0, end.at);
      this.#rest = this.#rest.slice(end.next);
      const event = this.#line(line);
      if (event !== null) events.push(event);
    }
    return events;
  }

  #line(line) {
    if (line === "") return this.#close();
    const colon = line.indexOf(":");
    const field = colon < 0 ? line : line.slice(0, colon);
    const value = colon < 0 ? "" : line.slice(colon + 1).replace(/^ /, "");
    if (field === "event") this.#name = value;
    else if (field === "data") this.#data.push(value);
    return null; // a comment (": still here"), or a field that we have no use for
  }

  #close() {
    const event = this.#data.length ? { name: this.#name, data: this.#data.join("\n") } : null;
    this.#name = "message";
    this.#data = [];
    return event;
  }
}

function lineEnd(text) {
  const at = text.search(/[\r\n]/);
  if (at < 0) return null;
  if (text[at] === "\n") return { at, next: at + 1 };
  if (at + 1 === text.length) return null;
  return { at, next: text[at + 1] === "\n" ? at + 2 : at + 1 };
}

/**
 * The events of a response's body. `silenceMs`: so long without a byte counts as a lost connection (the server sends a
 * comment every 15 s). Throws what reading throws.
 */
export async function* readEvents(body, { silenceMs = 45_000 } = {}) {
  const reader = body.getReader();
  const decoder = new TextDecoder();
  const parser = new EventParser();
  try {
    for (;;) {
      const { done, value } = await within(reader.read(), silenceMs);
      if (done) return;
      yield* parser.push(decoder.decode(value, { stream: true }));
    }
  } finally {
    reader.cancel().catch(() => {}); // it may be broken already: nobody reads on either way
  }
}

function within(promise, ms) {
  let timer;
  const late = new Promise((_, reject) => {
    timer = setTimeout(() => reject(new TypeError("the stream went silent")), ms);
  });
  return Promise.race([promise, late]).finally(() => clearTimeout(timer));
}
