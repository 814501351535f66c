// The nodes that the tree page shows: which are open, and what is in them as far as somebody has looked. No DOM.

import { pageSize } from "./database.js";

/** A place in the database. */
class TreeNode {
  constructor(segments, parent = null) {
    this.segments = segments;
    this.parent = parent;
    this.children = new Map();
    /** The value's JSON, null for a place with children, and undefined until somebody has looked. */
    this.json = undefined;
    this.keys = [];
    this.hasMore = false;
    /** How many children are asked for. */
    this.limit = pageSize;
    this.error = null;
    /** Whether more children were asked for, which are not new. */
    this.isGrowing = false;
    /** Whether it has become another since it was first seen, which is shown once. */
    this.isChanged = false;
  }

  get path() {
    return this.segments.join("/");
  }

  get key() {
    return this.segments.at(-1) ?? "";
  }

  get isKnown() {
    return this.json !== undefined;
  }

  get isBranch() {
    return this.json === null;
  }

  /** The children that are shown, in their order. */
  get list() {
    return this.keys.map((key) => this.child(key));
  }

  child(key) {
    if (!this.children.has(key)) this.children.set(key, new TreeNode([...this.segments, key], this));
    return this.children.get(key);
  }

  /** Takes over what was found; returns whether anything is another. */
  take({ json, keys, hasMore }) {
    const isSame = this.json === json && this.hasMore === hasMore && this.keys.length === keys.length && this.keys.every((key, index) => key === keys[index]);
    const hasRecovered = this.error !== null;
    this.error = null;
    if (isSame) return hasRecovered;
    if (this.isKnown && this.json !== json) this.isChanged = true;
    [this.json, this.keys, this.hasMore] = [json, keys, hasMore];
    const known = new Set(keys);
    for (const key of this.children.keys()) if (!known.has(key)) this.children.delete(key);
    return true;
  }
}

/** What is shown below a path, which is always open itself. */
export class Tree {
  /**
   * @param {Set<string>} open The paths of the nodes that are open; it is kept from one visit to the next.
   */
  constructor(database, segments, open) {
    this.database = database;
    this.open = open;
    this.root = new TreeNode(segments);
  }

  isOpen(node) {
    return node === this.root || (node.isBranch && this.open.has(node.path));
  }

  setOpen(node, isOpen) {
    if (isOpen) this.open.add(node.path);
    else this.open.delete(node.path);
  }

  /**
   * Looks again at a node, and at all that is shown below it. What fails stays with the node that it is about.
   *
   * @returns {Promise<boolean>} Whether anything is another than before.
   */
  async refresh(node = this.root) {
    const { isKnown: wasKnown, limit } = node;
    let isChanged;
    try {
      const found = await this.database.look(node.segments, limit);
      // Meanwhile more of it was asked for: that answer counts, whichever comes last.
      if (node.limit !== limit) return false;
      isChanged = node.take(found);
    } catch (error) {
      isChanged = node.error !== error.message;
      node.error = error.message;
      return isChanged;
    }
    if (!node.isBranch || !this.isOpen(node)) return isChanged;
    const before = new Set([...node.children.values()].filter((child) => child.isKnown));
    // Those that are shown already were looked at when the list last changed.
    const asked = node.isGrowing ? node.list.filter((child) => !child.isKnown) : node.list;
    const changes = await Promise.all(asked.map((child) => this.refresh(child)));
    // What is new is shown as such, but not when all of it is.
    if (wasKnown && before.size > 0 && !node.isGrowing) for (const child of node.list) if (!before.has(child)) child.isChanged = true;
    // A child may have gone between the two questions.
    node.keys = node.keys.filter((key) => node.child(key).json !== "null");
    return isChanged || changes.some(Boolean);
  }

  /** Shows more children of a node. */
  async more(node) {
    node.limit += pageSize;
    node.isGrowing = true;
    await this.refresh(node);
    node.isGrowing = false;
  }

  /** The nodes that are shown, from the top down. */
  visible(node = this.root) {
    return [node, ...(this.isOpen(node) ? node.list.flatMap((child) => this.visible(child)) : [])];
  }

  /** The node at a path, if it is shown. */
  find(path) {
    return this.visible().find((node) => node.path === path) ?? null;
  }
}
