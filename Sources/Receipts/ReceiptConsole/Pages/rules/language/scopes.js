// The blocks and names of Firestore's rules, also of unfinished ones. No DOM.

import { tokens } from "../../shared/source.js";

/** The text with blanks in place of comments and strings, so that nothing in them looks like code. */
export function codeOf(text) {
  let code = "";
  let at = 0;
  for (const { start, end, kind } of tokens(text)) {
    if (kind !== "comment" && kind !== "string") continue;
    code += text.slice(at, start) + text.slice(start, end).replace(/[^\n]/g, " ");
    at = end;
  }
  return code + text.slice(at);
}

const openings = /\bservice\s+[\w.]+\s*\{|\bmatch\s*((?:\/(?:\{[^{}\n]*\}|[^\s{}/;]*))+)\s*\{|\bfunction\s+([A-Za-z_]\w*)\s*\(([^)]*)\)\s*\{/g;

/**
 * The blocks: services, matches and functions.
 *
 * @returns {{kind: string, name: string, start: number, open: number, end: number, names: object[]}[]} start is where the keyword is, open where the
 *   block begins after its brace; names are what it declares: the wildcards of a path, or parameters.
 */
export function blocksOf(code) {
  const found = [];
  for (const match of code.matchAll(openings)) {
    const [text, path, name, parameters] = match;
    const open = match.index + text.length;
    const kind = path !== undefined ? "match" : name !== undefined ? "function" : "service";
    const names = path !== undefined ? wildcards(text, match.index) : name !== undefined ? parameterNames(text, match.index, parameters) : [];
    found.push({ kind, name: path ?? name ?? "service", start: match.index, open, end: endOf(code, open), names });
  }
  return found;
}

function endOf(code, open) {
  let depth = 1;
  for (let at = open; at < code.length; at += 1) {
    if (code[at] === "{") depth += 1;
    else if (code[at] === "}") depth -= 1;
    if (depth === 0) return at;
  }
  return code.length;
}

function wildcards(text, at) {
  return Array.from(text.matchAll(/\{\s*([A-Za-z_]\w*)\s*(=\s*\*\*)?\s*\}/g), (match) => {
    const start = at + match.index + match[0].indexOf(match[1]);
    return { kind: "wildcard", name: match[1], start, end: start + match[1].length, detail: match[2] ? "the rest of the path" : "an id in the path" };
  });
}

function parameterNames(text, at, parameters) {
  const from = text.indexOf("(") + 1;
  return Array.from(parameters.matchAll(/[A-Za-z_]\w*/g), (match) => ({ kind: "parameter", name: match[0], start: at + from + match.index, end: at + from + match.index + match[0].length, detail: "parameter" }));
}

/** The names in scope at an index: the innermost first. Each has kind, name, start, end and detail. */
export function namesAt(code, at) {
  const blocks = blocksOf(code);
  const around = blocks.filter((block) => block.open <= at && at <= block.end).sort((a, b) => b.open - a.open);
  const parentOf = (block) => blocks.filter((one) => one.open <= block.start && block.end <= one.end && one !== block).sort((a, b) => b.open - a.open)[0] ?? null;
  const isVisible = (block) => block.kind === "function" && (parentOf(block) === null || around.includes(parentOf(block)));
  const functions = blocks.filter(isVisible).map((block) => {
    const start = code.indexOf(block.name, block.start + "function".length);
    return { kind: "function", name: block.name, start, end: start + block.name.length, detail: `${block.name}(${block.names.map(({ name }) => name).join(", ")})`, depth: block.start };
  });
  return [...around.flatMap((block) => [...lets(code, block, at), ...block.names]), ...functions.reverse()];
}

/** The variables of a function before an index. */
function lets(code, block, at) {
  if (block.kind !== "function") return [];
  return Array.from(code.slice(block.open, at).matchAll(/\blet\s+([A-Za-z_]\w*)/g), (match) => {
    const start = block.open + match.index + match[0].length - match[1].length;
    return { kind: "variable", name: match[1], start, end: start + match[1].length, detail: "variable" };
  }).reverse();
}

/** The place where the name at an index is declared; null if it is not a declared name. */
export function definitionAt(text, at) {
  const code = codeOf(text);
  const start = at - /\w*$/.exec(code.slice(0, at))[0].length;
  const name = /^[A-Za-z_]\w*/.exec(code.slice(start))?.[0];
  // What follows a dot is a member.
  if (!name || /\.\s*$/.test(code.slice(0, start))) return null;
  const isCall = /^\s*\(/.test(code.slice(start + name.length));
  const found = namesAt(code, start).filter((one) => one.name === name);
  return found.find(({ kind }) => (kind === "function") === isCall) ?? found[0] ?? null;
}
