// The pane of collections: those at the top of the database, or those below a document.

import { hashOf } from "../shared/addresses.js";
import { fill, h, icon } from "../shared/dom.js";
import { icons } from "../shared/icons.js";
import { failed, loading, nothing, tellChange } from "../shared/states.js";
import { exportDocuments } from "./export.js";
import { fileChoice } from "./import.js";
import { newDocument } from "./new-document.js";

/** Links to collections below a path. */
export function collectionLinks(parent, ids, selected = null) {
  return h("ul.data-pane-list", { role: "list" }, ids.map((id) => {
    const path = [...parent, id];
    return h("li", {}, h("a.data-pane-row.collection-row", { href: hashOf(path), "data-collection": path.join("/"), "aria-current": id === selected ? "true" : null }, icon(icons.folder), h("span", { dir: "auto" }, id)));
  }));
}

/**
 * The button that starts a collection below a path.
 *
 * @param {() => void} started Called once the collection exists.
 */
export function startButton(tag, database, parent, started) {
  return h(tag, { type: "button", "data-action": "start-collection", onclick: async () => {
    const path = await newDocument(database, parent, true);
    if (!path) return;
    started();
    location.hash = hashOf(path);
  } }, "+ Start collection");
}

/** A button of the row above a list. */
export function toolButton(label, action, drawing, act) {
  return h("button.icon-button", { type: "button", "aria-label": label, title: label, "data-action": action, onclick: act }, icon(drawing));
}

export class CollectionsPane {
  #database;
  #parent;
  #list = h("div.data-pane-body", {});
  #ids = null;
  #selected = null;
  #isStopped = false;

  /** @param {string[]} parent The path of a document, or nothing for the top of the database. */
  constructor(database, parent) {
    this.#database = database;
    this.#parent = parent;
    const isTop = parent.length === 0;
    const file = fileChoice(database, [], () => this.element);
    this.element = h("section.data-pane.collections-pane", { "aria-label": isTop ? "Collections" : `Collections below ${parent.join("/")}` },
      h("div.data-pane-head", {}, h("h2", { dir: "auto" }, isTop ? "Collections" : parent.at(-1)), !isTop && h("a.data-pane-up", { href: hashOf(parent) }, "Show document")),
      h("div.data-pane-tools", {}, startButton("button.quiet.data-pane-add", database, parent, () => tellChange(this.element)),
        h("div.tool-group", {}, isTop && toolButton("Import documents", "import-all", icons.upload, () => file.click()), isTop && file,
          toolButton(isTop ? "Export the database" : "Export everything below", "export-all", icons.download, () => exportDocuments(database, parent, {})))),
      this.#list);
    this.#load();
  }

  /** Looks again. */
  async look() {
    try {
      const found = await this.#database.collections(this.#parent);
      if (this.#isStopped || (this.#ids && this.#ids.join("/") === found.join("/"))) return;
      this.#ids = found;
      this.#draw();
    } catch (error) {
      if (this.#isStopped || this.#ids) return;
      fill(this.#list, failed(error, () => this.#load()));
    }
  }

  /** Marks the collection that the pane beside it shows; null for none. */
  select(id) {
    this.#selected = id;
    if (this.#ids) this.#draw();
  }

  stop() {
    this.#isStopped = true;
  }

  #load() {
    fill(this.#list, loading("Loading collections"));
    return this.look();
  }

  #draw() {
    const [list, ids, selected] = [this.#list, this.#ids, this.#selected];
    if (ids.length === 0) {
      fill(list, nothing("No collections", this.#parent.length === 0 ? ["The database is empty. Start a collection, create sample conversations on the page of the chat, or load a file: ", h("code.command", {}, "receipts seed chat.json"), "."] : "There is nothing below this document."));
      return;
    }
    // The selected collection stays in the list even while it is empty.
    const shown = selected !== null && !ids.includes(selected) ? [...ids, selected] : ids;
    const focused = list.contains(document.activeElement) ? document.activeElement.dataset.collection : null;
    fill(list, collectionLinks(this.#parent, shown, selected));
    if (focused !== null) [...list.querySelectorAll("a")].find((link) => link.dataset.collection === focused)?.focus();
  }
}
