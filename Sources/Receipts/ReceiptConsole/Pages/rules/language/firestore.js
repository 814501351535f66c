// The language of Firestore's rules, for the editor. No DOM.

import { tokens } from "../../shared/source.js";
import { laidOut } from "./layout.js";
import { blocksOf, codeOf, definitionAt, namesAt } from "./scopes.js";

const members = {
  request: { auth: "who asks, or null", method: "get, list, create, update or delete", path: "the path of the document", query: "limit, offset and orderBy of a list", resource: "the document as it would be", time: "the time of the request" },
  resource: { data: "the fields", id: "the id of the document", __name__: "the path of the document" },
  "request.resource": { data: "the fields as they would be", id: "the id of the document", __name__: "the path of the document" },
  "request.auth": { uid: "the user's id", token: "the claims" },
  "request.auth.token": { email: "", email_verified: "", name: "", phone_number: "", sub: "the user's id", firebase: "" },
  "request.query": { limit: "", offset: "", orderBy: "" },
};
const methods = { read: "get and list", write: "create, update and delete", get: "one document", list: "a query", create: "", update: "", delete: "" };
const keywords = ["allow", "function", "if", "in", "is", "let", "match", "return", "rules_version", "service", "true", "false", "null"];

/** The tokens, with the paths of matches. */
export function tokensOf(text) {
  const found = tokens(text);
  const paths = Array.from(codeOf(text).matchAll(/\bmatch\s*((?:\/(?:\{[^{}\n]*\}|[^\s{}/;]*))+)/g), (match) => ({ start: match.index + match[0].length - match[1].length, end: match.index + match[0].length, kind: "path" }));
  if (paths.length === 0) return found;
  const inPath = (token) => paths.some((path) => token.start >= path.start && token.start < path.end);
  return [...found.filter((token) => !inPath(token)), ...paths].sort((a, b) => a.start - b.start);
}

/**
 * What may be written at an index.
 *
 * @param {object[]} reference What the language has built in: {kind, name, signatures, documentation}.
 * @returns {{start: number, items: {label: string, insert: string, detail: string}[]}} start is where the name begins that is being written.
 */
export function completionsAt(text, at, reference) {
  const code = codeOf(text);
  if (code[at - 1] !== text[at - 1]) return { start: at, items: [] };
  const before = code.slice(0, at);
  const start = at - /\w*$/.exec(before)[0].length;
  const line = before.slice(before.lastIndexOf("\n") + 1);
  const item = (label, detail, insert = label) => ({ label, insert, detail });
  const of = (object) => Object.entries(object).map(([name, detail]) => item(name, detail));
  const base = /([A-Za-z_][\w.]*)?(\))?\s*\.\s*\w*$/.exec(before);
  if (base) {
    const name = base[2] ? "" : base[1] ?? "";
    if (Object.hasOwn(members, name)) return { start, items: of(members[name]) };
    const inPackage = reference.filter((one) => one.kind === "function" && one.name.startsWith(`${name}.`) && name !== "");
    if (inPackage.length > 0) return { start, items: inPackage.map((one) => call(one, one.name.slice(name.length + 1))) };
    return { start, items: reference.filter((one) => one.kind !== "function").map((one) => (one.kind === "method" ? call(one, one.name) : item(one.name, one.documentation))) };
  }
  if (/\ballow\s+[\w\s,]*$/.test(line)) return { start, items: of(methods) };
  const names = namesAt(code, at).map((one) => (one.kind === "function" ? item(one.name, one.detail, `${one.name}(`) : item(one.name, one.detail)));
  const functions = reference.filter((one) => one.kind === "function" && !one.name.includes(".")).map((one) => call(one, one.name));
  const packages = [...new Set(reference.filter((one) => one.kind === "function" && one.name.includes(".")).map((one) => one.name.split(".")[0]))].map((name) => item(name, "functions", `${name}.`));
  return { start, items: [...names, item("request", "what is asked"), item("resource", "the document as it is"), ...functions, ...packages, ...keywords.map((word) => item(word, "keyword"))] };
}

function call({ signatures, documentation }, name) {
  return { label: name, insert: `${name}(`, detail: signatures[0] ?? documentation };
}

/** The text in its layout: see laidOut. */
export function formatted(text) {
  return laidOut(text, codeOf(text), (last) => !";{}([,".includes(last));
}

export { definitionAt };

/** What the blocks of coverage are called. */
export const blockName = "match block";

/** The root of all documents, which paths are shown without. */
const root = /^\/databases\/\{\w+\}\/documents(?=\/|$)/;

/**
 * The blocks for which coverage is counted.
 *
 * @returns {{path: string, start: number, open: number, end: number}[]} start is where the block's path is, open and end are where its braces are.
 */
export function coverageBlocks(text) {
  const matches = blocksOf(codeOf(text)).filter(({ kind }) => kind === "match");
  return matches.map((block) => {
    const around = matches.filter((one) => one.open <= block.start && block.start <= one.end);
    const path = [...around, block].map(({ name }) => name).join("");
    return { path: path.replace(root, "") || "/", start: block.start, open: block.open, end: block.end };
  });
}
