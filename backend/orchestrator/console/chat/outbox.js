// Which questions were sent and not yet answered? Kept for this tab, so that a reload finds them again.

const KEY = "steward.outbox";

function all() {
  try {
    return JSON.parse(sessionStorage.getItem(KEY)) ?? {};
  } catch {
    return {};
  }
}

function store(entries) {
  sessionStorage.setItem(KEY, JSON.stringify(entries));
}

export function put({ request, runId, threadId }) {
  store({ ...all(), [request.client_message_id]: { request, runId, threadId } });
}

export function drop({ request }) {
  const { [request.client_message_id]: _, ...rest } = all();
  store(rest);
}

/** The entries `{ request, runId, threadId }`. */
export const entries = () => Object.values(all());
