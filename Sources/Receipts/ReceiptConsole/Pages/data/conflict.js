// The notice that a document has changed while somebody was editing it.

import { h } from "../shared/dom.js";
import { changedFields, isSame, preview } from "../shared/firestore/values.js";

/**
 * @param {object} base The version that editing is based on.
 * @param {object|null} current The newest version; null if the document was deleted.
 * @param {object|null} mine The edited fields; null while some are invalid.
 */
export function conflictNotice(base, current, mine, database, { discard, keep }) {
  const buttons = (keepText) => h("div.data-notice-actions", {},
    h("button", { type: "button", "data-action": "discard-mine", onclick: discard }, "Discard my changes"),
    h("button", { type: "button", "data-action": "keep-mine", onclick: keep }, keepText));
  if (current === null) {
    return h("div.data-notice", { role: "alert", "data-conflict": true }, h("p", {}, h("strong", {}, "This document was deleted while you were editing.")), buttons("Create it again with these fields"));
  }
  const [before, now] = [base.fields ?? {}, current.fields ?? {}];
  const theirs = changedFields(before, now);
  const own = mine ? changedFields(before, mine) : [];
  const clashes = theirs.filter((name) => own.includes(name) && !isSame(mine[name], now[name]));
  const cell = (value) => (value === undefined ? h("em", {}, "missing") : preview(value, database, 48));
  return h("div.data-notice", { role: "alert", "data-conflict": true },
    h("p", {}, h("strong", {}, "This document changed while you were editing."), clashes.length > 0 ? ` Both versions changed ${clashes.join(", ")}.` : " Your changes are not affected."),
    theirs.length > 0 && h("div.data-notice-table", {}, h("table", {},
      h("thead", {}, h("tr", {}, ["Field", "Before", "Now", "Yours"].map((title) => h("th", { scope: "col" }, title)))),
      h("tbody", {}, theirs.map((name) => h(clashes.includes(name) ? "tr.is-clash" : "tr", {}, h("th", { scope: "row", dir: "auto" }, name), h("td", { dir: "auto" }, cell(before[name])), h("td", { dir: "auto" }, cell(now[name])), h("td", { dir: "auto" }, own.includes(name) ? cell(mine[name]) : "unchanged")))))),
    buttons(clashes.length > 0 ? "Keep mine, take the rest" : "Take the changes and go on"));
}
