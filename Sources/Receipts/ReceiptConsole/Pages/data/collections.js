// The pane of collections: those at the top, or those below a document.

import { fill, h, icon } from "../shared/dom.js";
import { hashOf } from "../shared/firestore/paths.js";
import { newDocument } from "../shared/dialogs.js";
import { failed, loading, nothing, tellChange } from "../shared/states.js";

const folder = "M3 7a2 2 0 0 1 2-2h4l2 2h8a2 2 0 0 1 2 2v8a2 2 0 0 1-2 2H5a2 2 0 0 1-2-2z";

/**
 * Shows the collections below a path.
 *
 * @returns {{element, look: () => Promise, select: (id: string|null) => void, stop: () => void}}
 */
export function collectionsPane(database, parent) {
  const list = h("div.data-pane-body", {});
  const start = h("button.quiet.data-pane-add", { type: "button", "data-action": "start-collection", onclick: begin }, "+ Start collection");
  const title = parent.length === 0 ? "Collections" : parent.at(-1);
  const element = h("section.data-pane.collections-pane", { "aria-label": parent.length === 0 ? "Collections" : `Collections below ${parent.join("/")}` },
    h("div.data-pane-head", {}, h("h2", { dir: "auto" }, title), parent.length > 0 && h("a.data-pane-up", { href: hashOf(parent) }, "Show document")), start, list);
  let ids = null;
  let selected = null;
  let isStopped = false;

  async function begin() {
    const path = await newDocument(database, parent, true);
    if (!path) return;
    tellChange(element);
    location.hash = hashOf(path);
  }

  async function look() {
    try {
      const found = await database.collections(parent);
      if (isStopped || (ids && ids.join("/") === found.join("/"))) return;
      ids = found;
      draw();
    } catch (error) {
      if (isStopped || ids) return;
      fill(list, failed(error, retry));
    }
  }

  function retry() {
    fill(list, loading("Collections are loading"));
    return look();
  }

  function draw() {
    if (ids.length === 0) {
      fill(list, nothing("No collections", parent.length === 0 ? "The database is empty. Start a collection, or load a seed." : "Nothing lies below this document."));
      return;
    }
    // A collection that is looked at stays in the list, also while it is empty.
    const shown = selected !== null && !ids.includes(selected) ? [...ids, selected] : ids;
    const focused = list.contains(document.activeElement) ? document.activeElement.dataset.collection : null;
    fill(list, h("ul.data-pane-list", { role: "list" }, shown.map((id) => {
      const path = [...parent, id];
      const isHere = id === selected;
      return h("li", {}, h("a.data-pane-row.collection-row", { href: hashOf(path), "data-collection": path.join("/"), "aria-current": isHere ? "true" : null }, icon(folder), h("span", { dir: "auto" }, id)));
    })));
    if (focused !== null) [...list.querySelectorAll("a")].find((link) => link.dataset.collection === focused)?.focus();
  }

  retry();
  return {
    element,
    look,
    select(id) {
      selected = id;
      if (ids) draw();
    },
    stop: () => (isStopped = true),
  };
}
