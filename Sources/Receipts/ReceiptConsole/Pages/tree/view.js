// The tree on the screen, with keyboard support as WAI-ARIA describes it: one item has the focus, and arrow keys move it.

import { arrange, h } from "../shared/dom.js";
import { shownText, timeOf, typeOf } from "../shared/realtime/values.js";
import { cut, localTime, plural } from "../shared/texts.js";

export class TreeView {
  element = h("ul.node-tree", {
    role: "tree", "aria-label": "Data", onkeydown: (event) => this.#press(event), onclick: (event) => this.#click(event), onfocusin: (event) => this.#focused(event), ondblclick: (event) => {
      const node = this.#nodeAt(event.target);
      if (node && !node.isBranch) this.#actions.onedit(node);
    },
  });
  #actions;
  #tree = null;
  /** The path of the selected node. */
  #path = null;
  /** The items that have been drawn, by their nodes: their elements, and what they look like. */
  #drawn = new WeakMap();
  /** The item that is selected, and the one that the Tab key reaches. */
  #marked = null;
  #reached = null;
  /** The items on the screen, or near it, by the paths of their nodes. */
  #near = new Set();

  /**
   * @param {object} actions onselect(node): called for each selection; onopen(node, isOpen), onmore(node): open or close a node, or show more of it;
   *   onedit, ondelete, onadd(node): called by keys.
   */
  constructor(actions) {
    this.#actions = actions;
  }

  /** The selected node; null if there is none. */
  get selected() {
    return this.#tree?.find(this.#path) ?? null;
  }

  draw(tree) {
    this.#tree = tree;
    const hadFocus = this.element.contains(document.activeElement);
    // If the selected node is gone, what was above it is selected.
    while (this.#path !== null && tree.find(this.#path) === null) this.#path = this.#path.includes("/") ? this.#path.slice(0, this.#path.lastIndexOf("/")) : null;
    this.#path ??= tree.root.path;
    if (tree.find(this.#path) === null) this.#path = tree.root.path;
    arrange(this.element, [this.#item(tree.root, 1)]);
    tree.isReshaped = false;
    this.#mark();
    const focused = document.activeElement;
    // What had the focus may be gone.
    if (hadFocus && !this.element.contains(focused)) this.focus();
    else if (focused.dataset.more !== undefined) this.#reach(focused);
  }

  /** Draws the lines of some nodes anew. */
  redraw(nodes) {
    for (const node of nodes) {
      const element = this.#drawn.get(node)?.element;
      if (element) this.#item(node, Number(element.getAttribute("aria-level")));
    }
  }

  /** Finds out what is on the screen, within a pane that scrolls. */
  see(pane) {
    const lines = this.element.getElementsByClassName("node-line");
    const { top, height } = pane.getBoundingClientRect();
    const first = (edge) => {
      let [low, high] = [0, lines.length];
      while (low < high) {
        const middle = (low + high) >> 1;
        if (lines[middle].getBoundingClientRect().bottom < edge) low = middle + 1;
        else high = middle;
      }
      return low;
    };
    this.#near = new Set();
    // Half a screen more on each side, so that scrolling rarely shows a line without its value.
    for (let index = first(top - height / 2); index < lines.length && index <= first(top + 1.5 * height); index += 1) this.#near.add(lines[index].parentElement.dataset.node);
  }

  /** Whether a node is on the screen, or near it. */
  isSeen(node) {
    return this.#near.has(node.path);
  }

  select(path) {
    this.#path = path;
    this.#mark();
    this.#actions.onselect(this.#tree.find(path));
  }

  /** Moves the focus to the selected node. */
  focus() {
    this.#itemAt(this.#path)?.focus({ preventScroll: true });
  }

  // ---- Items

  /** The item of a node, with those below it. What looks as before stays as it is. */
  #item(node, level) {
    let drawn = this.#drawn.get(node);
    if (!drawn) this.#drawn.set(node, drawn = { element: newItem(node, level), look: [], list: null, more: null });
    const { element } = drawn;
    const isOpen = this.#tree.isOpen(node);
    const look = [isOpen, node.json, node.error, node.keys.length, node.hasMore];
    if (look.some((part, index) => part !== drawn.look[index])) {
      drawn.look = look;
      element.setAttribute("aria-label", spoken(node));
      if (node.isBranch) element.setAttribute("aria-expanded", String(isOpen));
      else element.removeAttribute("aria-expanded");
      element.firstElementChild.replaceWith(line(node, isOpen, node === this.#tree.root));
    }
    node.isChanged = node.isStale = false;
    if (node.isBranch && isOpen) this.#below(node, level, drawn);
    else drawn.list?.remove();
    return element;
  }

  /** Shows the items below an open node. */
  #below(node, level, drawn) {
    drawn.list ??= h("ul.node-list", { role: "group" });
    if (!drawn.list.parentNode) drawn.element.append(drawn.list);
    const items = node.list.map((child) => this.#item(child, level + 1));
    if (node.hasMore) items.push(drawn.more ??= moreItem(node, level + 1));
    arrange(drawn.list, items);
  }

  get #items() {
    return [...this.element.querySelectorAll("[role=treeitem]")];
  }

  /** The item of the node at a path, if it is shown. */
  #itemAt(path) {
    return this.#drawn.get(this.#tree?.find(path))?.element ?? null;
  }

  #nodeAt(target) {
    const path = target.closest("[role=treeitem]")?.dataset.node;
    return path === undefined ? null : this.#tree.find(path);
  }

  // ---- Selection and focus

  #mark() {
    const one = this.#itemAt(this.#path);
    if (one !== this.#marked) this.#marked?.removeAttribute("aria-selected");
    one?.setAttribute("aria-selected", "true");
    this.#marked = one;
    this.#reach(one);
  }

  /** Makes an item the one that the Tab key reaches. */
  #reach(one) {
    if (this.#reached) this.#reached.tabIndex = -1;
    if (one) one.tabIndex = 0;
    this.#reached = one;
  }

  /** Gives an item the focus, including one that cannot be selected. */
  #point(one) {
    this.#reach(one);
    one.focus({ preventScroll: true });
  }

  #go(one) {
    if (!one) return;
    if (one.dataset.node !== undefined) this.select(one.dataset.node);
    this.#point(one);
    one.querySelector(".node-line").scrollIntoView({ block: "nearest" });
  }

  /** The focused node is the selected one, however it got the focus. */
  #focused(event) {
    const { node } = event.target.dataset;
    if (node !== undefined && node !== this.#path) this.select(node);
  }

  #click(event) {
    const one = event.target.closest("[role=treeitem]");
    if (!one) return;
    if (one.dataset.more !== undefined) {
      this.#actions.onmore(this.#tree.find(one.dataset.more));
      return;
    }
    const node = this.#nodeAt(one);
    this.#go(one);
    // Selecting a part of the text opens nothing.
    if (node.isBranch && node !== this.#tree.root && getSelection().isCollapsed) this.#actions.onopen(node, !this.#tree.isOpen(node));
  }

  // ---- The keyboard

  #press(event) {
    const one = event.target.closest("[role=treeitem]");
    if (!one || event.ctrlKey || event.metaKey || event.altKey) return;
    const action = this.#keys(one)[event.key === " " ? "Enter" : event.key];
    if (!action) return;
    event.preventDefault();
    action();
  }

  /** What each key does at an item. */
  #keys(one) {
    const tree = this.#tree;
    const { onopen, onmore, onedit, onadd, ondelete } = this.#actions;
    const all = this.#items;
    const index = all.indexOf(one);
    const node = this.#nodeAt(one);
    return {
      ArrowDown: () => this.#go(all[index + 1]),
      ArrowUp: () => this.#go(all[index - 1]),
      Home: () => this.#go(all[0]),
      End: () => this.#go(all.at(-1)),
      ArrowRight: () => {
        if (!node?.isBranch) return;
        if (tree.isOpen(node)) this.#go(one.querySelector("[role=treeitem]"));
        else onopen(node, true);
      },
      ArrowLeft: () => {
        if (node?.isBranch && tree.isOpen(node) && node !== tree.root) onopen(node, false);
        else this.#go(one.parentElement.closest("[role=treeitem]"));
      },
      Enter: () => {
        if (node === null) onmore(tree.find(one.dataset.more));
        else if (!node.isBranch) onedit(node);
        else if (node !== tree.root) onopen(node, !tree.isOpen(node));
      },
      Insert: () => node && onadd(node),
      Delete: () => node && ondelete(node),
    };
  }
}

/** How many children a node has, as far as is known. */
export function childCount(node) {
  return node.hasMore ? `more than ${plural(node.keys.length, "child", "children")}` : plural(node.keys.length, "child", "children");
}

/** An item whose line is still to be drawn. */
function newItem(node, level) {
  return h("li.node", { role: "treeitem", "aria-level": level, "data-node": node.path, tabindex: "-1" }, h("div.node-line", {}));
}

function line(node, isOpen, isRoot) {
  return h(`div.node-line${node.isBranch ? ".is-branch" : ""}${node.isChanged ? ".changed" : ""}`, { "data-open": node.isBranch ? String(isOpen) : null },
    h("span.node-key", { dir: "auto" }, node.key === "" ? "Database" : node.key),
    content(node, isOpen, isRoot));
}

function content(node, isOpen, isRoot) {
  if (node.error !== null) return h("span.node-problem", {}, node.error);
  if (!node.isKnown) return h("span.node-count", {}, "…");
  if (!node.isBranch) return leaf(node.json);
  return isRoot && isOpen ? null : h("span.node-count", {}, childCount(node));
}

function leaf(json) {
  const type = typeOf(json);
  const time = timeOf(json);
  return [
    h("span.node-content", {},
      h(`span.node-value.is-${type}`, { dir: type === "string" ? "auto" : null }, shownText(json)),
      time && h("time.node-time", { datetime: time.toISOString(), title: localTime(time.toISOString()) }, timeText(time))),
    h("span.badge.node-type", {}, type),
  ];
}

/** The item that loads more children: a tree item like the others, so that arrow keys reach it. */
function moreItem(node, level) {
  return h("li.node", { role: "treeitem", "aria-level": level, "data-more": node.path, tabindex: "-1", "aria-label": `Show more of ${node.key || "the database"}` }, h("div.node-line.node-more", {}, "Show more"));
}

/** A time in UTC, as on Firestore's data page. */
function timeText(time) {
  return time.toISOString().replace("T", " ").replace(/\.\d+Z$/, " UTC");
}

/** What a screen reader says for a node. */
function spoken(node) {
  const key = node.key || "Database";
  if (node.error !== null) return `${key}: ${node.error}`;
  if (!node.isKnown) return key;
  if (node.isBranch) return `${key}, ${childCount(node)}`;
  const time = timeOf(node.json);
  return `${key}: ${cut(shownText(node.json), 120)}, ${time ? timeText(time) : typeOf(node.json)}`;
}
