// The pane of one document: its fields, to view and to edit, and the collections below it.

import { confirmed } from "../shared/dialogs.js";
import { fill, h, icon } from "../shared/dom.js";
import { fieldTree } from "../shared/firestore/field-tree.js";
import { changedPlaces, timestampText } from "../shared/firestore/values.js";
import { icons } from "../shared/icons.js";
import { copyText } from "../shared/notices.js";
import { fadeChanges, failed, loading, nothing, tellChange } from "../shared/states.js";
import { localTime, plural } from "../shared/texts.js";
import { collectionLinks, startButton } from "./collections.js";
import { DocumentEditing } from "./editing.js";
import { jsonView } from "./json-view.js";
import { newDocument } from "./new-document.js";
import { sayDone } from "./undo.js";
import { showsJSON, viewSwitch } from "./view-switch.js";
import { showVersions } from "./versions.js";

export class DocumentPane {
  #database;
  #path;
  #actions = h("div.document-actions", {});
  #body = h("div.data-pane-body.document-body", {});
  #status = h("span.visually-hidden", { role: "status" });
  /** What is folded in the tree of fields. */
  #folds = new Map();
  /** The document; null if it does not exist, undefined until the first answer. */
  #current;
  #below = [];
  #editing = null;
  #isStopped = false;

  constructor(database, path) {
    this.#database = database;
    this.#path = path;
    this.element = h("section.data-pane.document-pane", { "aria-label": `Document ${path.join("/")}`, "data-open-document": path.join("/") },
      h("div.data-pane-head", {}, h("h2", { dir: "auto" }, path.at(-1)), this.#actions), this.#body, this.#status);
    this.#load();
  }

  /** Looks again. */
  async look() {
    try {
      const [document, collections] = await Promise.all([this.#database.document(this.#path), this.#database.collections(this.#path)]);
      if (this.#isStopped) return;
      this.#take(document, collections);
    } catch (error) {
      if (this.#isStopped || this.#current !== undefined) return;
      fill(this.#body, failed(error, () => this.#load()));
    }
  }

  stop() {
    this.#isStopped = true;
  }

  /** Ends editing without saving. */
  discard() {
    if (this.#editing) this.#leave();
  }

  /** Whether leaving now would lose changes. */
  isEdited() {
    return this.#editing?.isEdited() ?? false;
  }

  #load() {
    fill(this.#body, loading("Loading the document", 6));
    return this.look();
  }

  #take(document, collections) {
    const before = this.#current;
    const isFirst = before === undefined;
    const isSameVersion = before?.updateTime === document?.updateTime;
    const areSameCollections = collections.join("/") === this.#below.join("/");
    this.#current = document;
    this.#below = collections;
    if (this.#editing) {
      this.#editing.notice(document);
    } else if (isFirst || !areSameCollections || !isSameVersion) {
      this.#draw(before && document ? changedPlaces(before.fields ?? {}, document.fields ?? {}) : new Set());
      if (!isFirst && !isSameVersion) this.#status.textContent = document ? "The document has changed." : "The document has been deleted.";
    }
  }

  // ---- Drawing

  #draw(changed) {
    const body = this.#body;
    const top = body.scrollTop;
    const focused = body.contains(document.activeElement) ? document.activeElement.closest("[data-field]")?.dataset.field : null;
    if (this.#current === null) this.#drawMissing();
    else this.#drawFields(changed);
    body.scrollTop = top;
    fadeChanges(body);
    if (focused) body.querySelector(`[data-field="${CSS.escape(focused)}"]`)?.querySelector("summary, a, button")?.focus();
  }

  #drawMissing() {
    fill(this.#actions, this.#versionsButton(), this.#copyButtons());
    fill(this.#body,
      nothing("This document does not exist", this.#below.length > 0 ? "It is listed because there are collections below it." : "It may have been deleted.",
        h("button", { type: "button", "data-action": "create-missing", onclick: () => this.#create() }, "Create it")),
      this.#below.length > 0 && this.#belowList());
  }

  async #create() {
    if (await newDocument(this.#database, this.#path.slice(0, -1), false, this.#path.at(-1))) tellChange(this.element);
  }

  #drawFields(changed) {
    const { fields = {}, createTime, updateTime } = this.#current;
    const isEmpty = Object.keys(fields).length === 0;
    fill(this.#actions, this.#versionsButton(), this.#copyButtons(),
      h("button.icon-button", { type: "button", "aria-label": "Delete the document", title: "Delete the document", "data-action": "delete-document", onclick: () => this.#askDelete() }, icon(icons.bin)),
      h("button", { type: "button", "data-action": "edit-document", onclick: () => this.#edit() }, "Edit"));
    fill(this.#body,
      h("div.section-head", {}, viewSwitch(() => this.#turn()), h("button.quiet", { type: "button", "data-action": "new-field", onclick: () => this.#edit(null, true) }, "+ Add field")),
      showsJSON() ? jsonView(fields, this.#database.name) : isEmpty ? h("p.quiet-line", {}, "The document has no fields.") : fieldTree(fields, { database: this.#database.name, changed, folds: this.#folds, onedit: (name) => this.#edit(name) }),
      this.#belowList(),
      h("dl.document-times", {}, time("Created", createTime), time("Changed", updateTime)));
  }

  /** Draws the other view, once the switch has turned. */
  #turn() {
    queueMicrotask(() => {
      this.#draw(new Set());
      this.#body.querySelector(".view-switch [aria-pressed=true]")?.focus();
    });
    return true;
  }

  #belowList() {
    return h("section.below", { "aria-label": "Collections below" },
      h("div.section-head", {}, h("h3", {}, "Collections below"), startButton("button.quiet", this.#database, this.#path, () => tellChange(this.element))),
      this.#below.length === 0 ? h("p.quiet-line", {}, "None.") : collectionLinks(this.#path, this.#below));
  }

  #versionsButton() {
    return this.#database.place.isEmulator && h("button.icon-button", { type: "button", "aria-label": "Versions of the document", title: "Versions", "data-action": "versions", onclick: () => showVersions(this.#database, this.#path) }, icon(icons.clock));
  }

  #copyButtons() {
    const button = (what, text, action, drawing) => h("button.icon-button", { type: "button", "aria-label": `Copy ${what}`, title: `Copy ${what}`, "data-action": action, onclick: () => copyText(text, what) }, icon(drawing));
    return [button("the path", this.#path.join("/"), "copy-path", icons.copy), button("the reference", this.#database.nameOf(this.#path), "copy-reference", icons.link)];
  }

  #askDelete() {
    const path = this.#path.join("/");
    const base = this.#current;
    const count = Object.keys(this.#current?.fields ?? {}).length;
    const stays = this.#below.length === 0
      ? "There are no collections below it."
      : `The collections below it stay, and can still be reached by their paths: ${this.#below.join(", ")}.`;
    return confirmed({
      title: "Delete this document?",
      texts: [`${path} and its ${plural(count, "field")} will be deleted permanently.`, stays],
      action: "Delete",
      act: async () => {
        await this.#database.delete(this.#path, base);
        tellChange(this.element);
        sayDone(this.#database, this.element, `Deleted ${path}`);
      },
    });
  }

  // ---- Editing

  #edit(name = null, addsField = false) {
    if (this.#current === null) return;
    this.#editing = new DocumentEditing({
      database: this.#database,
      path: this.#path,
      base: this.#current,
      actions: this.#actions,
      body: this.#body,
      look: () => this.look(),
      leave: () => this.#leave(),
      saved: () => this.#saved(),
    });
    if (addsField) this.#editing.addField();
    else this.#editing.focus(name);
  }

  #leave() {
    this.#editing = null;
    this.#draw(new Set());
    this.#actions.querySelector("[data-action=edit-document]")?.focus();
  }

  async #saved() {
    this.#editing = null;
    await this.look();
    if (!this.#isStopped && this.#body.querySelector("form")) this.#leave();
    tellChange(this.element);
    sayDone(this.#database, this.element, `Saved ${this.#path.join("/")}`);
  }
}

function time(label, text) {
  return h("div", {}, h("dt", {}, label), h("dd", {}, h("time", { datetime: text, title: localTime(text) }, timestampText(text))));
}
