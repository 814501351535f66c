// Paths: of the page's address, of documents and collections, and of fields. No DOM.

import { ValueError } from "../texts.js";

/** Reads what somebody has typed or pasted: "users/alice", "/users/alice/" or a whole resource name. */
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

/** Throws a ValueError for what cannot be the id of a document or collection. */
export function checkID(id) {
  if (id === "") throw new ValueError("An id is not empty.");
  if (id.includes("/")) throw new ValueError("An id holds no slash.");
  if (id === "." || id === "..") throw new ValueError("An id is not . or ..");
  if (/^__.*__$/s.test(id)) throw new ValueError("Ids such as __this__ are Firestore's own.");
  if (new TextEncoder().encode(id).length > 1500) throw new ValueError("An id has at most 1500 bytes.");
}

/** Twenty letters and digits, as Firestore's libraries choose ids. */
export function automaticID() {
  const letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789";
  let id = "";
  while (id.length < 20) {
    // What does not fit into a multiple of 62 is left out, so that no letter is likelier than others.
    for (const byte of crypto.getRandomValues(new Uint8Array(40))) if (byte < 248 && id.length < 20) id += letters[byte % 62];
  }
  return id;
}

/** The name of a field as a field path takes it: in backticks unless it is simple. */
export function quotedField(name) {
  return /^[A-Za-z_][A-Za-z_0-9]*$/.test(name) ? name : `\`${name.replace(/[\\`]/g, "\\$&")}\``;
}

/** Reads a field path that somebody has typed: dots lead into maps, what is in backticks stays as it is. */
export function fieldPathFromText(text) {
  const path = text.trim();
  if (path === "") throw new ValueError("Which field?");
  if (path === "__name__" || path.includes("`")) return path;
  return path.split(".").map((name) => {
    if (name === "") throw new ValueError("A field's name is not empty.");
    return quotedField(name);
  }).join(".");
}

/** The parts of a field path, without backticks. */
export function fieldNames(path) {
  const names = [];
  for (const [, quoted, plain] of path.matchAll(/`((?:[^`\\]|\\.)+)`|([^.`]+)/g)) names.push(plain ?? quoted.replace(/\\(.)/g, "$1"));
  return names;
}
