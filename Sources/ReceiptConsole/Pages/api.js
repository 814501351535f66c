// Speaks to the console's server: requests, and the events that it sends.

/** What a request failed with; the message is one line for people. */
export class ConsoleError extends Error {
  constructor(message, status = 0) {
    super(message);
    this.name = "ConsoleError";
    this.status = status;
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
  return { status: response.status, json };
}

/** Asks the console; throws a ConsoleError for anything but success. */
export async function request(method, path, body) {
  const { status, json } = await exchange(method, path, body, {});
  if (status >= 400) throw new ConsoleError(json?.error ?? `The console refused (${status}).`, status);
  return json;
}

/**
 * Sends a request to Firestore through the console, such as ("GET", "/v1/projects/p/databases/(default)/documents/users").
 *
 * @param {object} [identity] Who asks, on an emulator: {user, claims}, or {nobody: true}; else the console's own credentials.
 * @returns {Promise<{status: number, json: any}>} What Firestore said, refusals included.
 */
export async function firestore(method, path, body, identity = {}) {
  return await exchange(method, `/api/firestore${path}`, body, headersOf(identity));
}

/**
 * Sends a request to a Realtime Database through the console, such as ("GET", "/rooms.json?shallow=true").
 *
 * Texts go and come as they are: numbers keep their digits, and rules their comments.
 *
 * @param {string} [text] The JSON to send.
 * @param {object} [options] identity: who asks, as for Firestore; ifMatch: the tag of what has to be there; wantsTag: whether to tell it.
 * @returns {Promise<{status: number, text: string, tag: string|null}>} What the database said, refusals included.
 */
export async function database(method, path, text, { identity = {}, ifMatch = null, wantsTag = false } = {}) {
  const headers = headersOf(identity);
  if (ifMatch !== null) headers["If-Match"] = ifMatch;
  if (wantsTag) headers["X-Firebase-ETag"] = "true";
  const response = await send(method, `/api/database${path}`, text, headers);
  return { status: response.status, text: await response.text(), tag: response.headers.get("ETag") };
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
export const visit = Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, "0")).join("");

/** Has the console do something for this visit. */
export function command(name, values = {}) {
  return request("POST", `/api/visits/${visit}`, { command: name, ...values });
}

const handlers = new Map();
let source = null;

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
  tell(event.type, JSON.parse(event.data));
}

/** Begins to listen. The browser connects again by itself, and tells which event was the last. */
export function connect() {
  listen();
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
  source.addEventListener("open", () => tell("connection", { connected: true }));
  source.addEventListener("error", () => {
    tell("connection", { connected: false });
    // A server that refuses ends the trying; it may be back later.
    if (source.readyState === EventSource.CLOSED) setTimeout(listen, 2000);
  });
}
