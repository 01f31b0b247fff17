// Which screen does a push open? Its `data` says what it is about: {kind, id, url} (Steward's `url` is a path of its API).

const SCREENS: Record<string, string> = {
  daily_briefing: "/today",
  todo_reminder: "/today",
  proposed_events_ready: "/proposals",
};
const THREAD = /^\/threads\/([\w-]+)$/;

/** The path of a screen; the list of talks for what has none of its own here; null for what is no push of Steward's. */
export function screenOf(data: unknown): string | null {
  if (typeof data !== "object" || data === null) return null;
  const { kind, url } = data as { kind?: unknown; url?: unknown };
  if (typeof kind !== "string") return null;
  const thread = typeof url === "string" ? THREAD.exec(url)?.[1] : undefined;
  return thread ? `/thread/${thread}` : (SCREENS[kind] ?? "/");
}
