// The data page of Firestore: the collections, the documents of one, and one document, side by side.

import { hashOf, readAddress, writeAddress } from "../shared/addresses.js";
import { confirmed } from "../shared/dialogs.js";
import { arrange, fill, h } from "../shared/dom.js";
import { isDocument, segmentsFromText } from "../shared/firestore/paths.js";
import { correctAddress, recordChoice } from "../shared/navigation.js";
import { PastBar } from "../shared/past/bar.js";
import { crumbs, jumpForm, liveSwitch } from "../shared/place.js";
import { nothing } from "../shared/states.js";
import { storeSwitch } from "../shared/stores.js";
import { CollectionsPane } from "./collections.js";
import { Database } from "./database.js";
import { DocumentPane } from "./document.js";
import { DocumentsPane } from "./documents.js";
import { acceptDrops } from "./import.js";
import { undoControl } from "./undo.js";
import { ViewAs } from "./view-as.js";

/** Shows the page; returns what cleans up after it. */
export async function show(root, about) {
  const page = new DataPage(root, about);
  page.start();
  return () => page.stop();
}

class DataPage {
  #database;
  /** The panes by what they show: "document #/data/users/alice". */
  #panes = new Map();
  #place = h("nav.crumbs", { "aria-label": "Path" });
  #columns = h("div.data-columns", {});
  #live;
  /** Both are null where there is no emulator. */
  #past = null;
  #viewAs = null;
  #marking = null;
  #undo;
  #refuseDrops;
  /** The path of the collection that is open, or nothing. */
  #collection = [];
  #element;
  #listeners = [];

  constructor(root, about) {
    this.#database = new Database(about);
    const jump = jumpForm("document or collection", (text) => hashOf(segmentsFromText(text, this.#database.name)));
    this.#live = liveSwitch(about, about.firestore, () => this.#look(), "one read for every document shown");
    if (about.firestore.isEmulator) this.#makeLenses();
    this.#undo = undoControl(this.#database, this.#columns);
    this.#element = h("div.data-page", {}, h("h1.visually-hidden", {}, "Data"), h("div.path-bar", {}, storeSwitch(about, "data"), this.#place, this.#undo.element, jump, this.#viewAs?.button, this.#past?.button, this.#live.element), this.#past?.element, this.#viewAs?.element, this.#columns);
    fill(root, this.#element);
  }

  /** Looking at the past, and as somebody else. */
  #makeLenses() {
    const change = (lens) => {
      const address = writeAddress({ ...readAddress(location.hash), page: "data", ...lens });
      if (this.#isEdited()) this.#askToLeave(address);
      else {
        recordChoice(address);
        this.#route(null);
      }
    };
    this.#past = new PastBar({
      database: this.#database.name,
      places: () => {
        const { path } = readAddress(location.hash);
        return path?.length > 0 ? [path.join("/")] : [];
      },
      placesText: "this place",
      choose: (at) => change({ at }),
    });
    this.#viewAs = new ViewAs(this.#database, (as) => change({ as }));
    new MutationObserver(() => this.#markSoon()).observe(this.#columns, { childList: true, subtree: true });
  }

  #markSoon() {
    clearTimeout(this.#marking);
    this.#marking = setTimeout(() => this.#viewAs.mark(this.#columns), 50);
  }

  start() {
    this.#listen(window, "hashchange", (event) => this.#route(event));
    this.#listen(window, "beforeunload", (event) => this.#isEdited() && event.preventDefault());
    this.#listen(document, "click", (event) => this.#guard(event), true);
    // Changes made here show at once, even if the database does not push changes.
    this.#listen(this.#element, "database-changed", () => this.#look());
    this.#refuseDrops = acceptDrops(this.#database, this.#columns, () => this.#collection);
    this.#route(null);
  }

  stop() {
    for (const [target, kind, handler, isCapturing] of this.#listeners) target.removeEventListener(kind, handler, isCapturing);
    this.#live.stop();
    this.#past?.stop();
    clearTimeout(this.#marking);
    this.#undo.stop();
    this.#refuseDrops();
    for (const pane of this.#panes.values()) pane.stop();
  }

  #listen(target, kind, handler, isCapturing = false) {
    target.addEventListener(kind, handler, isCapturing);
    this.#listeners.push([target, kind, handler, isCapturing]);
  }

  async #look() {
    await Promise.all([...this.#panes.values()].map((pane) => pane.look()));
  }

  // ---- The panes

  /** @param {HashChangeEvent|null} event Null when the page opens. */
  #route(event) {
    const { page, path, view, at, as } = readAddress(location.hash);
    if (page !== "data") return;
    if (event && this.#isEdited() && !this.#panes.has(`document ${hashOf(path)}`)) {
      // The browser's back button leaves the editor too.
      const wanted = location.hash;
      correctAddress(new URL(event.oldURL).hash);
      this.#askToLeave(wanted);
      return;
    }
    this.#lookThrough(at, as);
    this.#arrange(this.#panesFor(path, view));
    fill(this.#place, crumbs("data", path));
    this.#past?.moved();
  }

  /** Shows the data as it was at a time, or is now, and as somebody sees it. */
  #lookThrough(at, as) {
    if (this.#past === null) return;
    this.#past.show(at);
    this.#viewAs.show(as);
    this.#markSoon();
    if (at === this.#database.at) return;
    this.#database.at = at;
    this.#element.classList.toggle("is-past", at !== null);
    // Everything is read again.
    this.#arrange(new Map());
  }

  /** Links on the page lead to other places at the same time, and as the same user. */
  #keepLenses(link) {
    const [here, there] = [readAddress(location.hash), readAddress(link.getAttribute("href"))];
    if (there.page !== "data" || !this.#element.contains(link) || link.closest(".past-bar")) return;
    link.setAttribute("href", writeAddress({ ...there, at: there.at ?? here.at, as: there.as ?? here.as }));
  }

  /** The panes for a path, by key and in order; those that are there already are kept. */
  #panesFor(path, view) {
    const document = isDocument(path) ? path : null;
    const collection = document ? path.slice(0, -1) : path.length > 0 ? path : null;
    this.#collection = collection ?? [];
    const parent = collection ? collection.slice(0, -1) : [];
    const panes = new Map();
    const add = (kind, segments, make) => {
      const key = `${kind} ${hashOf(segments)}`;
      const pane = this.#panes.get(key) ?? make();
      panes.set(key, pane);
      return pane;
    };
    add("collections", parent, () => new CollectionsPane(this.#database, parent)).select(collection?.at(-1) ?? null);
    if (collection) {
      const documents = add("documents", collection, () => new DocumentsPane(this.#database, collection, view, tellView));
      documents.show(view);
      documents.select(document?.at(-1) ?? null);
    }
    if (document) add("document", document, () => new DocumentPane(this.#database, document));
    return panes;
  }

  /** Shows exactly these panes. Those that stay are not moved, so that they keep their scroll position and focus. */
  #arrange(panes) {
    for (const [key, pane] of this.#panes) if (!panes.has(key)) pane.stop();
    this.#panes = panes;
    const elements = [...panes.values()].map((pane) => pane.element);
    while (elements.length < 3) elements.push(emptyPane(elements.length));
    arrange(this.#columns, elements);
    this.#columns.dataset.depth = String(panes.size);
  }

  // ---- Unsaved changes

  #isEdited() {
    return [...this.#panes.values()].some((pane) => pane.isEdited?.());
  }

  /** Asks before a link leaves the editor with unsaved changes. */
  #guard(event) {
    const link = event.target.closest?.("a[href^='#/']");
    if (link && readAddress(location.hash).page === "data") this.#keepLenses(link);
    if (!link || event.ctrlKey || event.metaKey || event.shiftKey || !this.#isEdited()) return;
    event.preventDefault();
    event.stopPropagation();
    this.#askToLeave(link.getAttribute("href"));
  }

  async #askToLeave(hash) {
    const goes = await confirmed({ title: "Leave without saving?", texts: ["Your changes to this document are not saved yet."], action: "Leave", act: async () => true });
    if (!goes) return;
    for (const pane of this.#panes.values()) pane.discard?.();
    location.hash = hash;
  }
}

/** Puts another filter or order into the address; typing adds no step to the history. */
function tellView(view, isTyping) {
  const address = writeAddress({ ...readAddress(location.hash), page: "data", view });
  if (isTyping) correctAddress(address);
  else recordChoice(address);
}

function emptyPane(index) {
  return h("section.data-pane.is-empty", { "aria-hidden": "true" }, index === 1 ? nothing("Choose a collection", "Its documents are listed here.") : nothing("Choose a document", "Its fields are shown here."));
}
