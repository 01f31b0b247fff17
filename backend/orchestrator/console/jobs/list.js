// What does Steward do by itself, when last, and when next? The registry, what waits, and who works; each can be set off.

import { get } from "../chat/api.js";
import { el, fill } from "../chat/dom.js";
import { number, span } from "../chat/format.js";
import { known, t } from "../chat/words.js";
import { mark, moment } from "../curation/parts.js";
import { trouble } from "../curation/troubles.js";
import { detail, jobAddress, lastRun, rhythm, title } from "./naming.js";
import { setOff } from "./setting_off.js";

const LOOK_AGAIN_MS = 5000;

export function view() {
  const place = el("div", {}, el("p", { class: "quiet progress" }, t("loading")));
  let timer = null;
  let drawn = null;
  look();

  async function look() {
    clearTimeout(timer);
    try {
      const told = await get("/system/jobs");
      const now = JSON.stringify({ ...told, workers: told.workers.map((one) => [one.id, one.alive, one.running]) });
      if (now !== drawn && !place.contains(document.activeElement)) {
        drawn = now;
        fill(place, shown(told));
      } else if (drawn === null) fill(place, shown(told));
      timer = setTimeout(() => place.isConnected && look(), LOOK_AGAIN_MS);
    } catch (error) {
      fill(place, trouble(error, look));
    }
  }

  function shown({ scheduled, workers, queues }) {
    const busy = queues.filter((one) => one.pending || one.running || one.failed || one.delayed);
    return [
      el("p", { class: "quiet about" }, t("jobs.about")),
      el("ul", { class: "rows", "aria-label": t("jobs.title") }, scheduled.map((one) => row(one))),
      part(t("jobs.queues"), busy.length ? el("ul", { class: "rows" }, busy.map(queue)) : el("p", { class: "quiet" }, t("jobs.nothing_waits"))),
      part(t("jobs.workers"), workers.length ? el("ul", { class: "rows" }, workers.map(worker)) : el("p", { class: "wrong" }, t("jobs.no_worker"))),
    ];
  }

  function row(one) {
    return el(
      "li",
      { class: "row with-act", dataset: { job: one.name } },
      el(
        "div",
        {},
        el("a", { class: "said", href: jobAddress(one.name) }, title(one.name)),
        el("p", { class: "meta" }, el("span", {}, rhythm(one)), one.next_run_at && el("span", {}, t("jobs.next", { when: moment(one.next_run_at) })), lastRun(one.last_run)),
        one.last_run && detail(one.last_run) && el("p", { class: "quiet small said" }, detail(one.last_run)),
      ),
      setOff(one, async () => {
        drawn = null;
        await look();
        [...place.querySelectorAll("[data-job]")].find((node) => node.dataset.job === one.name)?.querySelector("button")?.focus();
      }),
    );
  }
  return place;
}

const part = (heading, content) => el("section", { class: "part" }, el("h3", {}, heading), content);

function queue(one) {
  const counts = ["running", "pending", "delayed", "failed"].filter((name) => one[name]).map((name) => mark(`${number(one[name])} ${t(`jobs.count.${name}`)}`, name));
  return el("li", { class: "row" }, el("p", { class: "meta" }, el("strong", {}, known(`jobs.name.${one.job_type}`, one.job_type)), counts, one.oldest_s !== null && el("span", {}, t("jobs.oldest", { span: span(Math.round(one.oldest_s)) }))));
}

function worker(one) {
  return el("li", { class: "row" }, el("p", { class: "meta" }, el("strong", {}, one.host), mark(t(one.alive ? "jobs.alive" : "jobs.gone"), one.alive ? "done" : "failed"), el("span", {}, t("jobs.works_on", { count: number(one.running) })), el("span", {}, t("jobs.since", { when: moment(one.started_at) }))));
}
