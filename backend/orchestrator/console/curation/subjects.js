// Which subjects do these facts have, and over which time do they reach? Counted; nothing is drawn here.

const DAY_MS = 86_400_000;

const keyOf = (name) => name.normalize("NFKC").toLocaleLowerCase();

/** `[{name, facts}]`, those with most facts first, and last (`name` null) what is about nobody; `first`: the one asked for. */
export function subjectsOf(facts, first = null) {
  const lanes = new Map();
  for (const fact of facts) {
    for (const name of fact.subjects.length ? fact.subjects : [null]) {
      const key = name === null ? null : keyOf(name);
      if (!lanes.has(key)) lanes.set(key, { name, facts: [] });
      const lane = lanes.get(key).facts;
      if (lane.at(-1) !== fact) lane.push(fact); // a fact may name one twice
    }
  }
  const rank = ({ name, facts: own }) => (name === null ? -1 : first && keyOf(name) === keyOf(first) ? Infinity : own.length);
  const found = [...lanes.values()].sort((one, other) => rank(other) - rank(one));
  for (const lane of found) lane.facts.sort((one, other) => (begin(one) < begin(other) ? -1 : 1));
  return found;
}

/** Those that share facts with it, `[{name, count}]`, most first. */
export function together(facts, name) {
  if (!name) return [];
  const own = keyOf(name);
  const found = new Map();
  for (const { subjects } of facts) {
    if (!subjects.some((one) => keyOf(one) === own)) continue;
    for (const other of new Map(subjects.map((one) => [keyOf(one), one])).values()) {
      if (keyOf(other) === own) continue;
      const seen = found.get(keyOf(other)) ?? { name: other, count: 0 };
      seen.count += 1;
      found.set(keyOf(other), seen);
    }
  }
  return [...found.values()].sort((one, other) => other.count - one.count);
}

const begin = (fact) => fact.valid_from ?? fact.recorded_at;

/** What the axis shows, in ms: `{from, to, at}`; `at` is the time that is looked from. */
export function spanOf(facts, at) {
  const times = facts.flatMap((one) => [begin(one), one.valid_to].filter(Boolean).map((each) => new Date(each).getTime()));
  const from = Math.min(at, ...times) - DAY_MS;
  return { from, to: Math.max(at, ...times) + DAY_MS, at };
}
