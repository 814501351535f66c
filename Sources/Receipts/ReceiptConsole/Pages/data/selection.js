// The documents that somebody has selected, and what can be done with them.

import { inDialog, cancelButton } from "../shared/dialogs.js";
import { h, icon, setText } from "../shared/dom.js";
import { errorLine } from "../shared/fields.js";
import { icons } from "../shared/icons.js";
import { tellChange } from "../shared/states.js";
import { plural } from "../shared/texts.js";
import { reportFailures } from "./report.js";
import { noteChange, sayDone } from "./undo.js";

/** How many documents a question names. */
const mostNamed = 8;

export class Selection {
  #database;
  #chosen = new Set();
  #last = null;
  #documents = [];
  #count = h("span.selection-count", { role: "status" });
  #all = h("button.quiet", { type: "button", "data-action": "select-all", title: "All that are shown", onclick: () => this.#turnAll() }, "All");
  #delete = h("button.danger", { type: "button", "data-action": "delete-selected", onclick: () => this.#askDelete() }, "Delete…");
  #export = h("button", { type: "button", "data-action": "export-selected", onclick: () => this.exporting(this.#selected) }, "Export…");
  #close;
  isOn = false;

  /**
   * @param {() => void} redraw Draws the rows again, with or without boxes.
   * @param {(documents: object[]) => void} exporting Exports documents.
   */
  constructor(database, redraw, exporting) {
    this.#database = database;
    this.redraw = redraw;
    this.exporting = exporting;
    this.#close = h("button.icon-button", { type: "button", "aria-label": "End the selection", title: "End the selection", "data-action": "end-selection", onclick: () => this.turn(false) }, icon(icons.cross));
    this.element = h("div.selection-bar", { role: "group", "aria-label": "Selected documents", hidden: true }, this.#count, this.#all, this.#export, this.#delete, this.#close);
  }

  turn(isOn) {
    this.isOn = isOn;
    this.#chosen.clear();
    this.element.hidden = !isOn;
    this.redraw();
    this.#tell();
    if (isOn) this.#all.focus();
  }

  /** Takes the documents that are listed; those that are gone are no longer selected. */
  take(documents) {
    this.#documents = documents.filter(({ updateTime }) => updateTime);
    const names = new Set(this.#documents.map(({ name }) => name));
    for (const name of this.#chosen) if (!names.has(name)) this.#chosen.delete(name);
    this.#tell();
  }

  /** The box of a document. With Shift, it also turns those between it and the last one. */
  box(name, label) {
    const box = h("input.row-box", { type: "checkbox", "aria-label": `Select ${label}`, "data-select": label, onclick: (event) => this.#turnBox(name, box.checked, event.shiftKey) });
    box.checked = this.#chosen.has(name);
    return h("label.row-select", {}, box);
  }

  has(name) {
    return this.#chosen.has(name);
  }

  get #selected() {
    return this.#documents.filter(({ name }) => this.#chosen.has(name));
  }

  #turnBox(name, isOn, isRange) {
    const names = this.#documents.map((one) => one.name);
    const [from, to] = [names.indexOf(this.#last), names.indexOf(name)].sort((a, b) => a - b);
    for (const one of isRange && from >= 0 ? names.slice(from, to + 1) : [name]) this.#set(one, isOn);
    this.#last = name;
    if (isRange) this.redraw();
    this.#tell();
  }

  #set(name, isOn) {
    if (isOn) this.#chosen.add(name);
    else this.#chosen.delete(name);
  }

  #turnAll() {
    const isOn = this.#chosen.size < this.#documents.length;
    for (const { name } of this.#documents) this.#set(name, isOn);
    this.redraw();
    this.#tell();
  }

  #tell() {
    setText(this.#count, `${this.#chosen.size} selected`);
    setText(this.#all, this.#chosen.size > 0 && this.#chosen.size === this.#documents.length ? "None" : "All");
    this.#delete.disabled = this.#export.disabled = this.#chosen.size === 0;
  }

  /** Asks, and deletes the versions that are shown now. */
  #askDelete() {
    const documents = this.#selected;
    const what = plural(documents.length, "document");
    return inDialog(`Delete ${what}?`, "div", (close) => {
      const problem = errorLine();
      const progress = h("p.dialog-place", { role: "status" });
      const button = h("button.danger", { type: "button", "data-action": "confirm", onclick: async () => {
        button.disabled = true;
        problem.hide();
        try {
          await this.#carryOut(documents, (count) => setText(progress, `${count} of ${documents.length}`), close);
        } catch (error) {
          problem.show(error.message);
          button.disabled = false;
        }
      } }, `Delete ${what}`);
      return [
        h("ul.write-list", { role: "list" }, documents.slice(0, mostNamed).map(({ name }) => h("li", {}, h("strong", { dir: "auto" }, this.#database.segmentsOf(name).join("/"))))),
        documents.length > mostNamed && h("p", {}, `And ${plural(documents.length - mostNamed, "more", "more")}.`),
        h("p", {}, "Collections below them stay. A document that changes before it is deleted stays too."),
        progress, problem.element, h("div.dialog-actions", {}, cancelButton(close), button),
      ];
    });
  }

  async #carryOut(documents, progress, close) {
    const { done, failed } = await this.#database.writeAll(documents.map((before) => ({ name: before.name, before, write: { delete: before.name, currentDocument: { updateTime: before.updateTime } } })), progress);
    const what = `Deleted ${plural(done.length, "document")}`;
    noteChange(this.#database, what, done);
    close(true);
    tellChange(this.element);
    if (failed.length === 0) {
      this.turn(false);
      sayDone(this.#database, this.element, what);
    } else {
      await reportFailures(what, failed, this.#database);
    }
  }
}
