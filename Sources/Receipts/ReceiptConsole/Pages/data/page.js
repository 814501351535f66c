// The data page: the collections, the documents of one, and one document, side by side.

import { fill, h } from "../shared/dom.js";
import { readAddress, writeAddress } from "../shared/addresses.js";
import { Database } from "./database.js";
import { hashOf, isDocument, segmentsFromText } from "../shared/firestore/paths.js";
import { crumbs, jumpForm, liveSwitch } from "../shared/place.js";
import { correctAddress, recordChoice } from "../shared/navigation.js";
import { storeSwitch } from "../shared/stores.js";
import { collectionsPane } from "./collections.js";
import { documentsPane } from "./documents.js";
import { documentPane } from "./document.js";
import { confirmed } from "../shared/dialogs.js";
import { nothing } from "../shared/states.js";

/** Shows the page; returns what cleans up after it. */
export async function show(root, about) {
  const database = new Database(about);
  const panes = new Map();
  const place = h("nav.crumbs", { "aria-label": "Path" });
  const jump = jumpForm("document or collection", (text) => hashOf(segmentsFromText(text, database.name)));
  const columns = h("div.data-columns", {});
  const live = liveSwitch(about, about.firestore, look, "a read for every document shown");
  const page = h("div.data-page", {}, h("h1.visually-hidden", {}, "Data"), h("div.path-bar", {}, storeSwitch(about, "data"), place, jump, live.element), columns);
  fill(root, page);

  /** A pane goes on as long as the path that it shows is part of what is open. */
  function pane(key, make) {
    if (!panes.has(key)) panes.set(key, make());
    return panes.get(key);
  }

  function route(event) {
    const { page: name, path: segments, view } = readAddress(location.hash);
    if (name !== "data") return;
    if (event && isEdited() && !panes.has(`document ${hashOf(segments)}`)) {
      // The way back leads out of the editor too.
      const wanted = location.hash;
      history.replaceState(null, "", event.oldURL);
      askToLeave(wanted);
      return;
    }
    const document = isDocument(segments) ? segments : null;
    const collection = document ? segments.slice(0, -1) : segments.length > 0 ? segments : null;
    const parent = collection ? collection.slice(0, -1) : [];
    const wanted = [`collections ${hashOf(parent)}`];
    const shown = [pane(wanted[0], () => collectionsPane(database, parent))];
    shown[0].select(collection?.at(-1) ?? null);
    if (collection) {
      const key = hashOf(collection);
      wanted.push(`documents ${key}`);
      shown.push(pane(wanted[1], () => documentsPane(database, collection, view, tellView)));
      shown[1].ask(view);
      shown[1].select(document?.at(-1) ?? null);
    }
    if (document) {
      wanted.push(`document ${hashOf(document)}`);
      shown.push(pane(wanted[2], () => documentPane(database, document)));
    }
    for (const [key, one] of panes) {
      if (wanted.includes(key)) continue;
      one.stop();
      panes.delete(key);
    }
    const elements = shown.map((one) => one.element);
    while (elements.length < 3) elements.push(emptyPane(elements.length));
    // Panes that stay are not taken out and in again, so that they keep their scroll and focus.
    elements.forEach((element, index) => {
      if (columns.children[index] !== element) columns.insertBefore(element, columns.children[index] ?? null);
    });
    while (columns.children.length > 3) columns.lastElementChild.remove();
    columns.dataset.depth = String(shown.length);
    fill(place, crumbs("data", segments));
  }

  /** What is asked of the collection has changed: by somebody's choice, or while they are typing. */
  function tellView(view, isTyping) {
    const address = writeAddress({ ...readAddress(location.hash), page: "data", view });
    if (isTyping) correctAddress(address);
    else recordChoice(address);
  }

  async function look() {
    await Promise.all([...panes.values()].map((one) => one.look()));
  }

  function isEdited() {
    return [...panes.values()].some((one) => one.isEdited?.());
  }

  async function askToLeave(hash) {
    const goes = await confirmed({ title: "Leave without saving?", texts: ["What you have changed in this document is not saved yet."], action: "Leave", act: async () => true });
    if (!goes) return;
    for (const one of panes.values()) one.discard?.();
    location.hash = hash;
  }

  // Following a link leaves the editor: whoever has changed something is asked first.
  const guard = (event) => {
    const link = event.target.closest?.("a[href^='#/']");
    if (!link || event.ctrlKey || event.metaKey || event.shiftKey || !isEdited()) return;
    event.preventDefault();
    event.stopPropagation();
    askToLeave(link.getAttribute("href"));
  };
  const hold = (event) => isEdited() && event.preventDefault();
  addEventListener("hashchange", route);
  addEventListener("beforeunload", hold);
  document.addEventListener("click", guard, true);
  // What was changed here shows at once, also where nobody tells of changes.
  page.addEventListener("database-changed", look);
  route();

  return () => {
    removeEventListener("hashchange", route);
    removeEventListener("beforeunload", hold);
    document.removeEventListener("click", guard, true);
    live.stop();
    for (const one of panes.values()) one.stop();
  };
}

function emptyPane(index) {
  return h("section.data-pane.is-empty", { "aria-hidden": "true" }, index === 1 ? nothing("Choose a collection", "Its documents are listed here.") : nothing("Choose a document", "Its fields are shown here."));
}
