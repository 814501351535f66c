// The language of the Realtime Database's rules, for the editor: JSON with comments, and expressions in its strings. No DOM.

import { laidOut } from "./layout.js";

const words = new Set(["true", "false", "null"]);
const roots = { auth: "who asks, or null", data: "the data as it is", newData: "the data as it would be", now: "the time in milliseconds", root: "the data at the top", query: "the order and limits of a query" };
const ofAuth = { uid: "the user's id", token: "the claims", provider: "how the user has signed in" };
const properties = [".read", ".write", ".validate", ".indexOn", ".value"];

/** The names, strings, numbers and comments; in the strings of rules, those of the expression. */
export function tokensOf(text) {
  const found = [];
  for (const match of text.matchAll(/\/\/[^\n]*|\/\*[\s\S]*?(?:\*\/|$)|"(?:[^"\\\n]|\\.)*"?|\b(?:true|false|null)\b|-?\d[\d.]*/g)) {
    const [token] = match;
    const [start, end] = [match.index, match.index + token.length];
    if (token.startsWith("/")) found.push({ start, end, kind: "comment" });
    else if (!token.startsWith("\"")) found.push({ start, end, kind: /\d/.test(token) ? "number" : "keyword" });
    else if (/^\s*:/.test(text.slice(end, end + 40))) found.push({ start, end, kind: token.startsWith("\".") ? "keyword" : token.startsWith("\"$") ? "path" : "name" });
    else found.push(...expressionTokens(token, start));
  }
  return found;
}

function expressionTokens(token, at) {
  const found = [];
  let last = at;
  const part = (start, end, kind) => end > start && found.push({ start, end, kind });
  for (const match of token.matchAll(/'(?:[^'\\]|\\.)*'?|\/(?:[^/\\\s]|\\.)+\/|\b[A-Za-z_]\w*|\$\w+|\b\d[\d.]*/g)) {
    const [name] = match;
    const kind = name.startsWith("'") || name.startsWith("/") ? "string" : name.startsWith("$") ? "path" : /^\d/.test(name) ? "number" : words.has(name) || Object.hasOwn(roots, name) ? "keyword" : null;
    if (kind === null) continue;
    last = at + match.index;
    part(last, last + name.length, kind);
  }
  return found;
}

/** The string that an index is in, from after its quote; null outside strings. */
function stringAt(text, at) {
  for (const match of text.matchAll(/\/\/[^\n]*|\/\*[\s\S]*?(?:\*\/|$)|"(?:[^"\\\n]|\\.)*"?/g)) {
    if (match.index >= at) return null;
    const end = match.index + match[0].length;
    if (at < end || (at === end && !/^".*"$/.test(match[0]))) return match[0].startsWith("\"") ? { start: match.index + 1, end } : null;
  }
  return null;
}

/** The text with blanks in place of comments. */
function withoutComments(text) {
  return text.replace(/"(?:[^"\\\n]|\\.)*"?|\/\/[^\n]*|\/\*[\s\S]*?(?:\*\/|$)/g, (part) => (part.startsWith("/") ? part.replace(/[^\n]/g, " ") : part));
}

/** See formatted of Firestore's language. */
export function formatted(text) {
  const code = withoutComments(text).replace(/"(?:[^"\\\n]|\\.)*"?/g, (part) => part.replace(/[^\n]/g, " "));
  return laidOut(text, code, (last) => last === ":");
}

/** The $names in scope at an index, the innermost first. */
export function namesAt(text, at) {
  const found = [];
  const code = withoutComments(text);
  for (const match of code.matchAll(/"(\$\w+)"\s*:\s*\{/g)) {
    const open = match.index + match[0].length;
    if (open <= at && at <= endOf(code, open)) found.push({ name: match[1], start: match.index + 1, end: match.index + 1 + match[1].length });
  }
  return found.reverse();
}

/** Comments, strings and braces. */
const braces = /\/\/[^\n]*|\/\*[\s\S]*?(?:\*\/|$)|"(?:[^"\\\n]|\\.)*"?|[{}]/g;

function endOf(text, open) {
  let depth = 1;
  for (const match of text.slice(open).matchAll(braces)) {
    if (match[0] === "{") depth += 1;
    if (match[0] === "}") depth -= 1;
    if (depth === 0) return open + match.index;
  }
  return text.length;
}

/** See completionsAt of Firestore's language. */
export function completionsAt(text, at, reference) {
  const string = stringAt(text, at);
  if (string === null) return { start: at, items: [] };
  const before = text.slice(string.start, at);
  const item = (label, detail, insert = label) => ({ label, insert, detail });
  const of = (object) => Object.entries(object).map(([name, detail]) => item(name, detail));
  const isKey = /[{,]\s*$/.test(text.slice(0, string.start - 1).replace(/\/\/[^\n]*$/gm, ""));
  if (isKey) return { start: string.start, items: properties.map((name) => item(name, "")) };
  const start = at - /\$?\w*$/.exec(before)[0].length;
  const base = /([A-Za-z_$]\w*)?(\))?\s*\.\s*\w*$/.exec(before);
  if (!base) return { start, items: [...namesAt(text, at).map(({ name }) => item(name, "a key in the path")), ...of(roots), ...[...words].map((word) => item(word, "keyword"))] };
  if (base[1] === "auth" && !base[2]) return { start, items: of(ofAuth) };
  const named = new Map(reference.filter((one) => one.kind !== "function").map((one) => [one.name, one]));
  return { start, items: [...named.values()].map((one) => item(one.name, one.signatures[0] ?? one.documentation, one.kind === "method" ? `${one.name}(` : one.name)) };
}

/** See definitionAt of Firestore's language. */
export function definitionAt(text, at) {
  const start = at - /\$?\w*$/.exec(text.slice(0, at))[0].length;
  const name = /^\$\w+/.exec(text.slice(start))?.[0];
  return name ? namesAt(text, start).find((one) => one.name === name) ?? null : null;
}

/** See blockName of Firestore's language. */
export const blockName = "path";

/** See coverageBlocks of Firestore's language. */
export function coverageBlocks(text) {
  const found = [];
  const around = [];
  let key = null;
  for (const { 0: token, index } of text.matchAll(braces)) {
    if (token.startsWith("\"")) key = { name: token.slice(1, -1), start: index };
    else if (token === "{") {
      // The two outermost have "rules" between them.
      const path = around.length < 2 ? "/" : `${around.at(-1).path.replace(/\/$/, "")}/${key?.name ?? ""}`;
      around.push({ path, start: key?.start ?? index, open: index + 1, end: text.length });
      found.push(around.at(-1));
    } else if (token === "}" && around.length > 0) around.pop().end = index;
  }
  return found;
}
