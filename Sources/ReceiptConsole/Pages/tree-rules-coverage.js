// The coverage of a Realtime Database's rules, in the shape that Firestore's has. No DOM.

/**
 * Expressions with their places, brought into the order of what is inside of what.
 *
 * @param {object[]} report Each: line, column, currentOffset, endOffset, and values: {value: "true", "false" or "error", count}.
 * @returns {object[]} The outermost ones: see expressions.
 */
export function nested(report) {
  const nodes = report.map((one) => ({
    sourcePosition: { line: one.line, column: one.column, currentOffset: one.currentOffset, endOffset: one.endOffset },
    values: (one.values ?? []).map(({ value, count }) => ({ value: valueOf(value), count })),
    children: [],
  }));
  const at = ({ sourcePosition }) => [sourcePosition.currentOffset ?? 0, sourcePosition.endOffset ?? 0];
  // Outer ones first: they begin earlier, or end later.
  nodes.sort((a, b) => at(a)[0] - at(b)[0] || at(b)[1] - at(a)[1]);
  const outermost = [];
  const around = [];
  for (const node of nodes) {
    while (around.length > 0 && at(around.at(-1))[1] < at(node)[0]) around.pop();
    (around.at(-1)?.children ?? outermost).push(node);
    around.push(node);
  }
  return outermost;
}

function valueOf(text) {
  if (text === "true" || text === "false") return { boolValue: text === "true" };
  return { undefined: { causeMessage: "an error" } };
}
