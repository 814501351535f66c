// The query of a list as code, and the index that it needs.

import { cancelButton, inDialog } from "../shared/dialogs.js";
import { fill, h } from "../shared/dom.js";
import { structuredQuery } from "../shared/firestore/query.js";
import { copyText } from "../shared/notices.js";
import { restOf, swiftOf, webOf } from "./query-code.js";

const languages = [["Swift", swiftOf], ["Web", webOf], ["REST", restOf]];

/** The language that was chosen last. */
let chosen = "Swift";

export function showQuery(database, segments, view) {
  const full = structuredQuery(database.nameOf(segments), view);
  // Firestore adds the orders that nobody has asked for.
  const query = { ...full, orderBy: (view.orders ?? []).map(({ field, direction }) => ({ field: { fieldPath: field }, direction })) };
  if (query.orderBy.length === 0) delete query.orderBy;
  return inDialog("This query in code", "div", (close) => {
    const code = h("pre.query-code.code-box", { tabindex: "0", role: "region", "aria-label": "Code", "data-query-code": true });
    const texts = new Map(languages.map(([name, codeOf]) => [name, codeOf(query, segments, database.place)]));
    const buttons = languages.map(([name]) => h("button", { type: "button", "data-language": name, onclick: () => choose(name) }, name));
    const index = h("div.query-index", { role: "status", "data-query-index": true }, "Which index it needs is being looked up…");
    const choose = (name) => {
      chosen = name;
      for (const button of buttons) button.setAttribute("aria-pressed", String(button.dataset.language === name));
      code.textContent = texts.get(name);
    };
    choose(chosen);
    showIndex(index, database, segments, full);
    return [
      h("div.view-switch", { role: "group", "aria-label": "Language" }, buttons), code, index,
      h("div.dialog-actions", {}, cancelButton(close, "Close"), h("button.primary", { type: "button", "data-action": "copy-query", onclick: () => copyText(texts.get(chosen), "the code") }, "Copy")),
    ];
  });
}

async function showIndex(element, database, segments, query) {
  try {
    const needed = await database.requiredIndex(segments, query);
    if (needed === null) fill(element, h("p", {}, "Only the embedded emulator knows which index a query needs. Production names it when it refuses the query."));
    else if (!needed.entry) fill(element, h("p", {}, "Index: none to add. The automatic indexes of single fields are enough."));
    else fill(element, indexEntry(needed));
  } catch (error) {
    fill(element, h("p.error", {}, error.message));
  }
}

function indexEntry({ list, entry, isConfigured }) {
  const text = JSON.stringify(entry, null, 2);
  return [
    h("p", {}, isConfigured ? "Index: the query needs this one, which firestore.indexes.json of this emulator has:" : `Index: production needs this one. Add it to "${list}" in firestore.indexes.json:`),
    h("pre.query-code.code-box", { tabindex: "0", role: "region", "aria-label": "Index" }, text),
    h("button.quiet", { type: "button", "data-action": "copy-index", onclick: () => copyText(text, "the index") }, "Copy the index"),
  ];
}
