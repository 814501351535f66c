// Paths and keys of a Realtime Database. No DOM.

import { ValueError } from "../texts.js";

/** The most keys in a path. */
const deepest = 32;

/** The path in a request. */
export function resourceOf(segments) {
  return `/${segments.map(encodeURIComponent).join("/")}.json`;
}

/** Reads a path as people type or paste it: "rooms/blue", "/rooms/blue/", or the URL of a place in the database. */
export function segmentsFromText(text) {
  const path = text.trim();
  const url = /^https?:\/\/[^/]*(\/[^?#]*)?/i.exec(path);
  const plain = url ? decoded(url[1] ?? "").replace(/\.json$/, "") : path.replace(/^#\/tree(?=\/|$)/, "");
  const segments = plain.replace(/^\/+|\/+$/g, "").split("/").filter((key) => key !== "" || plain.includes("//"));
  segments.forEach(checkKey);
  if (segments.length > deepest) throw new ValueError(`A path can have at most ${deepest} keys.`);
  return segments;
}

function decoded(text) {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** Throws a ValueError for an invalid key. */
export function checkKey(key) {
  if (key === "") throw new ValueError("A key cannot be empty.");
  if (/[.#$/[\]]/.test(key)) throw new ValueError("A key cannot contain . # $ / [ or ].");
  if (/[\u0000-\u001f\u007f]/.test(key)) throw new ValueError("A key cannot contain line breaks, tabs or other control characters.");
  if (new TextEncoder().encode(key).length > 768) throw new ValueError("A key can have at most 768 bytes.");
}

/** Orders keys as the database does: first integers by number, then the others by UTF-16 code units. */
export function compareKeys(a, b) {
  const [left, right] = [integer(a), integer(b)];
  if (left !== null && right !== null) return left - right || a.length - b.length;
  if (left !== null || right !== null) return left !== null ? -1 : 1;
  return a < b ? -1 : a > b ? 1 : 0;
}

/** The number of a key that is a 32-bit integer; null for other keys. */
function integer(key) {
  if (!/^-?\d{1,10}$/.test(key)) return null;
  const number = Number(key);
  return number >= -2147483648 && number <= 2147483647 ? number : null;
}
