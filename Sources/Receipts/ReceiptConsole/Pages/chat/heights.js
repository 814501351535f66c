// The heights of the rows of a long list, and sums of them: a Fenwick tree, so that finding the row at a position and changing one
// height take a few steps among ten thousand. Pure, without the DOM.

/** Where the rows of a list lie, one below the other. */
export class Heights {
  #heights = new Float64Array(0);
  #sums = new Float64Array(1);
  #length = 0;
  #highestStep = 0;

  /** How many rows there are. */
  get length() {
    return this.#length;
  }

  /** The height of all rows together. */
  get total() {
    return this.offset(this.#length);
  }

  /** Takes the heights of a new list of rows. */
  reset(heights) {
    const length = heights.length;
    this.#length = length;
    this.#heights = Float64Array.from(heights);
    this.#sums = new Float64Array(length + 1);
    this.#highestStep = length === 0 ? 0 : 2 ** Math.floor(Math.log2(length));
    for (let node = 1; node <= length; node += 1) {
      this.#sums[node] += this.#heights[node - 1];
      const parent = node + (node & -node);
      if (parent <= length) this.#sums[parent] += this.#sums[node];
    }
  }

  /** A row's height. */
  at(index) {
    return this.#heights[index];
  }

  /** Changes the height of a row. */
  set(index, height) {
    const change = height - this.#heights[index];
    if (change === 0) return;
    this.#heights[index] = height;
    for (let node = index + 1; node <= this.#length; node += node & -node) this.#sums[node] += change;
  }

  /** Where a row begins: the height of all rows before it. */
  offset(index) {
    let sum = 0;
    for (let node = Math.min(index, this.#length); node > 0; node -= node & -node) sum += this.#sums[node];
    return sum;
  }

  /** The row at a position; the first one above the list and the last one below it, -1 without rows. */
  indexAt(position) {
    let node = 0;
    let rest = position;
    for (let step = this.#highestStep; step > 0; step >>= 1) {
      const next = node + step;
      if (next <= this.#length && this.#sums[next] <= rest) {
        node = next;
        rest -= this.#sums[next];
      }
    }
    return Math.min(node, this.#length - 1);
  }
}

/**
 * The rows to have in the DOM for what is in view, with some more above and below.
 *
 * @param {Heights} heights The rows.
 * @param {number} top Where the view begins, in the rows' coordinates.
 * @param {number} view The view's height.
 * @param {number} margin How far the rows reach beyond the view.
 * @param {number} most How many rows there may be; those in view are always among them.
 * @returns {{start: number, end: number}} From start up to, not including, end.
 */
export function windowOf(heights, top, view, margin, most) {
  if (heights.length === 0) return { start: 0, end: 0 };
  const first = heights.indexAt(top);
  const last = heights.indexAt(top + view);
  let start = heights.indexAt(top - margin);
  let end = heights.indexAt(top + view + margin) + 1;
  const spare = Math.max(0, Math.floor((most - (last - first + 1)) / 2));
  start = Math.max(start, first - spare);
  end = Math.min(end, last + 1 + spare);
  return { start, end };
}
