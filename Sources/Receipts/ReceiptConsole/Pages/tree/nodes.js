// The nodes of the tree page: which are open, and what is known about them. No DOM.

import { pageSize } from "./database.js";

/** A place in the database. */
class TreeNode {
  constructor(segments, parent = null) {
    this.segments = segments;
    this.path = segments.join("/");
    this.parent = parent;
    this.children = new Map();
    /** The value's JSON; null for a place with children, undefined before the first request. */
    this.json = undefined;
    this.keys = [];
    this.hasMore = false;
    /** How many children to request. */
    this.limit = pageSize;
    this.error = null;
    /** Whether more children are being loaded: these do not count as changes. */
    this.isGrowing = false;
    /** Whether it has changed since it was last drawn. */
    this.isChanged = false;
    /** Whether only its line is to be drawn anew. */
    this.isStale = false;
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

  /** The shown children, in order. */
  get list() {
    return this.keys.map((key) => this.child(key));
  }

  child(key) {
    if (!this.children.has(key)) this.children.set(key, new TreeNode([...this.segments, key], this));
    return this.children.get(key);
  }

  /** Takes what was read; returns whether anything has changed. */
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

/** The tree below a path, whose root is always open. */
export class Tree {
  /**
   * @param {Set<string>} open The paths of open nodes; the tree changes it.
   * @param {(node: object) => boolean} isSeen Whether a node is on the screen: of long lists, only what is seen is read.
   */
  constructor(database, segments, open, isSeen = () => true) {
    this.database = database;
    this.open = open;
    this.isSeen = isSeen;
    /** Whether more than single lines have changed since it was last drawn. */
    this.isReshaped = true;
    /** Why the last refresh of all could not read some node; null if it read every one. */
    this.failure = null;
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
   * Reads a node again, and everything seen below it. Errors are kept at their nodes.
   *
   * @returns {Promise<boolean>} Whether anything has changed.
   */
  async refresh(node = this.root) {
    const { isKnown: wasKnown, limit } = node;
    if (node === this.root) this.failure = null;
    const wasOpen = this.isOpen(node);
    const before = new Set(node.keys);
    let isChanged;
    try {
      const found = await this.database.look(node.segments, limit);
      // More children were requested meanwhile: that response counts, whichever comes last.
      if (node.limit !== limit) return false;
      isChanged = node.take(found);
    } catch (error) {
      isChanged = node.error !== error.message;
      node.error = error.message;
      this.failure = error;
      if (wasOpen) this.isReshaped ||= isChanged;
      else node.isStale ||= isChanged;
      return isChanged;
    }
    if (wasOpen || this.isOpen(node)) this.isReshaped ||= isChanged;
    else node.isStale ||= isChanged;
    if (!node.isBranch || !this.isOpen(node)) return isChanged;
    const changes = await Promise.all(this.#asked(node, before).map((child) => this.refresh(child)));
    // New children count as changes, unless all children are new.
    if (wasKnown && before.size > 0 && !node.isGrowing) for (const child of node.list) if (!before.has(child.key)) child.isChanged = true;
    // A child may have been deleted between the two requests.
    const count = node.keys.length;
    node.keys = node.keys.filter((key) => node.child(key).json !== "null");
    this.isReshaped ||= node.keys.length < count;
    return isChanged || changes.some(Boolean);
  }

  /** The children to read: those that are seen, those that are open, and the first new ones, which are about to be seen. */
  #asked(node, before) {
    const children = node.list;
    const isOpened = node.isGrowing || !children.some((child) => child.isKnown);
    const first = new Set(children.filter((child) => !child.isKnown && (isOpened || !before.has(child.key))).slice(0, pageSize));
    // Children that were shown before need no new request.
    return children.filter((child) => first.has(child) || (!node.isGrowing && (this.isSeen(child) || this.isOpen(child))));
  }

  /** Reads the nodes that are seen for the first time; returns them. */
  async look() {
    const nodes = this.visible().filter((node) => !node.isKnown && node.error === null && this.isSeen(node));
    await Promise.all(nodes.map((node) => this.refresh(node)));
    return nodes;
  }

  /** Shows more children of a node: twice as many. */
  async more(node) {
    node.limit *= 2;
    node.isGrowing = true;
    await this.refresh(node);
    node.isGrowing = false;
  }

  /** The shown nodes, from the top down. */
  visible(node = this.root) {
    return [node, ...(this.isOpen(node) ? node.list.flatMap((child) => this.visible(child)) : [])];
  }

  /** The node at a path; null if it is not shown. */
  find(path) {
    let node = this.root;
    if (path === node.path) return node;
    const above = node.path === "" ? "" : `${node.path}/`;
    if (!path?.startsWith(above)) return null;
    for (const key of path.slice(above.length).split("/")) {
      if (!this.isOpen(node) || !node.keys.includes(key)) return null;
      node = node.child(key);
    }
    return node;
  }
}
