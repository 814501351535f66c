// Paths of documents, collections and fields. No DOM.

import { ValueError } from "../texts.js";

/** Reads a path as people type or paste it: "users/alice", "/users/alice/" or a full resource name. */
export function segmentsFromText(text, database) {
  const path = text.trim().replace(/^#?\/?data\//, "").replace(/^\/+|\/+$/g, "");
  const prefix = `${database}/documents`;
  const inside = path === prefix || path.startsWith(`${prefix}/`) ? path.slice(prefix.length + 1) : path;
  const segments = inside === "" ? [] : inside.split("/");
  segments.forEach((segment) => checkID(segment));
  return segments;
}

/** True for the path of a document, false for one of a collection. */
export function isDocument(segments) {
  return segments.length > 0 && segments.length % 2 === 0;
}

/** Throws a ValueError for an invalid id of a document or collection. */
export function checkID(id) {
  if (id === "") throw new ValueError("An id cannot be empty.");
  if (id.includes("/")) throw new ValueError("An id cannot contain a slash.");
  if (id === "." || id === "..") throw new ValueError("An id cannot be . or ..");
  if (/^__.*__$/s.test(id)) throw new ValueError("Ids such as __this__ are reserved.");
  if (new TextEncoder().encode(id).length > 1500) throw new ValueError("An id can have at most 1500 bytes.");
}

/** Twenty letters and digits, as Firestore's libraries choose ids. */
export function automaticID() {
  const letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789";
  let id = "";
  while (id.length < 20) {
    // 248 is the largest multiple of 62: without larger bytes, all letters are equally likely.
    for (const byte of crypto.getRandomValues(new Uint8Array(40))) if (byte < 248 && id.length < 20) id += letters[byte % 62];
  }
  return id;
}

/** A field's name in a field path: in backticks unless it is simple. */
export function quotedField(name) {
  return /^[A-Za-z_][A-Za-z_0-9]*$/.test(name) ? name : `\`${name.replace(/[\\`]/g, "\\$&")}\``;
}

/** Reads a field path as people type it: dots lead into maps; names in backticks are kept. */
export function fieldPathFromText(text) {
  const path = text.trim();
  if (path === "") throw new ValueError("Enter a field.");
  if (path === "__name__" || path.includes("`")) return path;
  return path.split(".").map((name) => {
    if (name === "") throw new ValueError("A field's name cannot be empty.");
    return quotedField(name);
  }).join(".");
}

/** The parts of a field path, without backticks. */
export function fieldNames(path) {
  const names = [];
  for (const [, quoted, plain] of path.matchAll(/`((?:[^`\\]|\\.)+)`|([^.`]+)/g)) names.push(plain ?? quoted.replace(/\\(.)/g, "$1"));
  return names;
}
