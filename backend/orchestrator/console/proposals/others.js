// What else waits for a yes or a no? Statements about the user, prepared writes, people who may be one: how many, and where.

import { get, withQuery } from "../chat/api.js";
import { el } from "../chat/dom.js";
import { number } from "../chat/format.js";
import { t } from "../chat/words.js";
import { button, linkButton } from "../curation/parts.js";
import { inWords } from "../curation/troubles.js";

const MOST = 100;
const PLACES = [
  ["facts", "/proposals", "#/memory/proposals"],
  ["previews", "/previews?state=pending", "#/waiting"],
  ["duplicates", "/contacts/duplicates", "#/people/duplicates"],
  ["review", "/facts?review=due", "#/memory/review"],
];

export function view() {
  return el("ul", { class: "rows" }, PLACES.map(row));
}

function row([name, path, href]) {
  const said = el("span", { class: "quiet" }, "…");
  const node = el(
    "li",
    { class: "row with-act" },
    el("div", {}, el("h3", {}, t(`proposals.of.${name}`)), el("p", {}, said)),
    linkButton(t("proposals.go"), href, { kind: "small" }),
  );
  node.querySelector("a").setAttribute("aria-label", t("proposals.go_to", { name: t(`proposals.of.${name}`) }));
  count();
  async function count() {
    try {
      const page = await get(path.includes("?") ? `${path}&limit=${MOST}` : withQuery(path, path === "/proposals" ? { limit: MOST } : {}));
      const more = page.next_cursor ? "+" : "";
      said.textContent = page.items.length ? t("proposals.count", { count: `${number(page.items.length)}${more}` }) : t("proposals.count_none");
    } catch (error) {
      said.replaceChildren(inWords(error), " ", button(t("try_again"), count, { kind: "small" }));
    }
  }
  return node;
}
