// How does one proposal look, and what can be said to it? Taken, put right, dismissed; a question about facts: answered.

import { get, post } from "../chat/api.js";
import { el } from "../chat/dom.js";
import { note as say } from "../chat/notices.js";
import { t } from "../chat/words.js";
import { effectWords } from "./effect_words.js";
import { evidencePart } from "./evidence.js";
import { factMeta } from "./fact_row.js";
import { button, day, factAddress, linkButton } from "./parts.js";
import { toldItems } from "./told_items.js";
import { inWords, isStale } from "./troubles.js";

/** The `li` of a proposal; `list` (a PagedList) holds it. */
export function proposalRow(proposal, list) {
  const { asks } = proposal;
  const proposer = asks ? t("steward") : (proposal.source ?? t(`m.origin.${proposal.origin}`));
  const title = asks === "contradiction" ? t("m.which_holds") : proposal.text;
  return el(
    "li",
    { class: "row proposal", dataset: { fact: proposal.id } },
    asks === "merge" && el("p", { class: "asked-about" }, t("m.one_of_them")),
    el(
      "p",
      { class: asks === "contradiction" ? "asked-about" : "said" },
      asks ? title : el("a", { href: factAddress(proposal.id) }, title),
    ),
    proposal.reason && el("p", { class: "quiet" }, proposal.reason),
    asks === "merge" && toldItems(proposal.merges.map((id) => ({ type: "fact", id }))),
    el("p", { class: "meta" }, el("span", {}, t("m.proposed_by", { who: proposer, when: day(proposal.recorded_at) }))),
    !asks && factMeta(proposal),
    proposal.kind === "hard_rule" && !asks && effectWords(proposal.effect),
    proposal.provenance.length > 0 && !asks && from(proposal),
    asks === "contradiction" ? options() : el("div", { class: "buttons" }, choices()),
  );

  function choices() {
    return [
      button(t(asks ? "m.make_one" : "m.ratify"), () => act("ratify"), { sign: "check", kind: "primary small" }),
      linkButton(t("edit"), `#/memory/write/${proposal.id}`, { sign: "pencil", kind: "small" }),
      button(t(asks ? "m.keep_apart" : "m.dismiss"), () => act("dismiss"), { sign: "cross", kind: "small" }),
    ];
  }

  function options() {
    return el(
      "div",
      { class: "choices", role: "group", "aria-label": t("m.which_holds") },
      proposal.options.map(({ id, label }) => button(label, () => act("ratify", { choice: id }))),
      button(t("m.both_hold"), () => act("dismiss"), { kind: "plain" }),
    );
  }

  async function act(name, body) {
    try {
      const now = await post(`/proposals/${proposal.id}/${name}`, body, { version: proposal.version });
      list.replace(proposal.id, null);
      say(t(`m.${name}_done`, { text: now.text }));
    } catch (error) {
      say(inWords(error), { wrong: true });
      if (isStale(error) || error.status === 422) await refresh();
    }
  }

  /** It changed elsewhere: as it is now, or gone from the list where it waits no more. */
  async function refresh() {
    const now = await get(`/facts/${proposal.id}`).catch(() => null);
    list.replace(proposal.id, now?.trust === "proposed" ? now : null);
  }
}

/** What it was taken from, asked for when it is opened. */
function from(proposal) {
  const node = el("details", { class: "from" }, el("summary", {}, t("m.taken_from")));
  node.addEventListener("toggle", () => node.open && node.append(evidencePart(proposal)), { once: true });
  return node;
}
