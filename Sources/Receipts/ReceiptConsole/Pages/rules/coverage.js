// The coverage of expressions. No DOM.

import { plural } from "../shared/texts.js";
import { valueText } from "./values.js";
import { tokens } from "../shared/source.js";

/** The kinds of coverage: their names, and their signs beside a line. */
export const kinds = {
  both: { sign: "✓", name: "True and false" },
  value: { sign: "✓", name: "Evaluated" },
  true: { sign: "T", name: "Always true" },
  false: { sign: "F", name: "Always false" },
  error: { sign: "!", name: "Always an error" },
  never: { sign: "–", name: "Never evaluated" },
};

/** The kind of coverage for an expression's values. */
export function kindOf(values) {
  const seen = (values ?? []).map((one) => one.value).filter((value) => value && Object.keys(value).length > 0);
  if (seen.length === 0) return "never";
  const right = seen.filter((value) => !Object.hasOwn(value, "undefined"));
  if (right.length === 0) return "error";
  if (right.some((value) => !Object.hasOwn(value, "boolValue"))) return "value";
  const booleans = new Set(right.map((value) => value.boolValue === true));
  return booleans.size === 2 ? "both" : booleans.has(true) ? "true" : "false";
}

/**
 * All expressions of a full or short report, outer ones before inner ones.
 *
 * @returns {{start, end, parent: number|null, kind, values: {text, count, isError}[], others, total}[]} total: how often it was evaluated; others: how
 *   many more values it had.
 */
export function expressions(report, source) {
  const found = [];
  const visit = (node, parent) => {
    const index = found.length;
    found.push({ ...source.range(node.sourcePosition), parent, ...(node.kind ? countsOf(node) : tallies(node.values)) });
    for (const child of node.children ?? []) visit(child, index);
  };
  for (const node of report ?? []) visit(node, null);
  return found;
}

function countsOf({ kind, values = [], others = 0, total = 0 }) {
  return { kind, values: values.map(({ text, count, isError = false }) => ({ text, count, isError })), others, total };
}

function tallies(all) {
  const values = (all ?? []).filter((one) => one.value && Object.keys(one.value).length > 0);
  return {
    kind: kindOf(all),
    values: values.map((one) => ({ text: valueText(one.value), count: Number(one.count), isError: Object.hasOwn(one.value, "undefined") })).sort((a, b) => b.count - a.count),
    others: 0,
    total: values.reduce((sum, one) => sum + Number(one.count), 0),
  };
}

/** The coverage of one text, kept up to date by changes. */
export class Coverage {
  expressions = [];
  /** The tag of the last report, for the next request. */
  tag = null;
  /** How many decisions it leaves out. */
  uncounted = 0;
  #text = null;

  /** Starts again if the text is another one. */
  begin(text) {
    if (text === this.#text) return;
    this.#text = text;
    this.#forget();
  }

  #forget() {
    this.tag = null;
    this.expressions = [];
    this.uncounted = 0;
  }

  /**
   * Takes a report: see RulesService.coverage. A report about other rules is ignored, since its positions are meaningless here.
   *
   * @param {string|null} id The id of the shown rules.
   * @returns {number[]|null} The expressions that have changed; null for all.
   */
  take(answer, source, id) {
    if (answer === null) return [];
    const isOfText = answer.rules === null ? answer.files[0]?.content === source.text : answer.rules === id;
    if (!isOfText) {
      this.#forget();
      return null;
    }
    this.tag = answer.tag;
    this.uncounted = answer.uncounted ?? 0;
    if (answer.changes === null || answer.changes === undefined) {
      this.expressions = expressions(answer.counts ?? answer.report, source);
      return null;
    }
    const changed = answer.changes.filter(({ index }) => index < this.expressions.length);
    for (const change of changed) Object.assign(this.expressions[change.index], countsOf(change));
    return changed.map(({ index }) => index);
  }
}

/** The most frequent values of an expression, and how many more there are. */
export function valueLines(expression, limit = 6) {
  const lines = expression.values.slice(0, limit);
  return { lines, rest: expression.others + expression.values.length - lines.length };
}

/**
 * Cuts the text into pieces, each with its innermost expression, its kind of token, and whether it is marked.
 *
 * @param {{start, end}[]} marks The places to mark.
 * @returns {Array<{start, end, expression: number|null, token: string|null, isMarked: boolean}[]>} The pieces of each line.
 */
export function pieces(source, found, marks) {
  const length = source.text.length;
  const owner = new Int32Array(length).fill(-1);
  // Inner expressions come after outer ones, and overwrite them.
  found.forEach((one, index) => owner.fill(index, one.start, one.end));
  const token = new Array(length).fill(null);
  for (const one of tokens(source.text)) token.fill(one.kind, one.start, one.end);
  const isMarked = new Uint8Array(length);
  for (const mark of marks) isMarked.fill(1, mark.start, mark.end);
  return source.lines.map((line) => {
    const result = [];
    // Indentation belongs to no expression, even inside one that spans lines.
    const inset = line.start + (source.text.slice(line.start, line.end).match(/^\s*/)[0].length);
    owner.fill(-1, line.start, inset);
    isMarked.fill(0, line.start, inset);
    for (let index = line.start; index < line.end; index += 1) {
      const last = result.at(-1);
      const expression = owner[index] < 0 ? null : owner[index];
      const marked = isMarked[index] === 1;
      if (last && last.expression === expression && last.token === token[index] && last.isMarked === marked) last.end = index + 1;
      else result.push({ start: index, end: index + 1, expression, token: token[index], isMarked: marked });
    }
    return result;
  });
}

/** The outermost expression that begins in each line: its sign and count appear beside the line. */
export function outermostByLine(source, found) {
  const byLine = new Map();
  for (const one of found) {
    const line = source.lineAt(one.start);
    const known = byLine.get(line);
    if (!known || one.end - one.start > known.end - known.start) byLine.set(line, one);
  }
  return byLine;
}

/** What coverage leaves out, in a sentence; empty if it leaves out nothing. */
export function uncountedText(count) {
  if (count === 0) return "";
  return `${plural(count, "decision")} ${count === 1 ? "is" : "are"} not counted: more were made than are kept until somebody asks.`;
}

/** How many conditions and function bodies there are of each kind. */
export function summary(found) {
  const counts = { both: 0, value: 0, true: 0, false: 0, error: 0, never: 0 };
  for (const one of found) if (one.parent === null) counts[one.kind] += 1;
  return counts;
}
