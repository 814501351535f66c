// The choice between a document's fields and its JSON, which stays for the next document.

import { h } from "../shared/dom.js";

let isJSON = false;

/** Whether documents are shown as JSON. */
export function showsJSON() {
  return isJSON;
}

/** @param {() => boolean} turned Called when somebody chooses the other view; returns whether it can be shown. */
export function viewSwitch(turned) {
  const button = (text, wants) => h("button", { type: "button", "aria-pressed": String(isJSON === wants), "data-view": wants ? "json" : "fields", onclick: () => {
    if (isJSON !== wants && turned()) isJSON = wants;
  } }, text);
  return h("div.view-switch", { role: "group", "aria-label": "View of the document" }, button("Fields", false), button("JSON", true));
}
