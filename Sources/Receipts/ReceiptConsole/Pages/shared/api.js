// Speaks to the console's server: requests, and the events that it sends.

/** What a request failed with; the message is one line for people. */
export class ConsoleError extends Error {
  /** @param {{store: string, number: number}|null} decision Where an emulator explains why its rules denied it: see refusal. */
  constructor(message, status = 0, decision = null) {
    super(message);
    this.name = "ConsoleError";
    this.status = status;
    this.decision = decision;
  }

  /** Whether it failed because somebody did not answer, so that the same may succeed later. */
  get isOutage() {
    return [0, 502, 503, 504].includes(this.status);
  }
}

async function send(method, path, text, headers) {
  try {
    return await fetch(path, { method, headers: text === undefined ? headers : { "Content-Type": "application/json", ...headers }, body: text });
  } catch {
    throw new ConsoleError("The console cannot be reached. Is it still running?");
  }
}

async function exchange(method, path, body, headers) {
  const response = await send(method, path, body === undefined ? undefined : JSON.stringify(body), headers);
  const text = await response.text();
  let json = null;
  try {
    json = text === "" ? {} : JSON.parse(text);
  } catch {
    throw new ConsoleError(`The console gave an answer that is no JSON (${response.status}).`, response.status);
  }
  return { status: response.status, json, tag: response.headers.get("ETag"), decision: decisionOf(response, "firestore") };
}

/** The decision of the rules that an emulator's refusal names; null of others. */
function decisionOf(response, store) {
  const number = response.headers.get("X-Rules-Decision");
  return number === null ? null : { store, number: Number(number) };
}

/** Asks the console; throws a ConsoleError for anything but success. */
export async function request(method, path, body) {
  const { status, json } = await exchange(method, path, body, {});
  if (status >= 400) throw new ConsoleError(json?.error ?? `The console refused (${status}).`, status, json?.decision ?? null);
  return json;
}

/**
 * Asks the console for something that it may have told already.
 *
 * @param {string|null} tag The tag of what was told last.
 * @returns {Promise<{tag: string|null, json: any}>} json is null where it is still the same.
 */
export async function requestNews(path, tag) {
  const answer = await exchange("GET", path, undefined, tag === null ? {} : { "If-None-Match": tag });
  if (answer.status === 304) return { tag, json: null };
  if (answer.status >= 400) throw new ConsoleError(answer.json?.error ?? `The console refused (${answer.status}).`, answer.status);
  return { tag: answer.tag, json: answer.json };
}

/**
 * Sends a request to Firestore through the console, such as ("GET", "/v1/projects/p/databases/(default)/documents/users").
 *
 * @param {object} [identity] Who asks, on an emulator: {user, claims}, or {nobody: true}; else the console's own credentials.
 * @param {string|null} [tag] The tag of what is known already: a status of 304 says that it is still the same.
 * @returns {Promise<{status: number, json: any, tag: string|null, decision: object|null}>} What Firestore said, refusals included.
 */
export async function firestore(method, path, body, identity = {}, tag = null) {
  const headers = headersOf(identity);
  if (tag !== null) headers["If-None-Match"] = tag;
  return await exchange(method, `/api/firestore${path}`, body, headers);
}

/**
 * Sends a request to a Realtime Database through the console, such as ("GET", "/rooms.json?shallow=true").
 *
 * Texts go and come as they are: numbers keep their digits, and rules their comments.
 *
 * @param {string} [text] The JSON to send.
 * @param {object} [options] identity: who asks, as for Firestore; ifMatch: the tag of what has to be there; wantsTag: whether to tell it.
 * @returns {Promise<{status: number, text: string, tag: string|null, decision: object|null}>} What the database said, refusals included.
 */
export async function database(method, path, text, { identity = {}, ifMatch = null, wantsTag = false } = {}) {
  const headers = headersOf(identity);
  if (ifMatch !== null) headers["If-Match"] = ifMatch;
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

/** The line in which Firestore says why it refused. */
export function reason({ status, json }) {
  const answer = Array.isArray(json) ? json[0] : json;
  return answer?.error?.message ?? answer?.error ?? `HTTP ${status}`;
}

/** The line in which a Realtime Database says why it refused. */
export function databaseReason({ status, text }) {
  try {
    return JSON.parse(text).error ?? `HTTP ${status}`;
  } catch {
    return `HTTP ${status}`;
  }
}

/** This page's visit: the console keeps what it has open under this name, also while the connection is away. */
const visit = Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, "0")).join("");

/** Has the console do something for this visit. */
export function command(name, values = {}) {
  return request("POST", `/api/visits/${visit}`, { command: name, ...values });
}

const handlers = new Map();
let source = null;
/** When the console was heard last; it says something every five seconds. */
let lastHeard = 0;
const longestSilence = 13_000;

/**
 * Hears the events of a kind, in order and without gaps: what was missed while the connection was away comes afterwards. After
 * "hello" with resumed: false, everything has to be opened again.
 *
 * Beside the server's events there is "connection", with {connected}.
 *
 * @returns {() => void} Stops hearing.
 */
export function on(kind, handler) {
  if (!handlers.has(kind)) {
    handlers.set(kind, new Set());
    if (kind !== "connection") source?.addEventListener(kind, receive);
  }
  handlers.get(kind).add(handler);
  return () => handlers.get(kind).delete(handler);
}

function tell(kind, data) {
  for (const handler of [...(handlers.get(kind) ?? [])]) handler(data);
}

function receive(event) {
  lastHeard = Date.now();
  tell(event.type, JSON.parse(event.data));
}

/** Begins to listen. The browser connects again by itself, and tells which event was the last. */
export function connect() {
  listen();
  // A connection may be gone without anybody having ended it.
  setInterval(() => {
    if (document.hidden || source.readyState !== EventSource.OPEN || Date.now() - lastHeard < longestSilence) return;
    source.close();
    tell("connection", { connected: false });
    listen();
  }, 2000);
  // A page that was left may be kept for the way back: meanwhile its devices are not to receive or read anything.
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
    tell("connection", { connected: true });
  });
  source.addEventListener("error", () => {
    tell("connection", { connected: false });
    // A server that refuses ends the trying; it may be back later.
    if (source.readyState === EventSource.CLOSED) setTimeout(listen, 2000);
  });
}
