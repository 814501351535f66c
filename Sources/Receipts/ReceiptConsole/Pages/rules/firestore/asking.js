// Asks the rules of Firestore about a request, without changing anything unless that is wanted.
//
// Emulators check the rules before they check preconditions. So a write whose precondition cannot hold tells what the rules say: it fails either for lack
// of permission, or because of the precondition. A create already has a precondition; see askCreate.

import { firestore, reason } from "../../shared/api.js";
import { checkID } from "../../shared/firestore/paths.js";
import { ValueError } from "../../shared/texts.js";
import { identityOf, objectFrom } from "../identity.js";
import { Trace } from "../trace.js";
import { queryOf, writeOf } from "./json.js";

/**
 * A version that no document ever has. Not 1970-01-01T00:00:00Z: that is the version of a missing document, and Google's emulator takes a write
 * with it for a create, which succeeds.
 */
const neverTime = "1970-01-01T00:00:00.000001Z";

export const methods = ["get", "list", "create", "update", "delete"];

/**
 * Reads the request that was entered in the form; throws a ValueError for invalid input.
 *
 * @param {object} form See identityOf; method, path, body: texts; replaces, changesNothing: booleans.
 */
export function readRequest(form, about) {
  const database = `projects/${about.firestore.project}/databases/${about.firestore.database}`;
  const segments = segmentsFrom(form.path, form.method === "list");
  const target = segments.join("/");
  const request = { method: form.method, segments, target, identity: identityOf(form), isAdmin: form.as === "admin", database, changesNothing: form.changesNothing };
  const json = ["get", "delete"].includes(form.method) ? {} : objectFrom(form.body);
  if (form.method === "list") request.query = queryOf(json, segments.at(-1), database);
  else if (form.method !== "get") request.write = writeFrom(form, json, database, `${database}/documents/${target}`);
  return request;
}

function segmentsFrom(text, isCollection) {
  const path = text.trim().replace(/^\/+|\/+$/g, "");
  if (path === "") throw new ValueError("Enter a path.");
  const segments = path.split("/");
  segments.forEach(checkID);
  if ((segments.length % 2 === 1) !== isCollection) throw new ValueError(isCollection ? "A list needs the path of a collection, such as users." : "This method needs the path of a document, such as users/alice.");
  return segments;
}

function writeFrom({ method, replaces }, json, database, name) {
  if (method === "delete") return { delete: name, currentDocument: { exists: true } };
  const isUpdate = method === "update";
  const { fields, mask, transforms } = writeOf(json, database, isUpdate && !replaces);
  return {
    update: { name, fields },
    ...(isUpdate && !replaces ? { updateMask: { fieldPaths: mask } } : {}),
    ...(transforms.length > 0 ? { updateTransforms: transforms } : {}),
    currentDocument: { exists: isUpdate },
  };
}

/**
 * Makes a request.
 *
 * @returns {Promise<object>} outcome: "allowed", "denied", "unknown" (it cannot be found out without changing data), "failed" or "free" (an
 *   administrator, to whom no rules apply); wasDone: whether anything was changed; text: what else to say; status, message: the server's response;
 *   documents: the documents that were read; decision: the explanation, if there is one.
 */
export async function ask(request, service) {
  const trace = new Trace(service, request, (one, { method, target }) => one.method === method && (method === "list" || one.target === target));
  await trace.begin();
  if (request.write && request.changesNothing && request.isAdmin) return { outcome: "free", wasDone: false, text: "Rules do not apply to an administrator. No request was made." };
  const result = await resultOf(request, trace);
  result.decision ??= await trace.decision(result.number ?? null);
  return result;
}

async function resultOf(request, trace) {
  if (request.method === "get") return readResult(await send(request, "GET", request.segments), request);
  if (request.method === "list") return readResult(await send(request, "POST", request.segments.slice(0, -1), ":runQuery", { structuredQuery: request.query }), request);
  if (!request.changesNothing) return writeResult(await commit(request, [request.write]), request);
  if (request.method === "create") return await askCreate(request, trace);
  return dryResult(await commit(request, [{ ...request.write, currentDocument: { updateTime: neverTime } }]));
}

/**
 * A create has the precondition that the document does not exist, so there is no room for one that cannot hold. Instead, the commit also verifies
 * another document with such a precondition. The rules are asked for both in turn: to create one, then to get the other. So the other one should be
 * a document that the user may get: this tries those above the new one, and others nearby.
 */
async function askCreate(request, trace) {
  const others = await companions(request);
  let isAllowed = false;
  for (const other of others) {
    const verify = { verify: `${request.database}/documents/${other.join("/")}`, currentDocument: { updateTime: neverTime } };
    const answer = await commit(request, [request.write, verify]);
    if (answer.status !== 403) return dryResult(answer);
    const decision = await trace.last();
    if (decision) {
      if (decision.operations?.[0]?.method === "create") return { ...denied(answer), decision };
      // The rules went on to the other document, so they allow the create.
      isAllowed = true;
    } else if ((await send(request, "GET", other)).status !== 403) {
      return denied(answer);
    }
  }
  if (isAllowed) return { outcome: "allowed", wasDone: false, text: "The rules would allow it. There is no explanation, because this user may not read any document nearby.", decision: null };
  return { outcome: "unknown", wasDone: false, text: "This emulator can only tell by carrying out the create, because this user may not read any document nearby. Turn off “Only ask” to find out.", decision: null };
}

/** Documents that a user who may create this one may perhaps read. */
async function companions(request) {
  const paths = [];
  for (let depth = request.segments.length - 2; depth > 0; depth -= 2) paths.push(request.segments.slice(0, depth));
  if (request.identity.user && !request.identity.user.includes("/")) paths.push(["users", request.identity.user]);
  const near = await firestore("GET", `/v1/${documentsPath(request, request.segments.slice(0, -1))}?pageSize=2`);
  for (const document of near.json?.documents ?? []) paths.push(document.name.slice(`${request.database}/documents/`.length).split("/"));
  const known = new Set([request.target]);
  const found = paths.filter((path) => !known.has(path.join("/")) && known.add(path.join("/")));
  return found.length > 0 ? found : [["users", "nobody"]];
}

// ---- Requests

function documentsPath(request, segments) {
  return [request.database, "documents", ...segments.map(encodeURIComponent)].join("/");
}

function send(request, method, segments, suffix = "", body = undefined) {
  return firestore(method, `/v1/${documentsPath(request, segments)}${suffix}`, body, request.identity);
}

function commit(request, writes) {
  return send(request, "POST", [], ":commit", { writes });
}

// ---- Results

function denied(answer) {
  return { outcome: "denied", wasDone: false, status: answer.status, message: reason(answer).trim(), number: answer.decision?.number ?? null };
}

function failed(answer) {
  return { outcome: "failed", wasDone: false, status: answer.status, message: reason(answer).trim() };
}

function codeOf(answer) {
  return (Array.isArray(answer.json) ? answer.json[0] : answer.json)?.error?.status ?? null;
}

function dryResult(answer) {
  if (answer.status === 403) return denied(answer);
  const code = codeOf(answer);
  if (code === "ALREADY_EXISTS") return { outcome: "allowed", wasDone: false, text: "The rules would allow it, but it would fail: the document already exists." };
  if (code === "FAILED_PRECONDITION" || code === "NOT_FOUND" || code === "ABORTED") return { outcome: "allowed", wasDone: false, text: "The rules would allow it. Nothing was changed." };
  if (answer.status < 400) return { outcome: "allowed", wasDone: true, text: "Unexpectedly, the server carried it out: data was changed." };
  return failed(answer);
}

function writeResult(answer, request) {
  if (answer.status === 403) return denied(answer);
  if (answer.status >= 400) {
    const code = codeOf(answer);
    const isAfterRules = code === "ALREADY_EXISTS" || code === "NOT_FOUND" || code === "FAILED_PRECONDITION";
    return isAfterRules && !request.isAdmin ? { ...failed(answer), outcome: "allowed", text: "The rules allow it, but it failed." } : failed(answer);
  }
  return { outcome: request.isAdmin ? "free" : "allowed", wasDone: true, text: "The request was carried out." };
}

function readResult(answer, request) {
  const outcome = request.isAdmin ? "free" : "allowed";
  if (answer.status === 403) return denied(answer);
  if (answer.status === 404 && request.method === "get") return { outcome, wasDone: false, text: "The document does not exist.", documents: [] };
  if (answer.status >= 400) return failed(answer);
  const documents = request.method === "get" ? [answer.json] : answer.json.flatMap((one) => (one.document ? [one.document] : []));
  return { outcome, wasDone: false, documents };
}
