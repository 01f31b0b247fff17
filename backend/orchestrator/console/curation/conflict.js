// Somebody else changed the row while it was being edited: what is it now, and does the person still want theirs?

import { Problem, get } from "../chat/api.js";
import { el, fill } from "../chat/dom.js";
import { icon } from "../chat/icons.js";
import { t } from "../chat/words.js";

/**
 * The row that a form is about. `version` is what the form has seen; `handle(error)` takes on a 412: it tells what the row
 * says now, keeps what was typed, and from then on another press of the button is about that newer row.
 */
export class Seen {
  constructor(path, row, say = (one) => one.text) {
    this.path = path;
    this.row = row;
    this.say = say;
    this.place = el("div", { class: "conflict" });
  }

  get version() {
    return this.row.version;
  }

  handle(error) {
    if (!(error instanceof Problem) || error.status !== 412) return false;
    fill(this.place, el("p", { class: "quiet" }, t("loading")));
    get(this.path).then(
      (row) => {
        this.row = row;
        fill(
          this.place,
          el("p", { class: "held", role: "alert" }, icon("alert"), el("span", {}, t("m.changed_under_you"))),
          el("blockquote", {}, this.say(row)),
        );
      },
      (trouble) =>
        fill(
          this.place,
          el(
            "p",
            { class: "wrong", role: "alert" },
            trouble.status === 404 ? t("gone_item") : t("m.changed_meanwhile"),
          ),
        ),
    );
    return true;
  }
}
