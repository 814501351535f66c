// What a call of the emulator's log is shown as. No DOM.

import { byteText, plural } from "../shared/texts.js";
import { stringLiteral } from "../shared/firestore/swift.js";
import { contentOf, elementsOf, fieldsOf, typeOf } from "../shared/firestore/values.js";

/** A typed value as plain JSON, for claims. */
export function plainValue(value) {
  switch (typeOf(value)) {
    case "map": return Object.fromEntries(Object.entries(fieldsOf(value.mapValue)).map(([name, field]) => [name, plainValue(field)]));
    case "array": return elementsOf(value).map(plainValue);
    case "integer": return Number(value.integerValue);
    default: return contentOf(value) ?? null;
  }
}

/** The claims of the user; null for an administrator, and for nobody. */
export function claimsOf({ auth, claims = null }) {
  return auth ? plainValue(auth.token) : claims;
}

const usual = new Set(["sub", "user_id", "iss", "aud", "iat", "exp", "auth_time"]);

/** The claims beside those that every token has. */
export function ownClaims(claims) {
  return Object.fromEntries(Object.entries(claims).filter(([name, value]) => !usual.has(name) && !(name === "firebase" && value?.sign_in_provider === "custom")));
}

/** The credentials of a call at an emulator, as Swift code. */
export function credentialsCode(call) {
  if (call.admin) return ".emulatorAdmin";
  const claims = claimsOf(call);
  return claims === null ? ".none" : `.emulatorUser(uid: ${stringLiteral(String(claims.sub ?? claims.user_id ?? ""))})`;
}

/** What that code leaves out, as lines of comment. */
export function notesOf(claims) {
  const others = claims === null ? [] : Object.keys(ownClaims(claims));
  return others.length > 0 ? [`// The token has more claims: ${others.join(", ").replace(/[\u0000-\u001f\u007f\u2028\u2029]/g, " ")}.`] : [];
}

/** Who made a call, in words. */
export function whoOf(call) {
  if (call.admin) return "administrator";
  const claims = claimsOf(call);
  return claims === null ? "nobody" : String(claims.sub ?? claims.user_id ?? "a user without an id");
}

/** What a call is about: its paths, the first two of several. */
export function targetText({ targets = [], targetCount = targets.length }) {
  const rest = targetCount - Math.min(2, targets.length);
  return targets.slice(0, 2).join(", ") + (rest > 0 && targets.length > 0 ? ` and ${rest} more` : "");
}

/** What is billed: "2 reads, 1 write", or in a Realtime Database what was downloaded, "1.2 kB"; empty for a call that costs nothing. */
export function costText({ reads = 0, writes = 0, deletes = 0, bytes = 0 }) {
  return [bytes > 0 && byteText(bytes), reads > 0 && plural(reads, "read"), writes > 0 && plural(writes, "write"), deletes > 0 && plural(deletes, "delete")].filter(Boolean).join(", ");
}

/** How long a call took. */
export function durationText(microseconds) {
  if (microseconds < 1000) return `${microseconds} µs`;
  if (microseconds < 1_000_000) return `${(microseconds / 1000).toFixed(microseconds < 10_000 ? 1 : 0)} ms`;
  return `${(microseconds / 1_000_000).toFixed(1)} s`;
}

/** The status in one or two words. */
export function statusText({ status, open }) {
  if (status === "OK") return open ? "Open" : "OK";
  return status === "PERMISSION_DENIED" ? "Denied" : status.toLowerCase().replaceAll("_", " ").replace(/^./, (letter) => letter.toUpperCase());
}

/** Whether a call passes the filter. */
export function fits(call, { text = "", failed = false }) {
  if (failed && call.status === "OK") return false;
  const words = text.trim().toLowerCase().split(/\s+/).filter((word) => word !== "");
  const all = [call.method, call.protocol, call.status, whoOf(call), ...(call.targets ?? [])].join("\n").toLowerCase();
  return words.every((word) => all.includes(word));
}

/** The sum of what is billed for several calls. */
export function sumOf(calls) {
  const sum = { reads: 0, writes: 0, deletes: 0, bytes: 0 };
  for (const call of calls) for (const kind of Object.keys(sum)) sum[kind] += call[kind] ?? 0;
  return sum;
}
