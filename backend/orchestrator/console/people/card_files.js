// How does an address book come in and go out? As a vCard file; who may be there twice then is said.

import { el } from "../chat/dom.js";
import { counted, t } from "../chat/words.js";
import * as files from "../curation/taking_in.js";

const CARDS = { route: "/ingest/vcard", accept: ".vcf,text/vcard,text/x-vcard", further: doubled };

export const takeIn = (place, changed) => files.takeIn(CARDS, place, changed);
export const giveOut = () => files.giveOut("/export/contacts.vcf", "contacts.vcf");

function doubled({ duplicates, waiting }) {
  if (!duplicates && !waiting) return null;
  return el(
    "p",
    {},
    duplicates > 0 && `${counted("people.import_doubled", duplicates)} `,
    waiting > 0 && `${counted("people.import_waiting", waiting)} `,
    el("a", { href: "#/people/duplicates" }, t("people.look_at_duplicates")),
  );
}
