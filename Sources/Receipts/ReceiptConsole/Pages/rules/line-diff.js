// The difference between two texts by lines, like `diff`. No DOM.
//
// After Eugene W. Myers, An O(ND) Difference Algorithm and Its Variations (1986): the fewest removed and added lines. Texts that differ in
// more than `mostEdits` lines are aligned by the lines that occur once in both; everything between those counts as replaced.

/** The most differing lines for which the shortest difference is computed: the work grows with the square. */
export const mostEdits = 1500;

/**
 * Compares two texts.
 *
 * @returns {{kind: "same"|"added"|"removed", text: string, before: number|null, after: number|null}[]} before and after are line numbers, from 1.
 */
export function diffLines(before, after) {
  const [a, b] = [linesOf(before), linesOf(after)];
  let start = 0;
  while (start < a.length && start < b.length && a[start] === b[start]) start += 1;
  let end = 0;
  while (end < a.length - start && end < b.length - start && a[a.length - 1 - end] === b[b.length - 1 - end]) end += 1;
  const matches = pairs(a.slice(start, a.length - end), b.slice(start, b.length - end)).map(([x, y]) => [x + start, y + start]);
  const whole = [...range(start).map((index) => [index, index]), ...matches, ...range(end).map((index) => [a.length - end + index, b.length - end + index])];
  return changes(a, b, whole);
}

/** How many lines are added and removed. */
export function countChanges(lines) {
  let [added, removed] = [0, 0];
  for (const { kind } of lines) {
    if (kind === "added") added += 1;
    if (kind === "removed") removed += 1;
  }
  return { added, removed };
}

/**
 * The changed lines with their context.
 *
 * @returns {object[][]} Pieces in order; the lines between them are the same.
 */
export function hunks(lines, context = 3) {
  const shown = new Uint8Array(lines.length);
  lines.forEach((line, index) => {
    if (line.kind !== "same") shown.fill(1, Math.max(0, index - context), index + context + 1);
  });
  const found = [];
  lines.forEach((line, index) => {
    if (!shown[index]) return;
    if (index > 0 && shown[index - 1]) found.at(-1).push(line);
    else found.push([line]);
  });
  return found;
}

/** The lines of a text. A final line ending starts no new line. */
function linesOf(text) {
  const lines = text.split(/\r\n|\n|\r/);
  if (lines.at(-1) === "") lines.pop();
  return lines;
}

const range = (count) => Array.from({ length: count }, (_, index) => index);

function changes(a, b, matches) {
  const lines = [];
  let [x, y] = [0, 0];
  for (const [nextX, nextY] of [...matches, [a.length, b.length]]) {
    for (; x < nextX; x += 1) lines.push({ kind: "removed", text: a[x], before: x + 1, after: null });
    for (; y < nextY; y += 1) lines.push({ kind: "added", text: b[y], before: null, after: y + 1 });
    if (x < a.length && y < b.length) lines.push({ kind: "same", text: a[x], before: x + 1, after: y + 1 });
    x += 1;
    y += 1;
  }
  return lines;
}

/** The common lines, as pairs of indexes in order. */
function pairs(a, b) {
  if (a.length === 0 || b.length === 0) return [];
  return fewest(a, b) ?? anchored(a, b);
}

/** The pairs of the shortest difference; null if it is too long. */
function fewest(a, b) {
  const most = Math.min(a.length + b.length, mostEdits);
  const furthest = new Int32Array(2 * most + 3);
  const center = most + 1;
  const steps = [];
  for (let edits = 0; edits <= most; edits += 1) {
    // What the previous steps have reached, as far as it matters for this one.
    steps.push(furthest.slice(center - edits - 1, center + edits + 2));
    for (let diagonal = -edits; diagonal <= edits; diagonal += 2) {
      const goesDown = diagonal === -edits || (diagonal !== edits && furthest[center + diagonal - 1] < furthest[center + diagonal + 1]);
      let x = goesDown ? furthest[center + diagonal + 1] : furthest[center + diagonal - 1] + 1;
      let y = x - diagonal;
      while (x < a.length && y < b.length && a[x] === b[y]) {
        x += 1;
        y += 1;
      }
      furthest[center + diagonal] = x;
      if (x >= a.length && y >= b.length) return wayBack(a, b, steps);
    }
  }
  return null;
}

/** The pairs on the path that reached the end. */
function wayBack(a, b, steps) {
  const found = [];
  let [x, y] = [a.length, b.length];
  for (let edits = steps.length - 1; edits >= 0; edits -= 1) {
    const reached = steps[edits];
    const at = (diagonal) => reached[diagonal + edits + 1];
    const diagonal = x - y;
    const goesDown = diagonal === -edits || (diagonal !== edits && at(diagonal - 1) < at(diagonal + 1));
    const from = goesDown ? diagonal + 1 : diagonal - 1;
    const fromX = edits === 0 ? 0 : at(from);
    const fromY = edits === 0 ? 0 : fromX - from;
    while (x > fromX && y > fromY && a[x - 1] === b[y - 1]) {
      x -= 1;
      y -= 1;
      found.push([x, y]);
    }
    [x, y] = [fromX, fromY];
  }
  return found.reverse();
}

/** Lines that occur once in both texts, as many as are in the same order. */
function anchored(a, b) {
  const places = new Map();
  const note = (line, side, index) => {
    const known = places.get(line) ?? { count: [0, 0], at: [0, 0] };
    known.count[side] += 1;
    known.at[side] = index;
    places.set(line, known);
  };
  a.forEach((line, index) => note(line, 0, index));
  b.forEach((line, index) => note(line, 1, index));
  const unique = [...places.values()].filter(({ count }) => count[0] === 1 && count[1] === 1).map(({ at }) => at).sort((one, other) => one[0] - other[0]);
  return longestRising(unique);
}

/** The longest subsequence of pairs with rising second indexes, as in patience sorting. */
function longestRising(list) {
  const tops = [];
  const before = [];
  list.forEach(([, y], index) => {
    let [low, high] = [0, tops.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (list[tops[middle]][1] < y) low = middle + 1;
      else high = middle;
    }
    before.push(low > 0 ? tops[low - 1] : -1);
    tops[low] = index;
  });
  const found = [];
  for (let index = tops.at(-1) ?? -1; index >= 0; index = before[index]) found.push(list[index]);
  return found.reverse();
}
