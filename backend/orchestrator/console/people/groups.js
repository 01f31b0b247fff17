// Which people belong together? Groups: the list, and one group with its members, written and changed here.

import { get, patch, post, withQuery } from "../chat/api.js";
import { el, fill } from "../chat/dom.js";
import { icon } from "../chat/icons.js";
import { counted, t } from "../chat/words.js";
import { tell, told } from "../curation/arrived.js";
import { Seen } from "../curation/conflict.js";
import { line, lines, text } from "../curation/controls.js";
import { erase } from "../curation/erasing.js";
import { form } from "../curation/form.js";
import { PagedList } from "../curation/list.js";
import { named } from "../curation/names.js";
import { button, empty, linkButton } from "../curation/parts.js";
import { picker } from "../curation/picker.js";
import { trouble } from "../curation/troubles.js";
import { linked } from "../chat/linked.js";

const PAGE = 100;
const SHOWN = 200;

export function view({ id }) {
  if (id === "new") return el("div", { class: "narrow" }, written(null));
  return id ? one(id) : all();
}

const address = (id) => `#/people/groups/${encodeURIComponent(id)}`;

function all() {
  const list = new PagedList({
    label: t("people.groups"),
    load: (cursor) => get(withQuery("/contact-groups", { limit: PAGE, cursor })),
    row: (group) =>
      el(
        "li",
        { class: "row", dataset: { group: group.id } },
        el("a", { class: "said", href: address(group.id) }, group.name),
        el("p", { class: "meta" }, el("span", {}, counted("people.members", group.contact_ids.length)), group.description && el("span", {}, group.description)),
      ),
    empty: () => empty(t("people.no_groups"), t("people.no_groups_text"), linkButton(t("people.add_group"), "#/people/groups/new", { sign: "plus" })),
  });
  list.reload();
  return el(
    "div",
    {},
    told(),
    el(
      "div",
      { class: "head" },
      el("p", { class: "quiet about" }, t("people.groups_about")),
      el("div", { class: "buttons" }, linkButton(t("people.add_group"), "#/people/groups/new", { sign: "plus", kind: "small" })),
    ),
    list.node,
  );
}

function one(id) {
  const place = el("div", {}, el("p", { class: "quiet progress" }, t("loading")));
  load();
  async function load() {
    try {
      const group = await get(`/contact-groups/${encodeURIComponent(id)}`);
      fill(place, shown(group));
      place.querySelector("h3").focus();
    } catch (error) {
      fill(place, trouble(error, error.status === 404 ? null : load));
    }
  }

  function shown(group) {
    const edit = button(t("people.edit"), () => {
      fill(place, el("div", { class: "narrow" }, written(group, load)));
      place.querySelector("input").focus();
    }, { sign: "pencil", kind: "small" });
    return el(
      "div",
      {},
      el(
        "div",
        { class: "head" },
        el("div", {}, el("h3", { tabIndex: -1 }, group.name), group.description && el("p", { class: "quiet said" }, group.description)),
        el("div", { class: "buttons" }, edit, button(t("erase"), () => gone(group), { sign: "bin", kind: "small" })),
      ),
      group.contact_ids.length
        ? el(
            "ul",
            { class: "plain-list", "aria-label": t("people.members_title") },
            group.contact_ids.slice(0, SHOWN).map((each) => el("li", {}, linked("contact", each, named("contact", each)))),
          )
        : el("p", { class: "quiet" }, t("people.no_members")),
      group.contact_ids.length > SHOWN && el("p", { class: "quiet" }, t("people.members_more", { count: group.contact_ids.length - SHOWN })),
    );
  }
  return el("div", {}, el("p", { class: "back" }, el("a", { href: "#/people/groups" }, icon("left"), t("people.groups"))), place);
}

async function gone(group) {
  const went = await erase(t("people.erase_group", { name: group.name }), [group], (each) => `/contact-groups/${each.id}`);
  if (!went.length) return;
  tell(t("people.erased", { name: group.name }));
  location.hash = "#/people/groups";
}

function written(group, back = null) {
  const controls = [
    line("name", t("people.group_name"), group?.name, { required: true, max: 500 }),
    text("description", t("people.group_about"), group?.description ?? ""),
    lines("aliases", t("people.aliases"), group?.aliases),
    picker("contact_ids", t("people.members_title"), group?.contact_ids, { types: ["contact"] }),
  ];
  const seen = group && new Seen(`/contact-groups/${group.id}`, group, (now) => now.name);
  return form({
    content: el(
      "div",
      {},
      el("h3", { tabIndex: -1, dataset: { arrive: "" } }, group ? t("people.edit_title", { name: group.name }) : t("people.add_group")),
      controls.map((each) => each.node),
      seen?.place,
    ),
    controls: () => controls,
    label: t("save"),
    send: () => {
      const body = Object.fromEntries(controls.map((each) => [each.path, each.value() === "" ? null : each.value()]));
      return group ? patch(`/contact-groups/${group.id}`, body, { version: seen.version }) : post("/contact-groups", body);
    },
    done: (now) => {
      tell(t("people.saved", { name: now.name }));
      if (back) back();
      else location.hash = address(now.id);
    },
    failed: (error) => seen?.handle(error) ?? false,
    cancel: () => (back ? back() : (location.hash = "#/people/groups")),
  });
}
