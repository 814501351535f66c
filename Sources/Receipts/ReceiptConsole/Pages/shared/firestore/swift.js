// Values and queries as Swift code with this package's client. No DOM.

import { contentOf, elementsOf, fieldsOf, referencePath, typeOf } from "./values.js";

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

/** A dictionary of expressions by name. */
export function dictionary(entries) {
  return entries.length === 0 ? "[:]" : `[${entries.map(([name, code]) => `${stringLiteral(name)}: ${code}`).join(", ")}]`;
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

/** A query as an expression, without its end; null for one that has no such form. */
export function queryCode(query, parent) {
  const [selector] = query.from ?? [];
  const where = conditions(query.where);
  if (!selector?.collectionId || where === null) return null;
  const start = selector.allDescendants ? `firestore.collectionGroup(${stringLiteral(selector.collectionId)})` : `firestore.collection(${stringLiteral(`${parent}${selector.collectionId}`)})`;
  const orders = statedOrders(query).map(({ field, direction }) => `.order(by: ${field.fieldPath === "__name__" ? "FieldPath.documentID()" : stringLiteral(field.fieldPath)}${direction === "DESCENDING" ? ", descending: true" : ""})`);
  return [start, ...where, ...orders, ...(query.limit ? [`.limit(to: ${query.limit.value ?? query.limit})`] : [])].join("\n    ");
}

/** The orders of a query without a last one by name that Firestore adds by itself. */
export function statedOrders({ orderBy = [] }) {
  const last = orderBy.at(-1);
  const isImplied = last?.field.fieldPath === "__name__" && last.direction === (orderBy.at(-2)?.direction ?? "ASCENDING");
  return isImplied ? orderBy.slice(0, -1) : orderBy;
}
