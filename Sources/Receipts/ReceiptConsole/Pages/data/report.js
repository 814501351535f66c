// What failed when several documents were written.

import { cancelButton, inDialog } from "../shared/dialogs.js";
import { h } from "../shared/dom.js";
import { plural } from "../shared/texts.js";

/** How many documents to name. */
const mostNamed = 50;

/**
 * @param {string} title What was done.
 * @param {{name: string, reason: string}[]} failed The documents that were not written.
 */
export function reportFailures(title, failed, database) {
  return inDialog(title, "div", (close) => [
    h("p", { role: "alert", "data-failures": failed.length }, `${plural(failed.length, "document")} stayed as ${failed.length === 1 ? "it was" : "they were"}:`),
    h("ul.write-list", { role: "list", tabindex: "0", "aria-label": "Documents that were not written" }, failed.slice(0, mostNamed).map(({ name, reason }) => h("li", {}, h("strong", { dir: "auto" }, database.segmentsOf(name).join("/")), h("span", {}, reason)))),
    failed.length > mostNamed && h("p", {}, `And ${plural(failed.length - mostNamed, "more", "more")}.`),
    h("div.dialog-actions", {}, cancelButton(close, "Close")),
  ]);
}
