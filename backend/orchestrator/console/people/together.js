// When did one meet, and when next? The events that somebody takes part in, the photos of them, and what came of it.

import { blob, get, withQuery } from "../chat/api.js";
import { el } from "../chat/dom.js";
import { dayAndTime } from "../chat/format.js";
import { t } from "../chat/words.js";
import { linked } from "../chat/linked.js";
import { loaded } from "../pages/loaded.js";

const MOST = 50;
const SHOWN = 6;
const LOOKED_AT = 4; // events whose photos are asked for
const ANY_WORD = "."; // the search answers the newest where no word is left to look for

/** The section. */
export function meetingsPart(person) {
  return loaded(t("people.together"), async () => {
    const about = { q: ANY_WORD, kinds: "event", subjects: person.id, limit: MOST };
    const now = new Date().toISOString();
    const [before, ahead] = await Promise.all([
      get(withQuery("/search", { ...about, until: now })),
      get(withQuery("/search", { ...about, since: now })),
    ]);
    const past = ordered(before.hits).reverse();
    const coming = ordered(ahead.hits);
    if (!past.length && !coming.length) return el("p", { class: "quiet" }, t("people.never_met"));
    return [
      el(
        "dl",
        { class: "fields" },
        coming[0] && [el("dt", {}, t("people.next")), el("dd", {}, event(coming[0]))],
        past[0] && [el("dt", {}, t("people.last")), el("dd", {}, event(past[0]))],
      ),
      further(coming.slice(1), t("people.coming")),
      further(past.slice(1), t("people.before")),
      photos(person, past.slice(0, LOOKED_AT)),
    ];
  }).node;
}

const ordered = (hits) => hits.filter((one) => one.at).sort((one, other) => (one.at < other.at ? -1 : 1));

function event(hit) {
  return [linked("event", hit.id, hit.title), " ", el("span", { class: "quiet small" }, dayAndTime(hit.at))];
}

function further(hits, title) {
  if (!hits.length) return null;
  return el(
    "details",
    { open: hits.length <= SHOWN },
    el("summary", {}, `${title} (${hits.length}${hits.length >= MOST - 1 ? "+" : ""})`),
    el(
      "ul",
      { class: "plain-list" },
      hits.map((hit) => el("li", {}, event(hit))),
    ),
  );
}

/** Those of the last events on which the person was recognised; nothing where there is no library of photos. */
function photos(person, events) {
  const place = el("div", { class: "photos" });
  look();
  async function look() {
    const answers = await Promise.allSettled(events.map((one) => get(`/events/${one.id}/photos`)));
    const found = answers.flatMap((one) => (one.status === "fulfilled" ? one.value.items : []));
    const theirs = found.filter((photo) => photo.faces.some((each) => each.contact_id === person.id) && photo.thumbnail_url);
    for (const photo of theirs) place.append(await picture(photo, person));
  }
  return place;
}

/** The browser can't send the token with an `img`: it is fetched, and put in as data. */
async function picture(photo, person) {
  const alt = t("people.photo_of", { name: person.display_name });
  const node = el("img", { alt, width: 96, height: 96, loading: "lazy" });
  try {
    node.src = await asData(await blob(photo.thumbnail_url));
  } catch {
    return el("span", { class: "quiet small" }, t("people.photo_gone"));
  }
  return node;
}

function asData(file) {
  const { promise, resolve, reject } = Promise.withResolvers();
  const reader = new FileReader();
  reader.onload = () => resolve(reader.result);
  reader.onerror = () => reject(reader.error);
  reader.readAsDataURL(file);
  return promise;
}
