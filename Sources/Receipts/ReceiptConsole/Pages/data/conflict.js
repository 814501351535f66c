// What is said when a document has changed while somebody was editing it.

import { h } from "../shared/dom.js";
import { changedFields, isSame, preview } from "../shared/firestore/values.js";

/**
 * @param {object} base The version that editing began with.
 * @param {object|null} current The version that is there now, null when the document is gone.
 * @param {object|null} mine The fields as they are edited, null while something in them is wrong.
 */
export function conflictNotice(base, current, mine, database, { discard, keep }) {
  const buttons = (keepText) => h("div.data-notice-actions", {},
    h("button", { type: "button", "data-action": "discard-mine", onclick: discard }, "Discard my changes"),
    h("button", { type: "button", "data-action": "keep-mine", onclick: keep }, keepText));
  if (current === null) {
    return h("div.data-notice", { role: "alert", "data-conflict": true }, h("p", {}, h("strong", {}, "This document has been deleted meanwhile.")), buttons("Create it again with what is here"));
  }
  const [before, now] = [base.fields ?? {}, current.fields ?? {}];
  const theirs = changedFields(before, now);
  const own = mine ? changedFields(before, mine) : [];
  const clashes = theirs.filter((name) => own.includes(name) && !isSame(mine[name], now[name]));
  const cell = (value) => (value === undefined ? h("em", {}, "not there") : preview(value, database, 48));
  return h("div.data-notice", { role: "alert", "data-conflict": true },
    h("p", {}, h("strong", {}, "This document has changed meanwhile."), clashes.length > 0 ? ` You have both changed ${clashes.join(", ")}.` : " Nothing that you have changed is concerned."),
    theirs.length > 0 && h("div.data-notice-table", {}, h("table", {},
      h("thead", {}, h("tr", {}, ["Field", "Before", "Now", "Yours"].map((title) => h("th", { scope: "col" }, title)))),
      h("tbody", {}, theirs.map((name) => h(clashes.includes(name) ? "tr.is-clash" : "tr", {}, h("th", { scope: "row", dir: "auto" }, name), h("td", { dir: "auto" }, cell(before[name])), h("td", { dir: "auto" }, cell(now[name])), h("td", { dir: "auto" }, own.includes(name) ? cell(mine[name]) : "as before")))))),
    buttons(clashes.length > 0 ? "Keep mine, take the rest" : "Take them in and go on"));
}
