// The questions that a page asks in a dialog.

import { fill, h } from "./dom.js";
import { fieldsEditor, focusProblem, freshID } from "../data/editor.js";
import { ValueError } from "./firestore/values.js";
import { automaticID, checkID } from "./firestore/paths.js";
import { say } from "./notices.js";

/**
 * Asks before something that cannot be taken back. What fails is said in the dialog, where it can be tried again.
 *
 * @param {object} question title; texts: paragraphs; action: the button's word; act: what is done, asynchronously.
 * @returns {Promise<boolean>} Whether it was done.
 */
export function confirmed({ title, texts, action, act }) {
  return inDialog(title, "div", (close) => {
    const problem = h("p.error", { role: "alert", hidden: true });
    const button = h("button.danger", { type: "button", "data-action": "confirm", onclick: () => attempt(button, problem, act, close) }, action);
    const cancel = h("button", { type: "button", autofocus: true, "data-action": "cancel", onclick: () => close(false) }, "Cancel");
    return [texts.map((text) => h("p", {}, text)), problem, h("div.dialog-actions", {}, cancel, button)];
  });
}

/**
 * Has a document written, and with it perhaps a new collection.
 *
 * @param {object} database Where: see Database.
 * @param {string[]} parent The collection's path, or that of the document above when a collection begins.
 * @param {boolean} beginsCollection Whether the collection's id is asked for too.
 * @param {object} [existing] id: an id that is set already, of a document that is not there.
 * @returns {Promise<string[]|false>} The new document's path.
 */
export function newDocument(database, parent, beginsCollection, existing = {}) {
  const title = beginsCollection ? "Start a collection" : "Add a document";
  return inDialog(title, "form", (close, form) => {
    const collection = beginsCollection && idField("Collection id", "such as messages");
    const id = idField("Document id", "left empty, one is chosen");
    if (existing.id) id.input.value = existing.id;
    const editor = fieldsEditor(beginsCollection || existing.id ? {} : { ...existing.fields }, { database: database.name, label: "the document" });
    if (!existing.id) editor.add();
    const problem = h("p.error", { role: "alert", hidden: true });
    const button = h("button.primary", { type: "submit", "data-action": "save-document" }, "Save");
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      const collectionID = collection ? collection.read(false) : "";
      const documentID = id.read(true);
      const fields = editor.read();
      if (collectionID === null || documentID === null || fields === null) {
        focusProblem(form);
        return;
      }
      const path = [...parent, ...(collection ? [collectionID] : []), documentID || automaticID()];
      attempt(button, problem, async () => {
        await database.create(path, fields);
        say(`${path.join("/")} is saved.`);
        return path;
      }, close);
    });
    return [
      h("p.dialog-place", {}, parent.length === 0 ? "At the top of the database" : `In ${parent.join("/")}`),
      collection?.element,
      id.element,
      h("h3", {}, "Fields"),
      editor.element,
      problem,
      h("div.dialog-actions", {}, h("button", { type: "button", onclick: () => close(false) }, "Cancel"), button),
    ];
  });
}

function idField(label, hint) {
  const input = h("input", { type: "text", autocomplete: "off", spellcheck: "false", placeholder: hint, "data-id": label });
  const problem = h("p.field-problem", { id: freshID("problem"), hidden: true });
  const say = (message) => {
    problem.hidden = !message;
    problem.textContent = message ?? "";
    if (message) {
      input.setAttribute("aria-invalid", "true");
      input.setAttribute("aria-describedby", problem.id);
    } else {
      input.removeAttribute("aria-invalid");
      input.removeAttribute("aria-describedby");
    }
  };
  input.addEventListener("input", () => say(null));
  return {
    input,
    element: h("div.dialog-field", {}, h("label", {}, h("span", {}, label), input), problem),
    read(mayBeEmpty) {
      if (mayBeEmpty && input.value === "") return "";
      try {
        checkID(input.value);
        return input.value;
      } catch (error) {
        if (!(error instanceof ValueError)) throw error;
        say(error.message);
        return null;
      }
    },
  };
}

/** Does what a button stands for, and closes the dialog with what comes of it; what fails is said. */
export async function attempt(button, problem, act, close) {
  button.disabled = true;
  problem.hidden = true;
  try {
    close((await act()) ?? true);
  } catch (error) {
    problem.textContent = error.message;
    problem.hidden = false;
    button.disabled = false;
    button.focus();
  }
}

/** Shows a dialog until it is closed; Escape answers false. */
export function inDialog(title, tag, content) {
  return new Promise((resolve) => {
    const heading = h("h2", { id: freshID("dialog") }, title);
    const dialog = h("dialog.data-dialog", { "aria-labelledby": heading.id });
    const body = h(`${tag}.dialog-body`, tag === "form" ? { novalidate: true } : {});
    let answer = false;
    const close = (value) => {
      answer = value;
      dialog.close();
    };
    // Whoever goes back or on to another page has left the question too.
    const leave = () => dialog.close();
    addEventListener("hashchange", leave);
    dialog.addEventListener("close", () => {
      removeEventListener("hashchange", leave);
      dialog.remove();
      resolve(answer);
    });
    fill(body, heading, content(close, body));
    dialog.append(body);
    document.body.append(dialog);
    dialog.showModal();
  });
}

