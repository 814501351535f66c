// Calls of a Realtime Database as text to use elsewhere: a command of curl, and Swift code with this package's client. No DOM.

import { authorizationOf } from "../copies.js";
import { claimsOf, credentialsCode, notesOf } from "../calls.js";
import { dictionary, stringLiteral } from "../../shared/firestore/swift.js";
import { resourceOf, segmentsFromText } from "../../shared/realtime/paths.js";
import { shellWord } from "../../shared/texts.js";

function resource({ path = "/" }) {
  return resourceOf(segmentsFromText(path));
}

function parameters(pairs) {
  return pairs.map(([name, value]) => `${name}=${encodeURIComponent(value)}`).join("&");
}

/** The URL of a call, without credentials. */
export function urlOf(call, { server, namespace }) {
  return `${server}${resource(call)}?${parameters([["ns", namespace], ...Object.entries(call.request?.query ?? {})])}`;
}

/** What a call asked for, as a request of the REST API. */
export function requestText(call) {
  const { method, query, body } = call.request;
  const asked = parameters(Object.entries(query));
  return `${method} ${resource(call)}${asked && `?${asked}`}${body === undefined ? "" : `\n\n${JSON.stringify(body, null, 2)}`}`;
}

/** A command that makes the same call; null for a call that has no form in the REST API. */
export function curlOf(call, of) {
  if (!call.request) return null;
  const { method, body } = call.request;
  // The token of a user is a parameter; only administrators have a header.
  const token = call.admin ? null : authorizationOf(call);
  const lines = [`curl ${method === "GET" ? "" : `-X ${method} `}${shellWord(urlOf(call, of) + (token ? `&auth=${token.replace("Bearer ", "")}` : ""))}`];
  if (call.admin) lines.push(`-H ${shellWord("Authorization: Bearer owner")}`);
  if (call.method === "listen") lines.push("-N", `-H ${shellWord("Accept: text/event-stream")}`);
  if (body !== undefined) lines.push(`-d ${shellWord(JSON.stringify(body))}`);
  return lines.join(" \\\n  ");
}

function valueCode(value) {
  if (value === null) return "nil";
  if (Array.isArray(value)) return `[${value.map(valueCode).join(", ")}]`;
  if (typeof value === "object") return dictionary(Object.entries(value).map(([name, one]) => [name, valueCode(one)]));
  return typeof value === "string" ? stringLiteral(value) : String(value);
}

const orders = { $key: "queryOrderedByKey()", $value: "queryOrderedByValue()", $priority: "queryOrderedByPriority()" };
const bounds = { startAt: "queryStarting(atValue: ", startAfter: "queryStarting(afterValue: ", endAt: "queryEnding(atValue: ", endBefore: "queryEnding(beforeValue: ", equalTo: "queryEqual(toValue: ", limitToFirst: "queryLimited(toFirst: ", limitToLast: "queryLimited(toLast: " };

/** The methods of a query; null for one that the client's methods cannot ask. */
function queryCode(query) {
  const lines = [];
  for (const [name, text] of Object.entries(query)) {
    let value;
    try {
      value = JSON.parse(text);
    } catch {
      // A bound with a key, such as 1,"k".
      return null;
    }
    if (name === "orderBy") lines.push(orders[value] ?? `queryOrdered(byChild: ${stringLiteral(String(value))})`);
    else if (Object.hasOwn(bounds, name)) lines.push(`${bounds[name]}${valueCode(value)})`);
    else return null;
  }
  return lines.map((line) => `\n    .${line}`).join("");
}

function actionOf({ method, path, request }) {
  if (request === undefined) return null;
  const reference = `database.reference(withPath: ${stringLiteral(path.replace(/^\//, ""))})`;
  switch (method) {
    case "get":
    case "listen": {
      const query = queryCode(request.query);
      if (query === null) return null;
      return method === "get" ? `print(try await ${reference}${query}\n    .getData().value as Any)` : `for try await change in ${reference}${query}\n    .changes() {\n    print(change.snapshot.value as Any)\n}`;
    }
    case "set": return `try await ${reference}.setValue(${valueCode(request.body)})`;
    case "update": return `try await ${reference}.updateChildValues(${valueCode(request.body)})`;
    case "push": return `try await ${reference}.childByAutoId().setValue(${valueCode(request.body)})`;
    case "remove": return `try await ${reference}.removeValue()`;
    default: return null;
  }
}

/** A program that makes the same call; null for a call that has no such form. */
export function swiftOf(call, { server, namespace }) {
  const action = actionOf(call);
  if (action === null) return null;
  const url = `${server}?ns=${namespace}`;
  return ["import RealtimeDatabase", "", ...notesOf(claimsOf(call)), "let database = try Database(DatabaseSettings(",
    `    url: ${stringLiteral(url)}, credentials: ${credentialsCode(call)}))`, action, ""].join("\n");
}
