// What a coverage report says about the expressions in a text. No DOM.

import { valueText } from "./values.js";
import { tokens } from "./source.js";

/** What each kind of coverage is called, and the sign that stands for it beside a line. */
export const kinds = {
  both: { sign: "✓", name: "Seen true and false" },
  value: { sign: "✓", name: "Evaluated" },
  true: { sign: "T", name: "Only ever true" },
  false: { sign: "F", name: "Only ever false" },
  error: { sign: "!", name: "Only ever an error" },
  never: { sign: "–", name: "Never evaluated" },
};

/** The kind of coverage that an expression's values amount to. */
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
 * All expressions of a report, or of one in short, outer ones before those inside them.
 *
 * @returns {{start, end, parent: number|null, kind, values: {text, count, isError}[], others, total}[]} total is how often it was evaluated; others how
 *   many values there are beside those that are told.
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

/** The coverage of one text, which is brought up to date by what has changed. */
export class Coverage {
  expressions = [];
  /** The tag of what was taken in last: with it an emulator tells only what is new. */
  tag = null;
  #text = null;

  /** Begins anew where the text is another one. */
  begin(text) {
    if (text === this.#text) return;
    this.#text = text;
    this.tag = null;
    this.expressions = [];
  }

  /**
   * Takes in an answer: see RulesService. One about other rules is passed over: places of one mean nothing in the other.
   *
   * @param {string|null} id The id of the rules that are shown.
   * @returns {number[]|null} The expressions that are not as they were; null for all of them.
   */
  take(answer, source, id) {
    if (answer === null) return [];
    const isOfText = answer.rules === null ? answer.files[0]?.content === source.text : answer.rules === id;
    if (!isOfText) {
      this.tag = null;
      this.expressions = [];
      return null;
    }
    this.tag = answer.tag;
    if (answer.changes === null || answer.changes === undefined) {
      this.expressions = expressions(answer.counts ?? answer.report, source);
      return null;
    }
    const changed = answer.changes.filter(({ index }) => index < this.expressions.length);
    for (const change of changed) Object.assign(this.expressions[change.index], countsOf(change));
    return changed.map(({ index }) => index);
  }
}

/** The values of an expression as lines: those seen most often first, the rest counted. */
export function valueLines(expression, limit = 6) {
  const lines = expression.values.slice(0, limit);
  return { lines, rest: expression.others + expression.values.length - lines.length };
}

/**
 * The text cut into pieces, each with the innermost expression that it belongs to, the kind of word that it is, and the marks over it.
 *
 * @param {{start, end}[]} marks Places to point out.
 * @returns {Array<{start, end, expression: number|null, token: string|null, isMarked: boolean}[]>} The pieces of each line.
 */
export function pieces(source, found, marks) {
  const length = source.text.length;
  const owner = new Int32Array(length).fill(-1);
  // Inner expressions come after outer ones, and write over them.
  found.forEach((one, index) => owner.fill(index, one.start, one.end));
  const token = new Array(length).fill(null);
  for (const one of tokens(source.text)) token.fill(one.kind, one.start, one.end);
  const isMarked = new Uint8Array(length);
  for (const mark of marks) isMarked.fill(1, mark.start, mark.end);
  return source.lines.map((line) => {
    const result = [];
    // How far a line is set in belongs to no expression, also where one goes on from the line before.
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

/** For each line the outermost expression that begins there: its sign and count stand beside the line. */
export function outermostByLine(source, found) {
  const byLine = new Map();
  for (const one of found) {
    const line = source.lineAt(one.start);
    const known = byLine.get(line);
    if (!known || one.end - one.start > known.end - known.start) byLine.set(line, one);
  }
  return byLine;
}

/** How many expressions there are of each kind that is worth a look; only the conditions and function bodies themselves. */
export function summary(found) {
  const counts = { both: 0, value: 0, true: 0, false: 0, error: 0, never: 0 };
  for (const one of found) if (one.parent === null) counts[one.kind] += 1;
  return counts;
}
