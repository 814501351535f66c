// Editing a document, and what happens when it changes meanwhile.

import { fill, h } from "../shared/dom.js";
import { errorLine, focusProblem } from "../shared/fields.js";
import { changedFields, rebased } from "../shared/firestore/values.js";
import { conflictNotice } from "./conflict.js";
import { fieldsEditor } from "./editor.js";
import { jsonEditor } from "./json-editor.js";
import { showsJSON, viewSwitch } from "./view-switch.js";

/** The editor of a document, in place of its fields. */
export class DocumentEditing {
  #options;
  #editor;
  #save;
  #notice = h("div.notice-holder", {});
  #problem = errorLine();
  #isBusy = false;
  /** The version that editing is based on, and the newest one. */
  #base;
  #current;
  /** The update time of the version that the notice is about. */
  #noticed = null;

  /**
   * @param {object} options database; path; base: the version to edit; actions, body: where to draw; look: looks at the document again; leave: ends
   *   editing; saved: called after the document was saved.
   */
  constructor(options) {
    this.#options = options;
    this.#base = options.base;
    this.#current = options.base;
    this.#draw(options.base.fields ?? {});
  }

  addField() {
    this.#editor.add();
  }

  focus(name) {
    this.#editor.focus(name);
  }

  /** Whether anything differs from the version that editing is based on. */
  isEdited() {
    const fields = this.#editor.read(true);
    return fields === null || changedFields(this.#base.fields ?? {}, fields).length > 0;
  }

  /** Takes the newest version, and says so if it is another one than editing is based on. */
  notice(current) {
    this.#current = current;
    const version = current?.updateTime ?? "";
    if (!this.#hasChanged || this.#isBusy || this.#noticed === version) return;
    this.#noticed = version;
    this.#problem.hide();
    fill(this.#notice, conflictNotice(this.#base, current, this.#editor.read(true), this.#options.database.name, { discard: this.#options.leave, keep: () => this.#keep() }));
  }

  get #hasChanged() {
    return this.#current?.updateTime !== this.#base.updateTime;
  }

  #draw(fields) {
    const { actions, body, database, leave } = this.#options;
    this.#editor = (showsJSON() ? jsonEditor : fieldsEditor)(fields, { database: database.name, label: "the document" });
    this.#save = h("button.primary", { type: "submit", form: "document-form", "data-action": "save-document" }, "Save");
    fill(actions, h("button", { type: "button", "data-action": "cancel-edit", onclick: leave }, "Cancel"), this.#save);
    fill(body, h("form.document-form", {
      id: "document-form", novalidate: true, onkeydown: (event) => this.#key(event),
      onsubmit: (event) => {
        event.preventDefault();
        this.#write();
      },
    }, this.#notice, viewSwitch(() => this.#turn()), this.#editor.element, this.#problem.element));
  }

  /** Goes on with the same fields as JSON, or field by field; not while they are invalid. */
  #turn() {
    const fields = this.#read();
    if (fields === null) return false;
    queueMicrotask(() => {
      this.#draw(fields);
      this.#editor.focus();
    });
    return true;
  }

  /** Enter alone must not save half-written fields by accident; Ctrl+Enter saves. */
  #key(event) {
    if (event.key !== "Enter") return;
    if (event.ctrlKey || event.metaKey) this.#write();
    else if (event.target instanceof HTMLInputElement) event.preventDefault();
  }

  /** The fields; null if some are invalid, the first of which gets the focus. */
  #read() {
    const fields = this.#editor.read();
    if (fields === null) focusProblem(this.#options.body);
    return fields;
  }

  async #write() {
    if (this.#isBusy) return;
    const fields = this.#read();
    if (fields === null) return;
    const { database, path, look, leave, saved } = this.#options;
    const names = changedFields(this.#base.fields ?? {}, fields);
    if (names.length === 0) {
      leave();
      return;
    }
    this.#isBusy = true;
    this.#save.disabled = true;
    this.#problem.hide();
    try {
      await database.update(path, Object.fromEntries(names.filter((name) => name in fields).map((name) => [name, fields[name]])), names, this.#base);
    } catch (error) {
      this.#isBusy = false;
      this.#save.disabled = false;
      if (error.code === "FAILED_PRECONDITION" || error.status === 404) await look();
      // If the document changed meanwhile, the notice says so.
      if (this.#hasChanged) this.#notice.scrollIntoView({ block: "nearest" });
      else this.#problem.show(error.message);
      return;
    }
    await saved();
  }

  /** Goes on from the newest version, keeping what was changed here. */
  async #keep() {
    const mine = this.#read();
    if (mine === null) return;
    if (this.#current === null) {
      await this.#recreate(mine);
      return;
    }
    const fields = rebased(this.#base.fields ?? {}, this.#current.fields ?? {}, mine);
    this.#base = this.#current;
    this.#noticed = null;
    fill(this.#notice);
    this.#draw(fields);
    this.#save.focus();
  }

  async #recreate(fields) {
    const { database, path, saved } = this.#options;
    try {
      await database.create(path, fields);
    } catch (error) {
      this.#problem.show(error.message);
      return;
    }
    await saved();
  }
}
