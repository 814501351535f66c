// Calls as text to use elsewhere: a command of curl, and an HTTP archive. No DOM.

import { shellWord } from "../shared/texts.js";
import { claimsOf, costText, whoOf } from "./calls.js";

function base64(text) {
  const bytes = new TextEncoder().encode(text);
  return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join("")).replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");
}

/** The Authorization header of a call at an emulator, whose tokens are not signed; null for nobody. */
export function authorizationOf(call) {
  if (call.admin) return "Bearer owner";
  const claims = claimsOf(call);
  return claims === null ? null : `Bearer ${base64(JSON.stringify({ alg: "none", typ: "JWT" }))}.${base64(JSON.stringify(claims))}.`;
}

/** Each part of a path as it stands in a URL; colons of methods stay. */
function urlPath(path) {
  return path.split("/").map((part) => encodeURIComponent(part).replaceAll("%3A", ":").replaceAll("%28", "(").replaceAll("%29", ")")).join("/");
}

/** The URL of a call. */
export function urlOf({ request, method }, server) {
  return `${server}${urlPath(request?.path ?? `/google.firestore.v1.Firestore/${method}`)}`;
}

/** A command that makes the same call; null for a call whose content is not known. */
export function curlOf(call, server) {
  const { request } = call;
  if (!request) return null;
  const authorization = authorizationOf(call);
  const lines = [`curl ${shellWord(urlOf(call, server))}`, ...(authorization ? [`-H ${shellWord(`Authorization: ${authorization}`)}`] : []),
    `-H ${shellWord("Content-Type: application/json")}`, `-d ${shellWord(JSON.stringify(request.body))}`];
  return lines.join(" \\\n  ");
}

/**
 * Calls as an HTTP archive, which the developer tools of browsers open. Credentials are left out.
 *
 * @param {object[]} calls
 * @param {(call: object) => string} url The URL of a call.
 */
export function archiveOf(calls, url, version = "1") {
  return { log: { version: "1.2", creator: { name: "receipts", version }, entries: calls.map((call) => entryOf(call, url(call))) } };
}

function entryOf(call, url) {
  const text = call.request?.body !== undefined ? JSON.stringify(call.request.body) : "";
  const time = call.microseconds / 1000;
  const isOK = call.status === "OK";
  const answer = isOK ? "" : JSON.stringify({ status: call.status, message: call.message ?? "" });
  const none = { cookies: [], headers: [], headersSize: -1 };
  return {
    startedDateTime: call.time,
    time,
    request: {
      ...none, method: call.request?.method ?? "POST", url, httpVersion: call.protocol === "gRPC" ? "HTTP/2" : "HTTP/1.1",
      queryString: [], bodySize: text.length, postData: { mimeType: "application/json", text },
    },
    response: { ...none, status: isOK ? 200 : httpStatus[call.status] ?? 500, statusText: call.status, httpVersion: "HTTP/1.1", content: { size: answer.length, mimeType: "application/json", text: answer }, redirectURL: "", bodySize: answer.length },
    cache: {},
    timings: { send: 0, wait: time, receive: 0 },
    comment: `${call.method} over ${call.protocol} by ${whoOf(call)}: ${costText(call) || "nothing billed"}`,
  };
}

const httpStatus = { BAD_REQUEST: 400, PRECONDITION_FAILED: 412, INVALID_ARGUMENT: 400, FAILED_PRECONDITION: 400, OUT_OF_RANGE: 400, UNAUTHENTICATED: 401, UNAUTHORIZED: 401, PERMISSION_DENIED: 403, NOT_FOUND: 404, ALREADY_EXISTS: 409, ABORTED: 409, RESOURCE_EXHAUSTED: 429, CANCELLED: 499, UNIMPLEMENTED: 501, UNAVAILABLE: 503, DEADLINE_EXCEEDED: 504 };
