// The last change that was made here, and its undoing, on the condition that nobody has changed the documents since.

import { h } from "../shared/dom.js";
import { say } from "../shared/notices.js";
import { plural } from "../shared/texts.js";
import { reportFailures } from "./report.js";

/** The last change of each database, kept while somebody looks at another page. */
const changes = new Map();
const listeners = new Set();

/**
 * Notes a change.
 *
 * @param {string} what A few words, such as "Deleted rooms/blue".
 * @param {object[]} entries The changed documents: {name, before: the document before the change, null for none; after: its update time, null if it is deleted}.
 */
export function noteChange(database, what, entries) {
  if (entries.length === 0) return;
  changes.set(database.name, { what, entries });
  tell();
}

function tell() {
  for (const listener of listeners) listener();
}

/** The writes that undo a change: each fails if somebody has changed its document since. */
export function undoing(entries) {
  return entries.map(({ name, before, after }) => ({
    name,
    before: null,
    write: before === null
      ? { delete: name, currentDocument: { updateTime: after } }
      : { update: { name, fields: before.fields ?? {} }, currentDocument: after === null ? { exists: false } : { updateTime: after } },
  }));
}

async function undo(database, element) {
  const change = changes.get(database.name);
  if (!change) return;
  const { done, failed } = await database.writeAll(undoing(change.entries));
  if (changes.get(database.name) === change) changes.delete(database.name);
  tell();
  element.dispatchEvent(new CustomEvent("database-changed", { bubbles: true }));
  if (failed.length === 0) say(`Undone: ${change.what}.`);
  else await reportFailures(done.length === 0 ? "Not undone" : `Undone for ${plural(done.length, "document")} of ${change.entries.length}`, failed, database);
}

/** A button that undoes the last change; disabled while it works. */
function undoButton(database, element, label) {
  const button = h("button.quiet.undo-button", { type: "button", "data-action": "undo", onclick: async () => {
    button.disabled = true;
    try {
      await undo(database, element);
    } catch (error) {
      say(`Not undone: ${error.message}`, { isProblem: true });
    }
    button.disabled = false;
  } }, label);
  return button;
}

/** The button in the bar of the page, hidden while there is nothing to undo. */
export function undoControl(database, element) {
  const button = undoButton(database, element, "Undo");
  const show = () => {
    const change = changes.get(database.name);
    button.hidden = !change;
    button.title = change ? `Undo: ${change.what}` : "";
  };
  listeners.add(show);
  show();
  return { element: button, stop: () => listeners.delete(show) };
}

/** Says what was done, with a button that undoes it. */
export function sayDone(database, element, what) {
  say(`${what}.`, { more: changes.get(database.name)?.what === what ? undoButton(database, element, "Undo") : null });
}
