// What the outcome of suites is shown as. No DOM.

import { plural } from "../shared/texts.js";

/** The numbers of cases that passed and failed. */
export function countsOf(suites) {
  const cases = suites.flatMap((suite) => suite.cases);
  const failed = cases.filter(({ failure }) => failure).length;
  return { passed: cases.length - failed, failed, broken: suites.filter(({ problem }) => problem).length };
}

/** The outcome in a few words. */
export function countsText({ passed, failed, broken }) {
  const parts = [failed > 0 && `${failed} failed`, broken > 0 && `${plural(broken, "suite")} not run`, passed > 0 && `${passed} passed`].filter(Boolean);
  return parts.length === 0 ? "No cases" : parts.join(", ");
}

/** Whether a case passes the filter. */
export function fits({ name, failure }, suite, { text, failed }) {
  if (failed && !failure) return false;
  return text === "" || `${name}\n${suite.name}\n${suite.file}`.toLowerCase().includes(text.trim().toLowerCase());
}

/**
 * The lines around a range of a source, each in pieces.
 *
 * @returns {{number: number, pieces: {text: string, isMarked: boolean}[]}[]}
 */
export function excerptOf(source, position, around = 2) {
  const { start, end } = source.range(position);
  const [first, last] = [source.lineAt(start), source.lineAt(Math.max(start, end - 1))];
  return source.lines.slice(Math.max(0, first - 1 - around), Math.min(last, first + 7) + around).map(({ number, start: from, end: to }) => {
    const cuts = [from, Math.min(Math.max(start, from), to), Math.min(Math.max(end, from), to), to];
    const pieces = [0, 1, 2].map((index) => ({ text: source.text.slice(cuts[index], cuts[index + 1]), isMarked: index === 1 }));
    return { number, pieces: pieces.filter(({ text }) => text !== "") };
  });
}

/** What a condition was never seen to be; empty for one that is covered. */
export function gapOf(condition) {
  if (condition.true > 0 && condition.false > 0) return "";
  if (condition.true > 0) return "never false";
  if (condition.false > 0) return "never true";
  return condition.errors > 0 ? "only ever an error" : "never evaluated";
}

/** The share of covered conditions, as a whole percentage that is 100 only if nothing is missing. */
export function percentOf({ covered, conditions }) {
  if (conditions.length === 0 || covered === conditions.length) return 100;
  return Math.min(99, Math.round((covered * 100) / conditions.length));
}
