// The data page of a Realtime Database: a tree that opens where somebody looks.

import { readAddress, writeAddress } from "../shared/addresses.js";
import { fill, h, icon } from "../shared/dom.js";
import { hashOf } from "../shared/firestore/paths.js";
import { crumbs, jumpForm, liveSwitch } from "../shared/place.js";
import { confirmed } from "../shared/dialogs.js";
import { fadeChanges, failed, loading, nothing } from "../shared/states.js";
import { copyText, say } from "../shared/notices.js";
import { correctAddress } from "../shared/navigation.js";
import { storeSwitch } from "../shared/stores.js";
import { TreeDatabase } from "./database.js";
import { Tree } from "./nodes.js";
import { addChild, editValue } from "./dialogs.js";
import { segmentsFromText } from "../shared/realtime/paths.js";
import { shownText } from "../shared/realtime/values.js";
import { count, treeView } from "./view.js";

const bin = "M4 7h16M9 7V4h6v3M6 7l1 13h10l1-13M10 11v5M14 11v5";
const copyIcon = "M9 9h10v11H9zM15 9V5H5v11h4";

/** Which nodes are open stays, also when somebody looks at another page meanwhile. */
const open = new Set();

/** Shows the page; returns what cleans up after it. */
export async function show(root, about) {
  const database = new TreeDatabase();
  const place = h("nav.crumbs", { "aria-label": "Path" });
  const jump = jumpForm("place in the database", (text) => hashOf(segmentsFromText(text), "tree"));
  const title = h("h2", { dir: "auto" });
  const actions = h("div.document-actions.tree-actions", { role: "group", "aria-label": "What is chosen" });
  const body = h("div.data-pane-body.tree-body", {});
  const view = treeView({ onselect: chosen, onopen: turn, onmore: more, onedit: edit, ondelete: askDelete, onadd: add });
  const live = liveSwitch(about, about.realtimeDatabase, look, "a few requests for every node shown");
  const page = h("div.data-page.tree-page", {}, h("h1.visually-hidden", {}, "Data"), h("div.path-bar", {}, storeSwitch(about, "tree"), place, jump, live.element),
    h("section.data-pane.tree-pane", { "aria-label": "Realtime Database" }, h("div.data-pane-head", {}, title, actions), body));
  fill(root, page);
  let tree = null;
  /** The path that the address has chosen, until it is shown. */
  let wanted = null;

  function route() {
    const { page: name, path: segments, chosen: path } = readAddress(location.hash);
    if (name !== "tree") return;
    // What was chosen is to be seen.
    const parts = path?.split("/") ?? [];
    for (let length = segments.length; length < parts.length; length += 1) open.add(parts.slice(0, length).join("/"));
    tree = new Tree(database, segments, open);
    wanted = path;
    fill(place, crumbs("tree", segments));
    showActions(null);
    load();
  }

  async function load() {
    fill(body, loading("The data is loading", 7));
    const asked = tree;
    await asked.refresh();
    if (asked !== tree) return;
    draw();
    if (wanted !== null && tree.find(wanted)) view.select(wanted);
    wanted = null;
  }

  /** What is chosen stands in the address, for a reload and for others; going from node to node makes no steps to go back. */
  function chosen(node) {
    showActions(node);
    const address = readAddress(location.hash);
    if (address.page === "tree" && node !== null && wanted === null) correctAddress(writeAddress({ ...address, chosen: node === tree.root ? null : node.path }));
  }

  async function look() {
    const asked = tree;
    if (asked?.root.isKnown !== true) return;
    const isChanged = await asked.refresh();
    if (isChanged && asked === tree) draw();
  }

  function draw() {
    const { root: top } = tree;
    if (!top.isKnown) {
      fill(body, failed(new Error(top.error), load));
      return;
    }
    const isEmpty = top.json === "null";
    if (isEmpty) {
      const isAll = top.segments.length === 0;
      fill(body, nothing(isAll ? "The database is empty" : "Nothing is here", isAll ? "Add a child, or load a seed." : "It may have been deleted, or never been written.",
        h("button", { type: "button", "data-action": "add-child", onclick: () => add(top) }, "Add a child")));
      showActions(null);
      return;
    }
    const { scrollTop } = body;
    view.draw(tree);
    if (body.firstElementChild !== view.element || body.childElementCount !== 1) fill(body, view.element);
    body.scrollTop = scrollTop;
    fadeChanges(body);
    showActions(view.selected());
  }

  /** The focus goes along with the choice; a button that had it may be gone, and with it the place where somebody was. */
  function keepFocus() {
    if (document.activeElement === document.body || view.element.contains(document.activeElement)) view.focus();
  }

  // ---- What can be done with the node that is chosen

  let acted = null;

  function showActions(node) {
    const key = node && JSON.stringify([node.path, node.isBranch]);
    if (node !== null && key === acted) return;
    acted = key;
    const { path } = node ?? tree.root;
    fill(title, path === "" ? "Database" : path);
    fill(actions, node && [
      h("button.icon-button", { type: "button", "aria-label": "Copy the path", title: "Copy the path", "data-action": "copy-path", onclick: () => copyText(node.path, "The path") }, icon(copyIcon)),
      node.segments.length > 0 && h("button.icon-button", { type: "button", "aria-label": "Delete", title: "Delete (Delete key)", "data-action": "delete-node", onclick: () => askDelete(current(node)) }, icon(bin)),
      node !== tree.root && node.isBranch && h("a.button", { href: hashOf(node.segments, "tree"), "data-action": "show-alone", title: "Show only what is below" }, "Go here"),
      node.isBranch
        ? h("button", { type: "button", "data-action": "add-child", title: "Add a child (Insert key)", onclick: () => add(current(node)) }, "Add child")
        : h("button", { type: "button", "data-action": "edit-value", title: "Edit the value (Enter key)", onclick: () => edit(current(node)) }, "Edit"),
    ]);
  }

  /** The node as it is now: another look may have made it anew. */
  function current(node) {
    return tree.find(node.path) ?? node;
  }

  async function turn(node, isOpen) {
    tree.setOpen(node, isOpen);
    draw();
    if (!isOpen) return;
    const asked = tree;
    await asked.refresh(node);
    if (asked === tree) draw();
  }

  async function more(node) {
    const [asked, shown] = [tree, node.keys.length];
    await asked.more(node);
    if (asked !== tree) return;
    draw();
    const next = node.list[shown];
    if (next) view.select(next.path);
    view.focus();
  }

  async function changed(path = null) {
    await tree.refresh();
    draw();
    if (path !== null && tree.find(path)) view.select(path);
    keepFocus();
  }

  async function edit(node) {
    if (!node.isKnown || node.isBranch) return;
    if (!await editValue(database, node)) return;
    say(`/${node.path} is saved.`);
    await changed(node.path);
  }

  async function add(node) {
    const asked = tree;
    const key = await addChild(database, node.segments);
    if (key === false) return;
    say(`/${[...node.segments, key].join("/")} is saved.`);
    if (asked !== tree) return;
    tree.setOpen(node, true);
    await changed([...node.segments, key].join("/"));
  }

  async function askDelete(node) {
    if (node.segments.length === 0) return;
    const below = node.isBranch ? `With it go its ${count(node)}, and all that lies below them.` : `Its value is ${shownText(node.json, 100)}.`;
    const isDone = await confirmed({
      title: "Delete this?",
      texts: [`/${node.path} goes for good.`, below],
      action: "Delete",
      act: async () => {
        await database.remove(node.segments);
        return true;
      },
    });
    if (!isDone) return;
    say(`/${node.path} is deleted.`);
    await changed();
  }

  addEventListener("hashchange", route);
  route();
  return () => {
    removeEventListener("hashchange", route);
    live.stop();
    tree = null;
  };
}
