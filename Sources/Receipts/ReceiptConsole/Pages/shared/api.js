// The connection to the console's server: requests, and events from it.

import { waitFor } from "./waits.js";

/** Why a request failed; the message is one line for people. */
export class ConsoleError extends Error {
  /** @param {{store: string, number: number}|null} decision The decision of the rules that denied it, which the emulator can explain: see refusal. */
  constructor(message, status = 0, decision = null) {
    super(message);
    this.name = "ConsoleError";
    this.status = status;
    this.decision = decision;
  }

  /** Whether it failed because a server did not answer, and may succeed later. */
  get isOutage() {
    return [0, 502, 503, 504].includes(this.status);
  }
}

async function send(method, path, text, headers, signal = null) {
  try {
    return await waitFor(fetch(path, { method, headers: text === undefined ? headers : { "Content-Type": "application/json", ...headers }, body: text, signal }));
  } catch {
    throw new ConsoleError("The console does not answer. Is it still running?");
  }
}

async function exchange(method, path, body, headers, signal = null) {
  const response = await send(method, path, body === undefined ? undefined : JSON.stringify(body), headers, signal);
  const text = await response.text();
  let json = null;
  try {
    json = text === "" ? {} : JSON.parse(text);
  } catch {
    throw new ConsoleError(`The console's response is not JSON (${response.status}).`, response.status);
  }
  return { status: response.status, json, tag: response.headers.get("ETag"), decision: decisionOf(response, "firestore") };
}

/** The decision of the rules that a response names; null if it names none. */
function decisionOf(response, store) {
  const number = response.headers.get("X-Rules-Decision");
  return number === null ? null : { store, number: Number(number) };
}

/** Makes a request to the console; throws a ConsoleError if it fails, or if the signal has ended it. */
export async function request(method, path, body, signal = null) {
  const { status, json } = await exchange(method, path, body, {}, signal);
  if (status >= 400) throw new ConsoleError(json?.error ?? `The console rejected the request (${status}).`, status, json?.decision ?? null);
  return json;
}

/**
 * Asks the console for something that may not have changed.
 *
 * @param {string|null} tag The tag of the last response.
 * @returns {Promise<{tag: string|null, json: any}>} json is null if nothing has changed.
 */
export async function requestNews(path, tag) {
  const answer = await exchange("GET", path, undefined, tag === null ? {} : { "If-None-Match": tag });
  if (answer.status === 304) return { tag, json: null };
  if (answer.status >= 400) throw new ConsoleError(answer.json?.error ?? `The console rejected the request (${answer.status}).`, answer.status);
  return { tag: answer.tag, json: answer.json };
}

/** Reads a file of documents from an export: their lines, as of the emulator's JSON Lines. */
export async function readExportFile(bytes) {
  const response = await send("POST", "/api/export-file", bytes, { "Content-Type": "application/octet-stream" });
  const text = await response.text();
  if (response.status < 400) return text;
  let reason = `The console rejected the file (${response.status}).`;
  try {
    reason = JSON.parse(text).error;
  } catch {
    // Something between the page and the console may answer with other text.
  }
  throw new ConsoleError(reason, response.status);
}

/**
 * Sends a request to Firestore through the console, such as ("GET", "/v1/projects/p/databases/(default)/documents/users").
 *
 * @param {object} [identity] Whom to act as on an emulator: {user, claims}, or {nobody: true}. Otherwise the console's own credentials are used.
 * @param {string|null} [tag] The tag of the last response: status 304 means that nothing has changed.
 * @returns {Promise<{status: number, json: any, tag: string|null, decision: object|null}>} Firestore's response, whatever its status.
 */
export async function firestore(method, path, body, identity = {}, tag = null) {
  const headers = headersOf(identity);
  if (tag !== null) headers["If-None-Match"] = tag;
  return await exchange(method, `/api/firestore${path}`, body, headers);
}

/**
 * Sends a request to a Realtime Database through the console, such as ("GET", "/rooms.json?shallow=true").
 *
 * JSON stays text in both directions: numbers keep their digits, and rules their comments.
 *
 * @param {string} [text] The JSON to send.
 * @param {object} [options] identity: as for Firestore; ifMatch: the tag that the data must have; ifNoneMatch: the tag of the last response, which
 *   status 304 says is the newest; wantsTag: whether to return the data's tag.
 * @returns {Promise<{status: number, text: string, tag: string|null, decision: object|null}>} The database's response, whatever its status.
 */
export async function database(method, path, text, { identity = {}, ifMatch = null, ifNoneMatch = null, wantsTag = false } = {}) {
  const headers = headersOf(identity);
  if (ifMatch !== null) headers["If-Match"] = ifMatch;
  if (ifNoneMatch !== null) headers["If-None-Match"] = ifNoneMatch;
  if (wantsTag) headers["X-Firebase-ETag"] = "true";
  const response = await send(method, `/api/database${path}`, text, headers);
  return { status: response.status, text: await response.text(), tag: response.headers.get("ETag"), decision: decisionOf(response, "realtimeDatabase") };
}

function headersOf(identity) {
  const headers = {};
  if (identity.nobody) headers["X-Act-As"] = "nobody";
  if (identity.user) headers["X-Act-As"] = `user ${encodeURIComponent(identity.user)}`;
  if (identity.claims) headers["X-Claims"] = encodeURIComponent(JSON.stringify(identity.claims));
  return headers;
}

/** Firestore's error message. */
export function reason({ status, json }) {
  const answer = Array.isArray(json) ? json[0] : json;
  return answer?.error?.message ?? answer?.error ?? `HTTP ${status}`;
}

/** A Realtime Database's error message. */
export function databaseReason({ status, text }) {
  try {
    return JSON.parse(text).error ?? `HTTP ${status}`;
  } catch {
    return `HTTP ${status}`;
  }
}

/** The id of this page's visit: the console keeps its state under it, even while the connection is lost. */
const visit = Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, "0")).join("");

/** Gives the console a command for this visit. */
export function command(name, values = {}, signal = null) {
  return request("POST", `/api/visits/${visit}`, { command: name, ...values }, signal);
}

const handlers = new Map();
let source = null;
/** When the last event arrived; the console sends one every five seconds. */
let lastHeard = 0;
const longestSilence = 13_000;

/**
 * Listens to the events of a kind, in order and without gaps: those missed while the connection was lost arrive later. After
 * "hello" with resumed: false, everything has to be opened again.
 *
 * Besides the server's events there is "connection", with {connected}.
 *
 * @returns {() => void} Stops listening.
 */
export function on(kind, handler) {
  if (!handlers.has(kind)) {
    handlers.set(kind, new Set());
    if (kind !== "connection") source?.addEventListener(kind, receive);
  }
  handlers.get(kind).add(handler);
  return () => handlers.get(kind).delete(handler);
}

function dispatch(kind, data) {
  for (const handler of [...(handlers.get(kind) ?? [])]) handler(data);
}

function receive(event) {
  lastHeard = Date.now();
  dispatch(event.type, JSON.parse(event.data));
}

/** Connects. The browser reconnects by itself, and says which event was the last. */
export function connect() {
  listen();
  // A connection may be lost without an error.
  setInterval(() => {
    if (document.hidden || source.readyState !== EventSource.OPEN || Date.now() - lastHeard < longestSilence) return;
    source.close();
    dispatch("connection", { connected: false });
    listen();
  }, 2000);
  // Browsers keep a page that was left for the back button: meanwhile its devices must not receive or read anything.
  addEventListener("pagehide", () => {
    source.close();
    navigator.sendBeacon(`/api/visits/${visit}`, new Blob([JSON.stringify({ command: "leave" })], { type: "application/json" }));
  });
  addEventListener("pageshow", (event) => {
    if (event.persisted) listen();
  });
}

function listen() {
  source = new EventSource(`/api/events?visit=${visit}`);
  for (const kind of handlers.keys()) if (kind !== "connection") source.addEventListener(kind, receive);
  const heard = () => (lastHeard = Date.now());
  source.addEventListener("beat", heard);
  source.addEventListener("open", () => {
    heard();
    dispatch("connection", { connected: true });
  });
  source.addEventListener("error", () => {
    dispatch("connection", { connected: false });
    // The browser gives up after an error status; the server may be back later.
    if (source.readyState === EventSource.CLOSED) setTimeout(listen, 2000);
  });
}
