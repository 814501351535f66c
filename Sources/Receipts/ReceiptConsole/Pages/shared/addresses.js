// The addresses of the pages: the state that a page keeps in the URL after "#", so that it can be bookmarked, sent, and gone back to. No DOM.
//
//   #/chat/SCHEMA/CONVERSATION/user1,user2?at=TIME
//   #/data/collection/document/…?at=TIME&as=USER&where=FIELD&is=OPERATOR&value=JSON&order=FIELD&direction=DESCENDING&id=PREFIX&totals=FIELD
//       where with is and value, and order with direction, as often as there are
//   #/tree/key/key/…?chosen=key/key
//   #/rules, #/tree-rules    with /line/N or /request/ID, and ?denied&text=…
//   #/requests, #/tree-requests    with /call/N or /decision/N, and ?failed&text=…
//   #/tests?file=FILE&case=NAME, and ?failed&text=…
//   #/worker, #/faults

/** The most devices side by side. */
export const mostDevices = 4;

const operators = new Set(["EQUAL", "NOT_EQUAL", "LESS_THAN", "LESS_THAN_OR_EQUAL", "GREATER_THAN", "GREATER_THAN_OR_EQUAL", "ARRAY_CONTAINS", "ARRAY_CONTAINS_ANY", "IN", "NOT_IN", "IS_NULL", "IS_NOT_NULL", "IS_NAN", "IS_NOT_NAN"]);

function decoded(part) {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

/** A path of encoded segments. */
function joined(segments) {
  return segments.map((segment) => `/${encodeURIComponent(segment)}`).join("");
}

/** The parameters after "?": name=value, or the name alone for true. Null, false and empty values are left out. */
function queryOf(parameters) {
  const parts = (Array.isArray(parameters) ? parameters : Object.entries(parameters)).filter(([, value]) => value !== null && value !== undefined && value !== false && value !== "")
    .map(([name, value]) => (value === true ? name : `${name}=${encodeURIComponent(value)}`));
  return parts.length === 0 ? "" : `?${parts.join("&")}`;
}

/** The names and values of parameters, in order. */
function parametersOf(query) {
  return query.split("&").filter((one) => one !== "").map((part) => {
    const [name, ...value] = part.split("=");
    return [decoded(name), decoded(value.join("="))];
  });
}

const readers = {
  chat([schema = null, conversation = null, users = "", ...more], { at }) {
    if (more.length > 0) return null;
    const names = users.split(",").filter((part) => part !== "").map(decoded);
    return { schema: schema && decoded(schema), conversation: conversation && decoded(conversation), users: [...new Set(names)].slice(0, mostDevices), at: timeOf(at) };
  },
  data(path, parameters) {
    const { at, as } = Object.fromEntries(parameters);
    return { path: path.map(decoded), view: viewOf(parameters), at: timeOf(at), as: as || null };
  },
  tree: (path, { chosen }) => ({ path: path.map(decoded), chosen: chosen ?? null }),
  rules: readRules,
  "tree-rules": readRules,
  requests: readRequests,
  "tree-requests": readRequests,
  tests: (path, { file, case: name, failed, text }) => (path.length > 0 ? null : { file: file ?? null, name: name ?? null, failed: failed !== undefined, text: text ?? "" }),
  worker: (path) => (path.length === 0 ? {} : null),
  faults: (path) => (path.length === 0 ? {} : null),
};

function readRules([kind, value, ...more], { denied, text }) {
  const filter = { text: text ?? "", denied: denied !== undefined };
  if (kind === undefined) return { line: null, request: null, ...filter };
  if (more.length > 0 || !isNumber(value)) return null;
  if (kind === "request") return { line: null, request: Number(value), ...filter };
  return kind === "line" ? { line: Number(value), request: null, ...filter } : null;
}

function readRequests([kind, value, ...more], { failed, text }) {
  const state = { call: null, decision: null, text: text ?? "", failed: failed !== undefined };
  if (kind === undefined) return state;
  if (more.length > 0 || !["call", "decision"].includes(kind) || !isNumber(value)) return null;
  return { ...state, [kind]: Number(value) };
}

/** A past time that the page shows; null for now. */
function timeOf(text) {
  return text !== undefined && /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{1,9})?Z$/.test(text) ? text : null;
}

function isNumber(text) {
  return text !== undefined && /^[1-9]\d{0,8}$/.test(text);
}

/** The filters, orders and prefix of a collection: see structuredQuery; totals: the field to add up, empty for none. Invalid ones are left out. */
function viewOf(parameters) {
  const [filters, orders] = [[], []];
  const view = {};
  for (const [name, value] of parameters) {
    switch (name) {
      case "where": filters.push({ field: value }); break;
      case "is": if (filters.length > 0) filters.at(-1).operator = value; break;
      case "value": if (filters.length > 0) filters.at(-1).value = valueOf(value); break;
      case "order": orders.push({ field: value, direction: "ASCENDING" }); break;
      case "direction": if (orders.length > 0 && value === "DESCENDING") orders.at(-1).direction = value; break;
      case "id": if (value) view.prefix = value; break;
      case "totals": view.totals = value; break;
      default:
    }
  }
  const valid = filters.filter(({ field, operator, value }) => field && operators.has(operator) && value !== undefined);
  const named = orders.filter(({ field }) => field);
  return { ...(valid.length > 0 && { filters: valid }), ...(named.length > 0 && { orders: named }), ...view };
}

function valueOf(text) {
  try {
    const value = JSON.parse(text);
    const isValue = value !== null && typeof value === "object" && Object.keys(value).length === 1 && /Value$/.test(Object.keys(value)[0]);
    return isValue ? value : undefined;
  } catch {
    return undefined;
  }
}

/**
 * Reads an address.
 *
 * @returns {object} page: the page's name, or "unknown"; and the state that this page keeps in its address.
 */
export function readAddress(hash) {
  const [plain, query = ""] = hash.replace(/^#\/?/, "").split(/\?(.*)/s);
  const [name, ...path] = plain.split("/");
  const segments = path.filter((part) => part !== "");
  if (name === "") return segments.length === 0 ? { page: "chat", schema: null, conversation: null, users: [], at: null } : { page: "unknown" };
  const found = Object.hasOwn(readers, name) ? readers[name](segments, name === "data" ? parametersOf(query) : Object.fromEntries(parametersOf(query))) : null;
  return found === null ? { page: "unknown" } : { page: name, ...found };
}

/** Writes an address: the inverse of readAddress. */
export function writeAddress({ page, ...of }) {
  switch (page) {
    case "chat": return `#/chat${chatPath(of)}${queryOf({ at: of.at })}`;
    case "data": return `#/data${joined(of.path ?? [])}${queryOf([["at", of.at], ["as", of.as], ...viewParameters(of.view ?? {})])}`;
    case "tree": return `#/tree${joined(of.path ?? [])}${queryOf({ chosen: of.chosen })}`;
    case "rules":
    case "tree-rules": {
      const place = of.request ? `/request/${of.request}` : of.line ? `/line/${of.line}` : "";
      return `#/${page}${place}${queryOf({ denied: of.denied, text: of.text })}`;
    }
    case "requests":
    case "tree-requests": {
      const place = of.call ? `/call/${of.call}` : of.decision ? `/decision/${of.decision}` : "";
      return `#/${page}${place}${queryOf({ failed: of.failed, text: of.text })}`;
    }
    case "tests": return `#/tests${queryOf({ failed: of.failed, text: of.text, file: of.file, case: of.name })}`;
    default: return `#/${page}`;
  }
}

function chatPath({ schema, conversation, users }) {
  if (!schema) return "";
  if (!conversation) return joined([schema]);
  return joined([schema, conversation]) + (users?.length > 0 ? `/${users.map(encodeURIComponent).join(",")}` : "");
}

function viewParameters({ filters = [], orders = [], prefix, totals }) {
  return [
    ...filters.flatMap(({ field, operator, value }) => [["where", field], ["is", operator], ["value", JSON.stringify(value)]]),
    ...orders.flatMap(({ field, direction }) => [["order", field], ["direction", direction === "DESCENDING" ? direction : null]]),
    ["id", prefix],
    ["totals", totals === "" ? true : totals],
  ];
}

/** The address of a path on a data page: "data" for Firestore, "tree" for a Realtime Database. */
export function hashOf(path, page = "data") {
  return writeAddress({ page, path });
}
