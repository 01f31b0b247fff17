// What happens to a mission while one looks? Its stream says that something did; then it is read again, whole.

import { follow } from "../chat/api.js";

const TOGETHER_MS = 150; // events that come at once are one look
const AGAIN_MS = 3000; // after the stream broke off

/** Call `again()` after each event, as long as `node` is on the page. */
export async function followed(id, node, again) {
  const stop = new AbortController();
  const watch = setInterval(() => node.isConnected || end(), 1000);
  let timer = null;
  function end() {
    clearInterval(watch);
    clearTimeout(timer);
    stop.abort();
  }
  for (;;) {
    try {
      for await (const { name } of follow(`/missions/${encodeURIComponent(id)}/stream`, stop.signal)) {
        clearTimeout(timer);
        timer = setTimeout(again, TOGETHER_MS);
        if (name === "final") {
          clearInterval(watch);
          return;
        }
      }
      break; // it is over
    } catch (error) {
      if (error.name === "AbortError" || error.status) break; // gone, or not ours: the page says so when it is read
    }
    await new Promise((resolve) => setTimeout(resolve, AGAIN_MS));
    if (!node.isConnected) break;
  }
  clearInterval(watch);
}
