// Exports documents to a file of the browser.

import { attempt, cancelButton, inDialog } from "../shared/dialogs.js";
import { h } from "../shared/dom.js";
import { download } from "../shared/download.js";
import { errorLine } from "../shared/fields.js";
import { isNarrowed } from "../shared/firestore/query.js";
import { say } from "../shared/notices.js";
import { plural } from "../shared/texts.js";
import { jsonText, linesText, mostDocuments } from "./files.js";

const formats = [
  { name: "lines", title: "JSON Lines", detail: "a document per line with types and times; receipts emulator start --import reads it", type: "application/x-ndjson", ending: "jsonl", textOf: linesText },
  { name: "json", title: "JSON", detail: "one object with plain values by path, to read and to change", type: "application/json", ending: "json", textOf: jsonText },
];

/**
 * Asks for a format, and saves the file.
 *
 * @param {string[]} segments The collection, or the document below which everything is exported; empty for the whole database.
 * @param {object} what documents: these; or view: all that it lists; neither for everything.
 */
export function exportDocuments(database, segments, { documents = null, view = null }) {
  const place = segments.join("/") || "the database";
  const title = documents ? `Export ${plural(documents.length, "document")}` : `Export ${place}`;
  return inDialog(title, "form", (close, form) => {
    const problem = errorLine();
    const button = h("button.primary", { type: "submit", "data-action": "save-export" }, "Export");
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      const format = formats.find(({ name }) => name === new FormData(form).get("format"));
      attempt(button, problem, () => save(database, segments, documents, view, format), close);
    });
    return [
      h("p.dialog-place", {}, documents ? `In ${place}` : !view ? "All documents, with those in collections below." : isNarrowed(view) ? "All documents that match the filter, without collections below them." : "All documents of the collection, without collections below them."),
      h("fieldset.format-choice", {}, h("legend", {}, "Format"), formats.map(({ name, title: label, detail }, index) => h("label", {}, h("input", { type: "radio", name: "format", value: name, checked: index === 0, autofocus: index === 0 }), h("span", {}, h("strong", {}, label), h("span.format-detail", {}, detail))))),
      !database.place.isEmulator && !documents && h("p", {}, `Costs one read for each document, at most ${mostDocuments.toLocaleString()}.`),
      problem.element,
      h("div.dialog-actions", {}, cancelButton(close), button),
    ];
  });
}

async function save(database, segments, given, view, { type, ending, textOf }) {
  // One more tells whether there are more.
  const found = given ?? (view ? await database.all(segments, view, mostDocuments + 1) : await database.everything(segments, mostDocuments + 1));
  if (found.length > mostDocuments) throw new Error(`There are more than ${mostDocuments.toLocaleString()} documents. Narrow the list by a filter, or start the emulator with --export-on-exit.`);
  const name = `${(segments.at(-1) ?? "documents").replace(/[^\w.-]+/g, "-")}.${ending}`;
  download(name, textOf(found, database.name), type);
  say(`Exported ${plural(found.length, "document")} to ${name}.`);
}
