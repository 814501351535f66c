// Paths and keys of a Realtime Database. No DOM.

import { ValueError } from "../texts.js";

/** The most keys that a path may have. */
const deepest = 32;

/** The path in a request. */
export function resourceOf(segments) {
  return `/${segments.map(encodeURIComponent).join("/")}.json`;
}

/** Reads what somebody has typed or pasted: "rooms/blue", "/rooms/blue/", or the whole URL of a place in the database. */
export function segmentsFromText(text) {
  const path = text.trim();
  const url = /^https?:\/\/[^/]*(\/[^?#]*)?/i.exec(path);
  const plain = url ? decoded(url[1] ?? "").replace(/\.json$/, "") : path.replace(/^#\/tree(?=\/|$)/, "");
  const segments = plain.replace(/^\/+|\/+$/g, "").split("/").filter((key) => key !== "" || plain.includes("//"));
  segments.forEach(checkKey);
  if (segments.length > deepest) throw new ValueError(`A path has at most ${deepest} keys.`);
  return segments;
}

function decoded(text) {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** Throws a ValueError for what cannot be the key of a child. */
export function checkKey(key) {
  if (key === "") throw new ValueError("A key is not empty.");
  if (/[.#$/[\]]/.test(key)) throw new ValueError("A key holds none of . # $ / [ ].");
  if (/[\u0000-\u001f\u007f]/.test(key)) throw new ValueError("A key holds no line break, tab or other control character.");
  if (new TextEncoder().encode(key).length > 768) throw new ValueError("A key has at most 768 bytes.");
}

/** Orders keys as the database does: those that are integers by number, then the others by their UTF-16 units. */
export function compareKeys(a, b) {
  const [left, right] = [integer(a), integer(b)];
  if (left !== null && right !== null) return left - right || a.length - b.length;
  if (left !== null || right !== null) return left !== null ? -1 : 1;
  return a < b ? -1 : a > b ? 1 : 0;
}

/** The number of a key that is written as one of 32 bits, else null. */
function integer(key) {
  if (!/^-?\d{1,10}$/.test(key)) return null;
  const number = Number(key);
  return number >= -2147483648 && number <= 2147483647 ? number : null;
}
