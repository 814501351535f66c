// The dialog that creates a document, and with it perhaps a collection.

import { attempt, inDialog } from "../shared/dialogs.js";
import { h } from "../shared/dom.js";
import { errorLine, focusProblem, textField } from "../shared/fields.js";
import { automaticID, checkID } from "../shared/firestore/paths.js";
import { fieldsEditor } from "./editor.js";
import { sayDone } from "./undo.js";

/**
 * Asks for a new document and creates it.
 *
 * @param {object} database See Database.
 * @param {string[]} parent The path of the collection, or that of the document above when a collection begins.
 * @param {boolean} beginsCollection Whether to ask for the collection's id too.
 * @param {string} [fixedID] The document's id, if it is already known.
 * @returns {Promise<string[]|false>} The new document's path.
 */
export function newDocument(database, parent, beginsCollection, fixedID = "") {
  const title = beginsCollection ? "Start a collection" : "Add a document";
  return inDialog(title, "form", (close, form) => {
    const collection = beginsCollection && idField("Collection id", "such as messages");
    const id = idField("Document id", "leave empty for an automatic id");
    id.input.value = fixedID;
    const editor = fieldsEditor({}, { database: database.name, label: "the document" });
    if (fixedID === "") editor.add();
    const problem = errorLine();
    const button = h("button.primary", { type: "submit", "data-action": "save-document" }, "Save");
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      const collectionID = collection ? collection.read(valid) : "";
      const documentID = id.read((text) => (text === "" ? "" : valid(text)));
      const fields = editor.read();
      if (collectionID === null || documentID === null || fields === null) {
        focusProblem(form);
        return;
      }
      const path = [...parent, ...(collection ? [collectionID] : []), documentID || automaticID()];
      attempt(button, problem, async () => {
        await database.create(path, fields);
        sayDone(database, document.querySelector(".data-page"), `Saved ${path.join("/")}`);
        return path;
      }, close);
    });
    return [
      h("p.dialog-place", {}, parent.length === 0 ? "At the top of the database" : `In ${parent.join("/")}`),
      collection?.element,
      id.element,
      h("h3", {}, "Fields"),
      editor.element,
      problem.element,
      h("div.dialog-actions", {}, h("button", { type: "button", onclick: () => close(false) }, "Cancel"), button),
    ];
  });
}

function idField(label, hint) {
  return textField(label, h("input", { type: "text", autocomplete: "off", spellcheck: "false", placeholder: hint, "data-id": label }));
}

function valid(id) {
  checkID(id);
  return id;
}
