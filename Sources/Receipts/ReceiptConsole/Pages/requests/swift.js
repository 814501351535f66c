// Calls as Swift code with this package's client. No DOM.

import { claimsOf, ownClaims } from "./calls.js";
import { contentOf, elementsOf, fieldsOf, referencePath, typeOf } from "../shared/firestore/values.js";

/** A text as a literal. */
export function stringLiteral(text) {
  const escaped = text.replace(/[\\"]/g, (sign) => `\\${sign}`).replace(/[\u0000-\u001f\u007f-\u009f\u2028\u2029\u202a-\u202e\u2066-\u2069]/g, (sign) => ({ "\n": "\\n", "\r": "\\r", "\t": "\\t" })[sign] ?? `\\u{${sign.codePointAt(0).toString(16)}}`);
  return `"${escaped}"`;
}

function numberLiteral(number) {
  if (number === "NaN") return "Double.nan";
  if (/Infinity$/.test(String(number))) return String(number).startsWith("-") ? "-Double.infinity" : "Double.infinity";
  const text = String(number);
  return /^-?\d+$/.test(text) ? `${text}.0` : text;
}

/** A value as an expression. */
export function valueCode(value) {
  const content = contentOf(value);
  switch (typeOf(value)) {
    case "null": return "NSNull()";
    case "boolean": return String(content);
    case "integer": return String(content);
    case "double": return numberLiteral(content);
    case "string": return stringLiteral(content);
    case "timestamp": return timestampCode(content);
    case "reference": return `firestore.document(${stringLiteral(referencePath(content, content.split("/").slice(0, 4).join("/")))})`;
    case "geopoint": return `GeoPoint(latitude: ${numberLiteral(content?.latitude ?? 0)}, longitude: ${numberLiteral(content?.longitude ?? 0)})`;
    case "bytes": return `Data(base64Encoded: ${stringLiteral(content)}) ?? Data()`;
    case "array": return `[${elementsOf(value).map(valueCode).join(", ")}]`;
    case "map": return dictionary(Object.entries(fieldsOf(value.mapValue)).map(([name, field]) => [name, valueCode(field)]));
    default: return "/* a value that this page does not know */ nil";
  }
}

function timestampCode(text) {
  const fraction = /\.(\d+)/.exec(text)?.[1] ?? "";
  return `Timestamp(seconds: ${Math.floor(Date.parse(text) / 1000)}, nanoseconds: ${Number(fraction.padEnd(9, "0"))})`;
}

function dictionary(entries) {
  return entries.length === 0 ? "[:]" : `[${entries.map(([name, code]) => `${stringLiteral(name)}: ${code}`).join(", ")}]`;
}

function transformCode(transform) {
  if (transform.setToServerValue) return "FieldValue.serverTimestamp()";
  if (transform.appendMissingElements) return `FieldValue.arrayUnion([${(transform.appendMissingElements.values ?? []).map(valueCode).join(", ")}])`;
  if (transform.removeAllFromArray) return `FieldValue.arrayRemove([${(transform.removeAllFromArray.values ?? []).map(valueCode).join(", ")}])`;
  for (const name of ["increment", "maximum", "minimum"]) if (transform[name]) return `FieldValue.${name}(${valueCode(transform[name])})`;
  return "nil";
}

/** The names of a field path: `a.b`, with names in backquotes. */
export function namesOf(path) {
  return Array.from(path.matchAll(/`((?:[^`\\]|\\.)*)`|([^.`]+)/g), ([, quoted, plain]) => (quoted === undefined ? plain : quoted.replace(/\\(.)/g, "$1")));
}

function fieldAt(fields, path) {
  const names = namesOf(path);
  let value = { mapValue: { fields } };
  for (const name of names) value = fieldsOf(value?.mapValue)[name];
  return value;
}

function writeCode(write, batch) {
  const name = write.update?.name ?? write.delete ?? write.transform?.document ?? write.verify;
  const document = `firestore.document(${stringLiteral(pathOf(name))})`;
  const call = (method, data, more = "") => (batch ? `${batch}.${method}(${data}, forDocument: ${document}${more})` : `try await ${document}.${method}(${data}${more})`);
  if (write.delete) return batch ? `${batch}.deleteDocument(${document})` : `try await ${document}.delete()`;
  const transforms = (write.updateTransforms ?? write.transform?.fieldTransforms ?? []).map((one) => [one.fieldPath, transformCode(one)]);
  const fields = write.update?.fields ?? {};
  if (!write.updateMask) return call("setData", dictionary([...Object.entries(fields).map(([field, value]) => [field, valueCode(value)]), ...transforms]));
  const masked = (write.updateMask.fieldPaths ?? []).map((path) => {
    const value = fieldAt(fields, path);
    return [path, value === undefined ? "FieldValue.delete()" : valueCode(value)];
  });
  if (write.currentDocument?.exists) return call("updateData", dictionary([...masked, ...transforms]));
  return call("setData", dictionary([...masked, ...transforms]), ", merge: true");
}

const operators = {
  EQUAL: "isEqualTo", NOT_EQUAL: "isNotEqualTo", LESS_THAN: "isLessThan", LESS_THAN_OR_EQUAL: "isLessThanOrEqualTo", GREATER_THAN: "isGreaterThan", GREATER_THAN_OR_EQUAL: "isGreaterThanOrEqualTo",
  ARRAY_CONTAINS: "arrayContains", ARRAY_CONTAINS_ANY: "arrayContainsAny", IN: "in", NOT_IN: "notIn",
};

/** The conditions of a filter; null for one that has no such form. */
function conditions(filter) {
  if (!filter) return [];
  if (filter.fieldFilter) {
    const { field, op, value } = filter.fieldFilter;
    return operators[op] ? [`.whereField(${stringLiteral(field.fieldPath)}, ${operators[op]}: ${valueCode(value)})`] : null;
  }
  if (filter.unaryFilter) {
    const form = { IS_NULL: "isEqualTo: NSNull()", IS_NOT_NULL: "isNotEqualTo: NSNull()", IS_NAN: "isEqualTo: Double.nan", IS_NOT_NAN: "isNotEqualTo: Double.nan" }[filter.unaryFilter.op];
    return form ? [`.whereField(${stringLiteral(filter.unaryFilter.field.fieldPath)}, ${form})`] : null;
  }
  if (filter.compositeFilter?.op !== "AND") return null;
  const parts = (filter.compositeFilter.filters ?? []).map(conditions);
  return parts.includes(null) ? null : parts.flat();
}

function queryCode(query, parent) {
  const [selector] = query.from ?? [];
  const where = conditions(query.where);
  if (!selector?.collectionId || where === null) return null;
  const start = selector.allDescendants ? `firestore.collectionGroup(${stringLiteral(selector.collectionId)})` : `firestore.collection(${stringLiteral(`${parent}${selector.collectionId}`)})`;
  const orders = (query.orderBy ?? []).filter(({ field }) => field.fieldPath !== "__name__").map(({ field, direction }) => `.order(by: ${stringLiteral(field.fieldPath)}${direction === "DESCENDING" ? ", descending: true" : ""})`);
  return [start, ...where, ...orders, ...(query.limit ? [`.limit(to: ${query.limit.value ?? query.limit})`] : [])].join("\n    ");
}

/** The path of a document in its database. */
function pathOf(name) {
  return name.split("/").slice(5).join("/");
}

/** Whether a write cannot be made by the client's methods: a check, or one that merges into a map. */
function hasNoForm({ verify, updateMask, currentDocument }) {
  return Boolean(verify) || (Boolean(updateMask) && !currentDocument?.exists && updateMask.fieldPaths?.some((path) => namesOf(path).length > 1));
}

/** The body of the code; null for a call that has no such form. */
function actionOf({ path, body }) {
  const verb = path.slice(path.lastIndexOf(":"));
  const parent = path.slice(0, -verb.length).split("/").slice(7).map((part) => `${part}/`).join("");
  switch (verb) {
    case ":batchGet": return (body.documents ?? []).map((name) => `print(try await firestore.document(${stringLiteral(pathOf(name))}).getDocument().data() as Any)`).join("\n");
    case ":runQuery": {
      const query = queryCode(body.structuredQuery, parent);
      return query && `let snapshot = try await ${query}\n    .getDocuments()`;
    }
    case ":commit": {
      const writes = body.writes ?? [];
      if (writes.some(hasNoForm)) return null;
      if (writes.length === 1) return writeCode(writes[0], null);
      return ["let batch = firestore.batch()", ...writes.map((write) => writeCode(write, "batch")), "try await batch.commit()"].join("\n");
    }
    default: return null;
  }
}

/** A program that makes the same call; null for a call that has no such form. */
export function swiftOf(call, server, project) {
  const action = call.request ? actionOf(call.request) : null;
  if (action === null) return null;
  const claims = claimsOf(call);
  const others = claims === null ? [] : Object.keys(ownClaims(claims));
  const credentials = call.admin ? ".emulatorAdmin" : claims === null ? ".none" : `.emulatorUser(uid: ${stringLiteral(String(claims.sub ?? ""))})`;
  const note = others.length > 0 ? [`// The token has more claims: ${others.join(", ").replace(/[\u0000-\u001f\u007f\u2028\u2029]/g, " ")}.`] : [];
  return ["import FirestoreClient", "", ...note, `let firestore = try Firestore(FirestoreSettings(`,
    `    projectID: ${stringLiteral(project)}, endpoint: .emulator(${stringLiteral(server.replace(/^https?:\/\//, ""))}), credentials: ${credentials}))`, action, ""].join("\n");
}
