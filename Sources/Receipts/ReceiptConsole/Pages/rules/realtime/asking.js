// Asks the rules of a Realtime Database about a request that somebody makes by hand, without changing anything where that is wanted.
//
// The emulator decides by the rules before it looks at the tag of what has to be there, so that a write with a tag that nothing has tells what the
// rules say: refused for want of permission, or for the tag.

import { database, databaseReason } from "../../shared/api.js";
import { ValueError } from "../../shared/firestore/values.js";
import { resourceOf, segmentsFromText } from "../../shared/realtime/paths.js";

/** A tag that nothing has. */
const neverTag = "what-nobody-has-written";

/** The methods that a request by hand may have. */
export const methods = ["read", "write"];

/**
 * Reads a request as it was written in the form; throws a ValueError for what cannot be one.
 *
 * @param {object} form as: "nobody", "user" or "admin"; user; claims, method, path, value: texts; changesNothing: a boolean.
 */
export function readRequest(form) {
  const segments = segmentsFromText(form.path);
  const identity = {};
  if (form.as === "nobody") identity.nobody = true;
  if (form.as === "user") {
    identity.user = form.user.trim();
    if (identity.user === "") throw new ValueError("Which user?");
    if (form.claims.trim() !== "") identity.claims = JSON.parse(json(form.claims));
  }
  return {
    method: form.method,
    segments,
    target: `/${segments.join("/")}`,
    identity,
    isAdmin: form.as === "admin",
    changesNothing: form.changesNothing,
    value: form.method === "write" ? json(form.value) : undefined,
  };
}

function json(text) {
  try {
    JSON.parse(text);
    return text;
  } catch {
    throw new ValueError("This is no JSON, such as {\"name\": \"Blue\"}, \"text\" or null.");
  }
}

/**
 * Makes a request.
 *
 * @returns {Promise<object>} outcome: "allowed", "denied", "failed" or "free" (an administrator, whom no rules bind); text: what else is to be
 *   said; message, status: the server's answer; value: what was read; decision: the explanation, where there is one.
 */
export async function ask(request, service) {
  const isDry = request.method === "write" && request.changesNothing;
  if (isDry && request.isAdmin) return { outcome: "free", text: "Rules do not bind an administrator. Nothing was asked." };
  const before = request.isAdmin ? null : await service.decisions(0, 1);
  const answer = await send(request, isDry);
  const result = resultOf(request, answer, isDry);
  if (result.number) result.decision = (await service.decisions(0, 1, { number: result.number }))?.[0] ?? null;
  else if (before !== null) result.decision = await decisionSince(before.at(-1)?.number ?? 0, request, service);
  return result;
}

function send(request, isDry) {
  const resource = resourceOf(request.segments);
  const identity = request.isAdmin ? {} : request.identity;
  if (request.method === "read") return database("GET", resource, undefined, { identity });
  return database("PUT", resource, request.value, { identity, ifMatch: isDry ? neverTag : null });
}

function resultOf(request, answer, isDry) {
  const allowed = request.isAdmin ? "free" : "allowed";
  if (answer.status === 401 || answer.status === 403) return { outcome: "denied", message: databaseReason(answer), status: answer.status, number: answer.decision?.number ?? null };
  if (isDry && answer.status === 412) return { outcome: allowed, text: "The rules would allow it. Nothing was changed." };
  if (answer.status >= 400) return { outcome: "failed", message: databaseReason(answer), status: answer.status };
  if (request.method === "read") return { outcome: allowed, value: answer.text };
  return { outcome: allowed, text: isDry ? "The server carried it out, against expectation: something was changed." : "It was carried out." };
}

/** What the rules have said to the request, among what they have said to everybody. */
async function decisionSince(number, { method, target, identity }, service) {
  const decisions = (await service.decisions(number)) ?? [];
  const isAbout = ({ operations = [] }) => operations.some((one) => one.method === method && (one.target === target || one.target.startsWith(target)));
  return decisions.findLast((decision) => decision.user === (identity.user ?? null) && isAbout(decision)) ?? null;
}
