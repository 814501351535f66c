// The difference between two versions of rules: changed lines with their context.

import { h } from "../shared/dom.js";
import { countChanges, diffLines, hunks } from "./line-diff.js";

/** The most lines to show. */
const shown = 2000;

const signs = { same: " ", added: "+", removed: "−" };
const words = { added: "added: ", removed: "removed: " };

/** A summary of a difference, such as "3 lines added, 1 removed". */
export function differenceText(before, after) {
  const { added, removed } = countChanges(diffLines(before, after));
  if (added + removed === 0) return before === after ? "no changes" : "only line endings differ";
  const lines = (count) => (count === 1 ? "1 line" : `${count} lines`);
  if (removed === 0) return `${lines(added)} added`;
  return added === 0 ? `${lines(removed)} removed` : `${lines(added)} added, ${removed} removed`;
}

/** Shows the difference. */
export function differenceView(before, after, label) {
  const pieces = hunks(diffLines(before, after));
  if (pieces.length === 0) return h("p.quiet-line", {}, before === after ? "No changes." : "Only line endings differ.");
  let left = shown;
  const body = [];
  for (const [index, piece] of pieces.entries()) {
    if (left <= 0) break;
    if (index > 0) body.push(h("tr.difference-gap", {}, h("td", { colspan: 3 }, h("span", { "aria-hidden": "true" }, "⋯"))));
    body.push(...piece.slice(0, left).map(row));
    left -= piece.length;
  }
  const rest = pieces.flat().length - shown;
  return h("div.difference", { tabindex: "0", role: "group", "aria-label": label, "data-difference": true },
    h("table", {}, h("tbody", {}, body)), rest > 0 && h("p.quiet-line", {}, `${rest} more lines are not shown.`));
}

function row(line) {
  const tag = { added: "ins", removed: "del", same: "span" }[line.kind];
  return h(`tr.difference-line.is-${line.kind}`, { "data-difference-line": line.kind },
    h("td.difference-number", { "aria-hidden": "true" }, String(line.before ?? "")), h("td.difference-number", { "aria-hidden": "true" }, String(line.after ?? "")),
    h("td.difference-text", {}, h("span.difference-sign", { "aria-hidden": "true" }, signs[line.kind]), words[line.kind] && h("span.visually-hidden", {}, words[line.kind]), h(tag, {}, h("code", {}, line.text))));
}
