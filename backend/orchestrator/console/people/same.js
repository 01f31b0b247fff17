// Is somebody there twice? From their own page another contact becomes part of them, those that look alike offered first.

import { get } from "../chat/api.js";
import { el } from "../chat/dom.js";
import { known, t } from "../chat/words.js";
import { merged, mergeInto } from "../curation/merging.js";
import { personAddress } from "./faces.js";

/** What is particular about merging contacts. */
export const CONTACTS = { path: "/contacts", fieldName: (name) => known(`people.field.${name}`, name) };

/** Ask who else this person is, merge, and show what became of it by `shown(news)`. */
export async function mergePerson(person, shown) {
  const likely = async () => {
    const { items } = await get("/contacts/duplicates");
    const pairs = items.filter((pair) => pair.contact_ids.includes(person.id));
    return pairs.flatMap((pair) => pair.contact_ids.map((id, at) => ({ id, name: pair.names[at] })));
  };
  const [title, about] = [t("people.same_title", { name: person.display_name }), t("people.same_about", { name: person.display_name })];
  const kept = await mergeInto(person, { type: "contact", title, about, likely, ...CONTACTS });
  if (kept) shown(undoable(kept, () => shown(el("p", { class: "told", role: "status" }, t("people.unmerged")))));
}

/** The news of a merge, with the way back. */
export function undoable(kept, after) {
  const said = [el("span", {}, t("people.merged")), el("a", { href: personAddress(kept.id) }, kept.display_name)];
  return merged(kept, { ...CONTACTS, key: "contact_id", after, said });
}
