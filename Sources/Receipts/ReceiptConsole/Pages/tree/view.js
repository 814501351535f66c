// The tree to look at, and to go about in with the keyboard: a tree as WAI-ARIA has it, in which one item has the focus.

import { fill, h } from "../shared/dom.js";
import { cut, plural } from "../shared/firestore/values.js";
import { localTime } from "../shared/firestore/field-tree.js";
import { shownText, timeOf, typeOf } from "../shared/realtime/values.js";

/**
 * @param {object} options onselect: told which node is chosen; onopen, onmore: asked to open or close a node, or to show more of it; onedit, ondelete,
 *   onadd: asked by keys.
 * @returns {{element, draw: (tree) => void, select: (path) => void, focus: () => void, selected: () => TreeNode|null}}
 */
export function treeView({ onselect, onopen, onmore, onedit, ondelete, onadd }) {
  const element = h("ul.node-tree", { role: "tree", "aria-label": "Data", onkeydown: press, onclick: click, onfocusin: follow, ondblclick: (event) => {
    const node = nodeAt(event.target);
    if (node && !node.isBranch) onedit(node);
  } });
  let tree = null;
  let selected = null;

  function draw(next) {
    tree = next;
    const focused = element.contains(document.activeElement) ? document.activeElement : null;
    // What was chosen may be gone: then what was above it is.
    while (selected !== null && tree.find(selected) === null) selected = selected.includes("/") ? selected.slice(0, selected.lastIndexOf("/")) : null;
    selected ??= tree.root.path;
    if (tree.find(selected) === null) selected = tree.root.path;
    fill(element, item(tree.root, 1));
    for (const node of tree.visible()) node.isChanged = false;
    mark();
    if (focused === null) return;
    const more = focused.dataset.more === undefined ? null : items().find((one) => one.dataset.more === focused.dataset.more);
    if (more) point(more);
    else focus();
  }

  function item(node, level) {
    const isOpen = tree.isOpen(node);
    const children = node.isBranch && isOpen;
    return h(node.isChanged ? "li.node.changed" : "li.node", {
      role: "treeitem",
      "aria-level": level,
      "aria-expanded": node.isBranch ? String(isOpen) : null,
      "aria-label": spoken(node),
      "data-node": node.path,
      tabindex: "-1",
    }, line(node, isOpen), children && h("ul.node-list", { role: "group" }, node.list.map((child) => item(child, level + 1)), node.hasMore && more(node, level + 1)));
  }

  function line(node, isOpen) {
    const isRoot = node === tree.root;
    return h(node.isBranch ? "div.node-line.is-branch" : "div.node-line", { "data-open": node.isBranch ? String(isOpen) : null },
      h("span.node-key", { dir: "auto" }, node.key === "" ? "Database" : node.key),
      node.error !== null ? h("span.node-problem", {}, node.error)
        : !node.isKnown ? h("span.node-count", {}, "…")
          : node.isBranch ? (!isRoot || !isOpen) && h("span.node-count", {}, count(node)) : leaf(node.json));
  }

  /** More children than are shown: an item like the others, so that the arrows lead to it. */
  function more(node, level) {
    return h("li.node", { role: "treeitem", "aria-level": level, "data-more": node.path, tabindex: "-1", "aria-label": `Show more of ${node.key || "the database"}` }, h("div.node-line.node-more", {}, "Show more"));
  }

  // ---- Choosing

  const items = () => [...element.querySelectorAll("[role=treeitem]")];
  const current = () => items().find((one) => one.dataset.node === selected) ?? null;
  const nodeAt = (target) => tree.find(target.closest("[role=treeitem]")?.dataset.node ?? "\u0000");

  function mark() {
    for (const one of items()) {
      const isHere = one.dataset.node === selected;
      one.tabIndex = isHere ? 0 : -1;
      if (isHere) one.setAttribute("aria-selected", "true");
      else one.removeAttribute("aria-selected");
    }
  }

  function select(path) {
    selected = path;
    mark();
    onselect(tree.find(path));
  }

  function focus() {
    current()?.focus({ preventScroll: true });
  }

  /** Gives an item the focus, which may be one that cannot be chosen. */
  function point(one) {
    for (const other of items()) other.tabIndex = other === one ? 0 : -1;
    one.focus({ preventScroll: true });
  }

  function go(one) {
    if (!one) return;
    if (one.dataset.node !== undefined) select(one.dataset.node);
    point(one);
    one.querySelector(".node-line").scrollIntoView({ block: "nearest" });
  }

  /** What has the focus is what is chosen, however it has come by it. */
  function follow(event) {
    const { node } = event.target.dataset;
    if (node !== undefined && node !== selected) select(node);
  }

  function click(event) {
    const one = event.target.closest("[role=treeitem]");
    if (!one) return;
    if (one.dataset.more !== undefined) {
      onmore(tree.find(one.dataset.more));
      return;
    }
    const node = nodeAt(one);
    go(one);
    // A second click on a text is for choosing a part of it.
    if (node.isBranch && node !== tree.root && getSelection().isCollapsed) onopen(node, !tree.isOpen(node));
  }

  function press(event) {
    const one = event.target.closest("[role=treeitem]");
    if (!one || event.ctrlKey || event.metaKey || event.altKey) return;
    const all = items();
    const index = all.indexOf(one);
    const node = one.dataset.more === undefined ? nodeAt(one) : null;
    const actions = {
      ArrowDown: () => go(all[index + 1]),
      ArrowUp: () => go(all[index - 1]),
      Home: () => go(all[0]),
      End: () => go(all.at(-1)),
      ArrowRight() {
        if (!node?.isBranch) return;
        if (tree.isOpen(node)) go(one.querySelector("[role=treeitem]"));
        else onopen(node, true);
      },
      ArrowLeft() {
        if (node?.isBranch && tree.isOpen(node) && node !== tree.root) onopen(node, false);
        else go(one.parentElement.closest("[role=treeitem]"));
      },
      Enter() {
        if (node === null) onmore(tree.find(one.dataset.more));
        else if (!node.isBranch) onedit(node);
        else if (node !== tree.root) onopen(node, !tree.isOpen(node));
      },
      Insert: () => node && onadd(node),
      Delete: () => node && ondelete(node),
    };
    actions[" "] = actions.Enter;
    const action = actions[event.key];
    if (!action) return;
    event.preventDefault();
    action();
  }

  return { element, draw, select, focus, selected: () => tree?.find(selected) ?? null };
}

/** How many children a node has, as far as that is known. */
export function count(node) {
  return node.hasMore ? `more than ${plural(node.keys.length, "child", "children")}` : plural(node.keys.length, "child", "children");
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

/** A time in UTC, as it is on the data page of Firestore too. */
function timeText(time) {
  return time.toISOString().replace("T", " ").replace(/\.\d+Z$/, " UTC");
}

/** What a screen reader says of a node. */
function spoken(node) {
  const key = node.key || "Database";
  if (node.error !== null) return `${key}: ${node.error}`;
  if (!node.isKnown) return key;
  if (node.isBranch) return `${key}, ${count(node)}`;
  const time = timeOf(node.json);
  return `${key}: ${cut(shownText(node.json), 120)}, ${time ? timeText(time) : typeOf(node.json)}`;
}
