// The addresses of the pages: the state that a page keeps in the URL after "#", so that it can be bookmarked, sent, and gone back to. No DOM.
//
//   #/chat/SCHEMA/CONVERSATION/user1,user2
//   #/data/collection/document/…?where=FIELD&is=OPERATOR&value=JSON&order=FIELD&direction=DESCENDING&id=PREFIX
//   #/tree/key/key/…?chosen=key/key
//   #/rules, #/tree-rules    with /line/N or /request/ID, and ?denied&text=…
//   #/requests               with /call/N or /decision/N, and ?failed&text=…
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
  const parts = Object.entries(parameters).filter(([, value]) => value !== null && value !== undefined && value !== false && value !== "")
    .map(([name, value]) => (value === true ? name : `${name}=${encodeURIComponent(value)}`));
  return parts.length === 0 ? "" : `?${parts.join("&")}`;
}

function parametersOf(query) {
  const found = {};
  for (const part of query.split("&").filter((one) => one !== "")) {
    const [name, ...value] = part.split("=");
    found[decoded(name)] = decoded(value.join("="));
  }
  return found;
}

const readers = {
  chat([schema = null, conversation = null, users = "", ...more]) {
    if (more.length > 0) return null;
    const names = users.split(",").filter((part) => part !== "").map(decoded);
    return { schema: schema && decoded(schema), conversation: conversation && decoded(conversation), users: [...new Set(names)].slice(0, mostDevices) };
  },
  data: (path, parameters) => ({ path: path.map(decoded), view: viewOf(parameters) }),
  tree: (path, { chosen }) => ({ path: path.map(decoded), chosen: chosen ?? null }),
  rules: readRules,
  "tree-rules": readRules,
  requests: readRequests,
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

function isNumber(text) {
  return text !== undefined && /^[1-9]\d{0,8}$/.test(text);
}

/** The filter, order and prefix of a collection: see structuredQuery. Invalid ones are left out. */
function viewOf({ where, is, value, order, direction, id }) {
  const view = {};
  const parsed = valueOf(value);
  if (where && operators.has(is) && parsed !== undefined) view.filter = { field: where, operator: is, value: parsed };
  if (order) view.order = { field: order, direction: direction === "DESCENDING" ? "DESCENDING" : "ASCENDING" };
  if (id) view.prefix = id;
  return view;
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
  if (name === "") return segments.length === 0 ? { page: "chat", schema: null, conversation: null, users: [] } : { page: "unknown" };
  const found = Object.hasOwn(readers, name) ? readers[name](segments, parametersOf(query)) : null;
  return found === null ? { page: "unknown" } : { page: name, ...found };
}

/** Writes an address: the inverse of readAddress. */
export function writeAddress({ page, ...of }) {
  switch (page) {
    case "chat": return `#/chat${chatPath(of)}`;
    case "data": return `#/data${joined(of.path ?? [])}${queryOf(viewParameters(of.view ?? {}))}`;
    case "tree": return `#/tree${joined(of.path ?? [])}${queryOf({ chosen: of.chosen })}`;
    case "rules":
    case "tree-rules": {
      const place = of.request ? `/request/${of.request}` : of.line ? `/line/${of.line}` : "";
      return `#/${page}${place}${queryOf({ denied: of.denied, text: of.text })}`;
    }
    case "requests": {
      const place = of.call ? `/call/${of.call}` : of.decision ? `/decision/${of.decision}` : "";
      return `#/requests${place}${queryOf({ failed: of.failed, text: of.text })}`;
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

function viewParameters({ filter, order, prefix }) {
  return { where: filter?.field, is: filter?.operator, value: filter && JSON.stringify(filter.value), order: order?.field, direction: order?.direction === "DESCENDING" ? "DESCENDING" : null, id: prefix };
}

/** The address of a path on a data page: "data" for Firestore, "tree" for a Realtime Database. */
export function hashOf(path, page = "data") {
  return writeAddress({ page, path });
}
