// The data page of a Realtime Database: a tree whose nodes open on demand.

import { hashOf, readAddress, writeAddress } from "../shared/addresses.js";
import { succeeded, tryAgain } from "../shared/again.js";
import { confirmed } from "../shared/dialogs.js";
import { fill, h, icon } from "../shared/dom.js";
import { icons } from "../shared/icons.js";
import { correctAddress } from "../shared/navigation.js";
import { copyText, say } from "../shared/notices.js";
import { crumbs, jumpForm, liveSwitch } from "../shared/place.js";
import { segmentsFromText } from "../shared/realtime/paths.js";
import { shownText } from "../shared/realtime/values.js";
import { fadeChanges, failed, loading, nothing } from "../shared/states.js";
import { storeSwitch } from "../shared/stores.js";
import { TreeDatabase } from "./database.js";
import { addChild, editValue } from "./dialogs.js";
import { Tree } from "./nodes.js";
import { childCount, TreeView } from "./view.js";

/** The paths of open nodes. They stay open while somebody looks at another page. */
const open = new Set();

/** Shows the page; returns what cleans up after it. */
export async function show(root, about) {
  const page = new TreePage(root, about);
  page.start();
  return () => page.stop();
}

class TreePage {
  #database = new TreeDatabase();
  #place = h("nav.crumbs", { "aria-label": "Path" });
  #title = h("h2", { dir: "auto" });
  #actions = h("div.document-actions.tree-actions", { role: "group", "aria-label": "Selected node" });
  #body = h("div.data-pane-body.tree-body", {});
  #view;
  #live;
  /** Null once the page is left. */
  #tree = null;
  /** The path that the address selects, until it is shown. */
  #wanted = null;
  /** What the buttons are for: the node and whether it has children. */
  #acted = null;
  #scrolling = 0;
  #follow = () => this.#route();
  #lookAgain = () => this.#look();

  constructor(root, about) {
    this.#view = new TreeView({
      onselect: (node) => this.#selected(node),
      onopen: (node, isOpen) => this.#turn(node, isOpen),
      onmore: (node) => this.#more(node),
      onedit: (node) => this.#edit(node),
      ondelete: (node) => this.#askDelete(node),
      onadd: (node) => this.#add(node),
    });
    this.#body.addEventListener("scroll", () => this.#scrolled(), { passive: true });
    this.#live = liveSwitch(about, about.realtimeDatabase, () => this.#look(), "a request for every node on the screen");
    const jump = jumpForm("place in the database", (text) => hashOf(segmentsFromText(text), "tree"));
    fill(root, h("div.data-page.tree-page", {}, h("h1.visually-hidden", {}, "Data"),
      h("div.path-bar", {}, storeSwitch(about, "tree"), this.#place, jump, this.#live.element),
      h("section.data-pane.tree-pane", { "aria-label": "Realtime Database" }, h("div.data-pane-head", {}, this.#title, this.#actions), this.#body)));
  }

  start() {
    addEventListener("hashchange", this.#follow);
    this.#route();
  }

  stop() {
    removeEventListener("hashchange", this.#follow);
    this.#live.stop();
    clearTimeout(this.#scrolling);
    this.#tree = null;
  }

  #route() {
    const { page, path, chosen } = readAddress(location.hash);
    if (page !== "tree") return;
    // Opens what is above the selected node.
    const parts = chosen?.split("/") ?? [];
    for (let length = path.length; length < parts.length; length += 1) open.add(parts.slice(0, length).join("/"));
    this.#tree = new Tree(this.#database, path, open, (node) => this.#view.isSeen(node));
    this.#wanted = chosen;
    fill(this.#place, crumbs("tree", path));
    this.#showActions(null);
    this.#load();
  }

  async #load() {
    fill(this.#body, loading("Loading the data", 7));
    const tree = this.#tree;
    await tree.refresh();
    if (tree !== this.#tree) return;
    this.#draw();
    if (this.#wanted !== null && tree.find(this.#wanted)) this.#view.select(this.#wanted);
    this.#wanted = null;
  }

  async #look() {
    const tree = this.#tree;
    if (tree?.root.isKnown !== true) return;
    const isChanged = await tree.refresh();
    if (tree !== this.#tree) return;
    const { failure } = tree;
    if (failure === null) succeeded(this.#lookAgain);
    else tryAgain(failure, this.#lookAgain, () => tree === this.#tree && tree.failure === failure);
    if (!isChanged) return;
    if (tree.isReshaped || !tree.root.isBranch) this.#draw();
    else {
      this.#view.redraw(tree.visible().filter((node) => node.isStale));
      fadeChanges(this.#body);
    }
  }

  /** Reads what has come onto the screen, once it stays there for a moment. */
  #scrolled() {
    clearTimeout(this.#scrolling);
    this.#scrolling = setTimeout(() => this.#see(), 60);
  }

  async #see() {
    const tree = this.#tree;
    if (tree === null) return;
    this.#view.see(this.#body);
    const nodes = await tree.look();
    if (tree !== this.#tree || nodes.length === 0) return;
    this.#view.redraw(nodes);
    this.#showActions(this.#view.selected);
  }

  /** Puts the selected node into the address, for a reload and for links. Moving from node to node adds no steps to the history. */
  #selected(node) {
    this.#showActions(node);
    const address = readAddress(location.hash);
    if (address.page === "tree" && node !== null && this.#wanted === null) correctAddress(writeAddress({ ...address, chosen: node === this.#tree.root ? null : node.path }));
  }

  // ---- Drawing

  #draw() {
    const { root } = this.#tree;
    const [body, view] = [this.#body, this.#view];
    if (!root.isKnown) {
      fill(body, failed(new Error(root.error), () => this.#load()));
      return;
    }
    if (root.json === "null") {
      fill(body, this.#nothing(root));
      this.#showActions(null);
      return;
    }
    const { scrollTop } = body;
    view.draw(this.#tree);
    if (body.firstElementChild !== view.element || body.childElementCount !== 1) fill(body, view.element);
    body.scrollTop = scrollTop;
    view.see(body);
    this.#scrolled();
    fadeChanges(body);
    this.#showActions(view.selected);
  }

  #nothing(root) {
    const isAll = root.segments.length === 0;
    return nothing(isAll ? "The database is empty" : "Nothing here", isAll ? ["Add a child, create sample conversations on the page of the chat, or load a file: ", h("code.command", {}, "receipts seed chat.json --schema read-at"), "."] : "It may have been deleted, or never written.",
      h("button", { type: "button", "data-action": "add-child", onclick: () => this.#add(root) }, "Add a child"));
  }

  /** The title, and the buttons for a node; null for none. */
  #showActions(node) {
    const key = node && JSON.stringify([node.path, node.isBranch]);
    if (node !== null && key === this.#acted) return;
    this.#acted = key;
    const { path } = node ?? this.#tree.root;
    fill(this.#title, path === "" ? "Database" : path);
    fill(this.#actions, node && this.#buttons(node));
  }

  #buttons(node) {
    // A refresh may have replaced the node by the time of a click.
    const current = () => this.#tree.find(node.path) ?? node;
    return [
      h("button.icon-button", { type: "button", "aria-label": "Copy the path", title: "Copy the path", "data-action": "copy-path", onclick: () => copyText(node.path, "the path") }, icon(icons.copy)),
      node.segments.length > 0 && h("button.icon-button", { type: "button", "aria-label": "Delete", title: "Delete (Delete key)", "data-action": "delete-node", onclick: () => this.#askDelete(current()) }, icon(icons.bin)),
      node !== this.#tree.root && node.isBranch && h("a.button", { href: hashOf(node.segments, "tree"), "data-action": "show-alone", title: "Show only what is below" }, "Go here"),
      node.isBranch
        ? h("button", { type: "button", "data-action": "add-child", title: "Add a child (Insert key)", onclick: () => this.#add(current()) }, "Add child")
        : h("button", { type: "button", "data-action": "edit-value", title: "Edit the value (Enter key)", onclick: () => this.#edit(current()) }, "Edit"),
    ];
  }

  // ---- Opening nodes

  async #turn(node, isOpen) {
    const tree = this.#tree;
    tree.setOpen(node, isOpen);
    this.#draw();
    if (!isOpen) return;
    await tree.refresh(node);
    if (tree === this.#tree) this.#draw();
  }

  async #more(node) {
    const [tree, shown] = [this.#tree, node.keys.length];
    await tree.more(node);
    if (tree !== this.#tree) return;
    this.#draw();
    const next = node.list[shown];
    if (next) this.#view.select(next.path);
    this.#view.focus();
  }

  // ---- Writing

  async #edit(node) {
    if (!node.isKnown || node.isBranch) return;
    if (!await editValue(this.#database, node)) return;
    say(`Saved /${node.path}.`);
    await this.#changed(node.path);
  }

  async #add(node) {
    const tree = this.#tree;
    const key = await addChild(this.#database, node.segments);
    if (key === false) return;
    const path = [...node.segments, key].join("/");
    say(`Saved /${path}.`);
    if (tree !== this.#tree) return;
    tree.setOpen(node, true);
    await this.#changed(path);
  }

  async #askDelete(node) {
    if (node.segments.length === 0) return;
    const below = node.isBranch ? `This includes its ${childCount(node)} and everything below.` : node.isKnown ? `Its value is ${shownText(node.json, 100)}.` : "It has not been read yet.";
    const isDone = await confirmed({
      title: "Delete this node?",
      texts: [`/${node.path} will be deleted permanently.`, below],
      action: "Delete",
      act: async () => {
        await this.#database.remove(node.segments);
        return true;
      },
    });
    if (!isDone) return;
    say(`Deleted /${node.path}.`);
    await this.#changed();
  }

  /** Shows what was written, and selects it. */
  async #changed(path = null) {
    await this.#tree.refresh();
    this.#draw();
    if (path !== null && this.#tree.find(path)) this.#view.select(path);
    // The button that had the focus may be gone; then the focus goes to the selected node.
    if (document.activeElement === document.body || this.#view.element.contains(document.activeElement)) this.#view.focus();
  }
}
