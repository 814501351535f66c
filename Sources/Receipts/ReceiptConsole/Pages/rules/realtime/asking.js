// Asks the rules of a Realtime Database about a request, without changing anything unless that is wanted.
//
// The emulator checks the rules before it checks the entity tag that a write depends on. So a write that depends on a tag that nothing has tells what
// the rules say: it fails either for lack of permission, or because of the tag.

import { database, databaseReason } from "../../shared/api.js";
import { resourceOf, segmentsFromText } from "../../shared/realtime/paths.js";
import { ValueError } from "../../shared/texts.js";
import { identityOf } from "../identity.js";
import { Trace } from "../trace.js";

/** A tag that nothing has. */
const neverTag = "what-nobody-has-written";

export const methods = ["read", "write"];

/**
 * Reads the request that was entered in the form; throws a ValueError for invalid input.
 *
 * @param {object} form See identityOf; method, path, value: texts; changesNothing: a boolean.
 */
export function readRequest(form) {
  const segments = segmentsFromText(form.path);
  return {
    method: form.method,
    segments,
    target: `/${segments.join("/")}`,
    identity: identityOf(form),
    isAdmin: form.as === "admin",
    changesNothing: form.changesNothing,
    value: form.method === "write" ? valid(form.value) : undefined,
  };
}

function valid(text) {
  try {
    JSON.parse(text);
    return text;
  } catch {
    throw new ValueError("This is not valid JSON, such as {\"name\": \"Blue\"}, \"text\" or null.");
  }
}

/**
 * Makes a request.
 *
 * @returns {Promise<object>} outcome: "allowed", "denied", "failed" or "free" (an administrator, to whom no rules apply); wasDone: whether anything was
 *   changed; text: what else to say; message, status: the server's response; value: the value that was read; decision: the explanation, if there is one.
 */
export async function ask(request, service) {
  const isDry = request.method === "write" && request.changesNothing;
  if (isDry && request.isAdmin) return { outcome: "free", text: "Rules do not apply to an administrator. No request was made." };
  const trace = new Trace(service, request, (one, { method, target }) => one.method === method && one.target.startsWith(target));
  await trace.begin();
  const result = resultOf(request, await send(request, isDry), isDry);
  result.decision = await trace.decision(result.number ?? null);
  return result;
}

function send({ method, segments, value, identity }, isDry) {
  const resource = resourceOf(segments);
  if (method === "read") return database("GET", resource, undefined, { identity });
  return database("PUT", resource, value, { identity, ifMatch: isDry ? neverTag : null });
}

function resultOf(request, answer, isDry) {
  const { status } = answer;
  const allowed = request.isAdmin ? "free" : "allowed";
  if (status === 401 || status === 403) return { outcome: "denied", message: databaseReason(answer), status, number: answer.decision?.number ?? null };
  if (isDry && status === 412) return { outcome: allowed, text: "The rules would allow it. Nothing was changed." };
  if (status >= 400) return { outcome: "failed", message: databaseReason(answer), status };
  if (request.method === "read") return { outcome: allowed, value: answer.text };
  return { outcome: allowed, wasDone: true, text: isDry ? "Unexpectedly, the server carried it out: data was changed." : "The request was carried out." };
}
