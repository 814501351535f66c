// Asks the rules about a request that somebody makes by hand, without changing anything where that is wanted.
//
// Emulators decide by the rules before they look at preconditions, so that a write with one that cannot hold tells what the rules say: refused
// for want of permission, or for the precondition. What does not change anything in a create is a second operation beside it, see below.

import { firestore, reason } from "../../shared/api.js";
import { parse, queryOf, writeOf } from "./json.js";
import { ValueError } from "../../shared/firestore/values.js";
import { checkID } from "../../shared/firestore/paths.js";

/**
 * A version that no document ever has. Not 1970-01-01T00:00:00Z: that is the version of documents that are not there, and Google's emulator
 * takes a write with it for a create, which succeeds.
 */
const neverTime = "1970-01-01T00:00:00.000001Z";

/** The methods that a request by hand may have. */
export const methods = ["get", "list", "create", "update", "delete"];

/**
 * Reads a request as it was written in the form; throws a ValueError for what cannot be one.
 *
 * @param {object} form as: "nobody", "user" or "admin"; user; claims, method, path, body: texts; replaces, changesNothing: booleans.
 */
export function readRequest(form, about) {
  const database = `projects/${about.firestore.project}/databases/${about.firestore.database}`;
  const path = form.path.trim().replace(/^\/+|\/+$/g, "");
  const segments = path === "" ? [] : path.split("/");
  if (segments.length === 0) throw new ValueError("Which path?");
  segments.forEach(checkID);
  const wantsCollection = form.method === "list";
  if ((segments.length % 2 === 1) !== wantsCollection) throw new ValueError(wantsCollection ? "A list asks a collection, such as users." : "This asks a document, such as users/alice.");
  const identity = {};
  if (form.as === "nobody") identity.nobody = true;
  if (form.as === "user") {
    identity.user = form.user.trim();
    if (identity.user === "") throw new ValueError("Which user?");
    if (form.claims.trim() !== "") identity.claims = parse(form.claims);
  }
  const json = ["get", "delete"].includes(form.method) ? {} : parse(form.body);
  const request = { method: form.method, segments, target: path, identity, isAdmin: form.as === "admin", database, changesNothing: form.changesNothing };
  const name = `${database}/documents/${path}`;
  switch (form.method) {
    case "list": request.query = queryOf(json, segments.at(-1), database); break;
    case "create": {
      const { fields, transforms } = writeOf(json, database, false);
      request.write = { update: { name, fields }, ...updates(transforms), currentDocument: { exists: false } };
      break;
    }
    case "update": {
      const { fields, mask, transforms } = writeOf(json, database, !form.replaces);
      request.write = { update: { name, fields }, ...(form.replaces ? {} : { updateMask: { fieldPaths: mask } }), ...updates(transforms), currentDocument: { exists: true } };
      break;
    }
    case "delete": request.write = { delete: name, currentDocument: { exists: true } }; break;
    default:
  }
  return request;
}

function updates(transforms) {
  return transforms.length > 0 ? { updateTransforms: transforms } : {};
}

/**
 * Makes a request.
 *
 * @returns {Promise<object>} outcome: "allowed", "denied", "unknown" (that cannot be told without changing something), "failed" or "free" (an
 *   administrator, whom no rules bind); wasDone: whether anything was changed; text: what else is to be said; status, message: the server's answer;
 *   documents: what was read; decision: the explanation, where the emulator has one.
 */
export async function ask(request, service) {
  const trace = new Trace(service, request);
  await trace.begin();
  if (request.write && request.changesNothing && request.isAdmin) return { outcome: "free", wasDone: false, text: "Rules do not bind an administrator. Nothing was asked." };
  const result = await asked(request, trace);
  result.decision ??= await trace.decision(result.number ?? null);
  return result;
}

async function asked(request, trace) {
  if (request.method === "get") return readResult(await send(request, "GET", request.segments), request);
  if (request.method === "list") return readResult(await send(request, "POST", request.segments.slice(0, -1), ":runQuery", { structuredQuery: request.query }), request);
  if (!request.changesNothing) return writeResult(await commit(request, [request.write]), request);
  if (request.method === "create") return await askCreate(request, trace);
  return dryResult(await commit(request, [{ ...request.write, currentDocument: { updateTime: neverTime } }]));
}

/**
 * A create is one by its precondition, that there is no such document, so that it has no room for one that cannot hold. Beside it goes the
 * verification of another document, with such a precondition. Rules are asked for both in turn: to create, then to get the other one. So
 * the other one should be a document that the user may get: those above the new one, and others that are near, are tried.
 */
async function askCreate(request, trace) {
  const others = await companions(request);
  let known = null;
  for (const other of others) {
    const verify = { verify: `${request.database}/documents/${other.join("/")}`, currentDocument: { updateTime: neverTime } };
    const answer = await commit(request, [request.write, verify]);
    if (answer.status !== 403) return dryResult(answer);
    const decision = await trace.last();
    if (decision) {
      if (decision.operations?.[0]?.method === "create") return { ...denied(answer), decision };
      // The rules went on to the other document: they had let the create pass.
      known = "allowed";
    } else if ((await send(request, "GET", other)).status !== 403) {
      return denied(answer);
    }
  }
  if (known === "allowed") return { outcome: "allowed", wasDone: false, text: "The rules let it pass. No explanation was kept, because this user may read no document beside it.", decision: null };
  return { outcome: "unknown", wasDone: false, text: "This emulator tells only whether the create was carried out, because this user may read no document beside it. Switch off “Only ask” to find out.", decision: null };
}

/** Documents that a user who may create one may perhaps read. */
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

function documentsPath(request, segments) {
  return [request.database, "documents", ...segments.map(encodeURIComponent)].join("/");
}

function send(request, method, segments, suffix = "", body = undefined) {
  return firestore(method, `/v1/${documentsPath(request, segments)}${suffix}`, body, request.isAdmin ? {} : request.identity);
}

function commit(request, writes) {
  return send(request, "POST", [], ":commit", { writes });
}

function denied(answer) {
  return { outcome: "denied", wasDone: false, status: answer.status, message: reason(answer).trim(), number: answer.decision?.number ?? null };
}

function codeOf(answer) {
  return (Array.isArray(answer.json) ? answer.json[0] : answer.json)?.error?.status ?? null;
}

function failed(answer) {
  return { outcome: "failed", wasDone: false, status: answer.status, message: reason(answer).trim() };
}

function dryResult(answer) {
  if (answer.status === 403) return denied(answer);
  const code = codeOf(answer);
  if (code === "ALREADY_EXISTS") return { outcome: "allowed", wasDone: false, text: "The rules would allow it, but there is such a document already, so that it would fail all the same." };
  if (code === "FAILED_PRECONDITION" || code === "NOT_FOUND" || code === "ABORTED") return { outcome: "allowed", wasDone: false, text: "The rules would allow it. Nothing was changed." };
  if (answer.status < 400) return { outcome: "allowed", wasDone: true, text: "The server carried it out, against expectation: something was changed." };
  return failed(answer);
}

function writeResult(answer, request) {
  if (answer.status === 403) return denied(answer);
  if (answer.status >= 400) {
    const code = codeOf(answer);
    const isAfterRules = code === "ALREADY_EXISTS" || code === "NOT_FOUND" || code === "FAILED_PRECONDITION";
    return isAfterRules && !request.isAdmin ? { ...failed(answer), outcome: "allowed", text: "The rules allow it, but it failed." } : failed(answer);
  }
  return { outcome: request.isAdmin ? "free" : "allowed", wasDone: true, text: "It was carried out." };
}

function readResult(answer, request) {
  const outcome = request.isAdmin ? "free" : "allowed";
  if (answer.status === 403) return denied(answer);
  if (answer.status === 404 && request.method === "get") return { outcome, wasDone: false, text: "There is no such document.", documents: [] };
  if (answer.status >= 400) return failed(answer);
  const documents = request.method === "get" ? [answer.json] : answer.json.flatMap((one) => (one.document ? [one.document] : []));
  return { outcome, wasDone: false, documents };
}

/** Finds the decisions that a request has led to among those of everybody. */
class Trace {
  #service;
  #request;
  #before = null;

  constructor(service, request) {
    this.#service = service;
    this.#request = request;
  }

  async begin() {
    if (this.#request.isAdmin) return;
    const newest = await this.#service.decisions(0, 1);
    if (newest !== null) this.#before = newest.at(-1)?.number ?? 0;
  }

  async #since() {
    if (this.#before === null) return [];
    const user = this.#request.identity.user ?? null;
    return ((await this.#service.decisions(this.#before)) ?? []).filter((decision) => decision.user === user);
  }

  /**
   * The decision about what was asked, or null.
   *
   * @param {number|null} number The number that the refusal gave.
   */
  async decision(number) {
    const { method, target } = this.#request;
    if (number !== null) return (await this.#service.decisions(0, 1, { number }))?.[0] ?? null;
    return (await this.#since()).findLast((decision) => (decision.operations ?? []).some((one) => one.method === method && (method === "list" || one.target === target))) ?? null;
  }

  /** The user's last decision, or null. */
  async last() {
    return (await this.#since()).at(-1) ?? null;
  }
}
