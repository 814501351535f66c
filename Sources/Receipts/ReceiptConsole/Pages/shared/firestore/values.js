// Firestore's typed values, and texts for them that people read and write. No DOM.

import { cut, plural, ValueError } from "../texts.js";

/** The types, in the order of menus. */
export const types = ["string", "integer", "double", "boolean", "timestamp", "map", "array", "reference", "geopoint", "bytes", "null"];

const members = {
  string: "stringValue",
  integer: "integerValue",
  double: "doubleValue",
  boolean: "booleanValue",
  timestamp: "timestampValue",
  map: "mapValue",
  array: "arrayValue",
  reference: "referenceValue",
  geopoint: "geoPointValue",
  bytes: "bytesValue",
  null: "nullValue",
};

/** The type of a value; "unknown" for a type that this page does not support. */
export function typeOf(value) {
  for (const type of types) if (value !== null && typeof value === "object" && Object.hasOwn(value, members[type])) return type;
  return "unknown";
}

/** The content of a value, without its type. */
export function contentOf(value) {
  return value[members[typeOf(value)]];
}

/** A value of a type. */
export function make(type, content) {
  return { [members[type]]: content };
}

/** The fields of a map, or of a document. */
export function fieldsOf(map) {
  return map?.fields ?? {};
}

/** The elements of an array value. */
export function elementsOf(value) {
  return value.arrayValue?.values ?? [];
}

/** A new value of a type, to start editing with. */
export function emptyValue(type, now = new Date()) {
  switch (type) {
    case "integer": return make(type, "0");
    case "double": return make(type, 0);
    case "boolean": return make(type, true);
    case "timestamp": return make(type, now.toISOString());
    case "map": return make(type, { fields: {} });
    case "array": return make(type, { values: [] });
    case "geopoint": return make(type, { latitude: 0, longitude: 0 });
    case "null": return make(type, null);
    default: return make(type, "");
  }
}

/** A double as text. Whole ones keep a point, so that they do not look like integers. */
export function doubleText(number) {
  if (typeof number === "string") return number;
  if (Object.is(number, -0)) return "-0.0";
  const text = String(number);
  return /^-?\d+$/.test(text) ? `${text}.0` : text;
}

/** The path of a document in this database, or the full name of one in another database. */
export function referencePath(name, database) {
  const prefix = `${database}/documents/`;
  return name.startsWith(prefix) ? name.slice(prefix.length) : name;
}

/**
 * A scalar value as text that fromText reads. A geopoint is "latitude, longitude".
 *
 * @param {string} database The name "projects/P/databases/D": references into it are shown as paths.
 */
export function toText(value, database) {
  const content = contentOf(value);
  switch (typeOf(value)) {
    case "null": return "null";
    case "boolean": return String(content);
    case "double": return doubleText(content);
    case "geopoint": return `${content?.latitude ?? 0}, ${content?.longitude ?? 0}`;
    case "reference": return referencePath(content, database);
    case "map":
    case "array":
    case "unknown": return JSON.stringify(value);
    default: return String(content);
  }
}

const readers = {
  string: (text) => text,
  integer(text) {
    if (!/^[+-]?\d+$/.test(text)) throw new ValueError("Enter an integer, such as 42.");
    const number = BigInt(text.replace(/^\+/, ""));
    if (BigInt.asIntN(64, number) !== number) throw new ValueError("An integer must be between −2⁶³ and 2⁶³ − 1.");
    return number.toString();
  },
  double(text) {
    if (text === "NaN") return "NaN";
    if (/^[+-]?Infinity$/.test(text)) return text.replace("+", "");
    if (!/^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i.test(text)) throw new ValueError("Enter a number such as 0.25 or 1e6, NaN, Infinity or -Infinity.");
    const number = Number(text);
    if (!Number.isFinite(number)) throw new ValueError("This number is too large for a double.");
    return number;
  },
  boolean(text) {
    if (text !== "true" && text !== "false") throw new ValueError("A boolean is true or false.");
    return text === "true";
  },
  null: () => null,
  timestamp: timestampFromText,
  reference(text, database) {
    const path = text.replace(/^\/+|\/+$/g, "");
    if (/^projects\/[^/]+\/databases\/[^/]+\/documents\/./.test(path)) return path;
    const segments = path.split("/");
    if (segments.some((segment) => segment === "") || segments.length % 2 !== 0) {
      throw new ValueError("Enter the path of a document, such as users/alice.");
    }
    return `${database}/documents/${path}`;
  },
  geopoint(text) {
    const parts = text.split(",").map((part) => part.trim());
    const [latitude, longitude] = parts.map((part) => (part === "" ? NaN : Number(part)));
    if (parts.length !== 2 || !(Math.abs(latitude) <= 90)) throw new ValueError("A latitude must be between −90 and 90.");
    if (!(Math.abs(longitude) <= 180)) throw new ValueError("A longitude must be between −180 and 180.");
    return { latitude, longitude };
  },
  bytes(text) {
    const base64 = text.replace(/\s+/g, "").replaceAll("-", "+").replaceAll("_", "/").replace(/=+$/, "");
    if (!/^[A-Za-z0-9+/]*$/.test(base64) || base64.length % 4 === 1) throw new ValueError("Enter bytes in Base64, such as aGVsbG8=.");
    return base64 + "=".repeat((4 - (base64.length % 4)) % 4);
  },
};

function timestampFromText(text) {
  const parts = /^(\d{4}-\d{2}-\d{2})[T ](\d{2}:\d{2})(:\d{2})?(\.\d{1,9})?\s*(Z|UTC|[+-]\d{2}:?\d{2})?$/i.exec(text);
  if (!parts) throw new ValueError("Enter a time such as 2026-01-02T11:00:00Z.");
  const [, date, minutes, seconds = ":00", fraction = "", zone = "Z"] = parts;
  const offset = /^(z|utc)$/i.test(zone) ? "Z" : zone.replace(/^(.{3})(\d{2})$/, "$1:$2");
  const time = new Date(`${date}T${minutes}${seconds}${offset}`);
  // JavaScript reads June 31 as July 1: a typing error must not become another day.
  const isReal = new Date(`${date}T00:00:00Z`);
  if (Number.isNaN(time.getTime()) || isReal.toISOString().slice(0, 10) !== date) throw new ValueError("This time does not exist.");
  const year = time.getUTCFullYear();
  if (year < 1 || year > 9999) throw new ValueError("A time must be between the years 1 and 9999.");
  return `${time.toISOString().slice(0, 19)}${fraction}Z`;
}

/** Reads a scalar value; throws a ValueError that says what is expected. */
export function fromText(type, text, database) {
  const reader = readers[type];
  if (!reader) throw new ValueError(`A ${type} cannot be entered as text.`);
  return make(type, reader(type === "string" ? text : text.trim(), database));
}

/** The value converted to another type, or a new value of that type if that is impossible. */
export function convert(value, type, database) {
  const from = typeOf(value);
  if (from === type) return value;
  if (type === "array" && from !== "null") return make("array", { values: from === "map" ? Object.values(fieldsOf(value.mapValue)) : [value] });
  if (type === "map" || type === "array" || type === "null") return emptyValue(type);
  if (from === "map" || from === "array" || from === "null") return emptyValue(type);
  try {
    const text = toText(value, database);
    const isWholeDouble = from === "double" && type === "integer";
    return fromText(type, isWholeDouble ? text.replace(/\.0$/, "") : text, database);
  } catch {
    return emptyValue(type);
  }
}

/** A timestamp for people, in UTC. */
export function timestampText(text) {
  return text.replace("T", " ").replace(/Z$/, " UTC");
}

/** The number of bytes in a Base64 text. */
export function byteCount(base64) {
  return Math.floor((base64.replace(/=+$/, "").length * 3) / 4);
}

/** A value in one short line, for lists. */
export function preview(value, database, limit = 60) {
  switch (typeOf(value)) {
    case "string": return cut(JSON.stringify(value.stringValue), limit);
    case "timestamp": return timestampText(value.timestampValue).replace(/\.\d+/, "");
    case "bytes": return plural(byteCount(value.bytesValue), "byte");
    case "map": return plural(Object.keys(fieldsOf(value.mapValue)).length, "field");
    case "array": {
      const elements = elementsOf(value);
      if (elements.length > 4 || elements.some((element) => ["map", "array"].includes(typeOf(element)))) return plural(elements.length, "element");
      return cut(`[${elements.map((element) => preview(element, database, 20)).join(", ")}]`, limit);
    }
    default: return cut(toText(value, database), limit);
  }
}

/** The names of fields in the order that pages show. */
export function sortedNames(fields) {
  return Object.keys(fields).sort((a, b) => (a < b ? -1 : a > b ? 1 : 0));
}

/** Whether two values and their types are the same. */
export function isSame(a, b) {
  if (a === undefined || b === undefined) return a === b;
  const type = typeOf(a);
  if (type !== typeOf(b)) return false;
  switch (type) {
    case "array": {
      const [left, right] = [elementsOf(a), elementsOf(b)];
      return left.length === right.length && left.every((element, index) => isSame(element, right[index]));
    }
    case "map": return areSameFields(fieldsOf(a.mapValue), fieldsOf(b.mapValue));
    case "geopoint": {
      const [left, right] = [a.geoPointValue ?? {}, b.geoPointValue ?? {}];
      return (left.latitude ?? 0) === (right.latitude ?? 0) && (left.longitude ?? 0) === (right.longitude ?? 0);
    }
    case "timestamp": return timestampKey(a.timestampValue) === timestampKey(b.timestampValue);
    case "unknown": return JSON.stringify(a) === JSON.stringify(b);
    default: return contentOf(a) === contentOf(b);
  }
}

/** A time without trailing zeros in its fraction: ".500" and ".5" are the same moment. */
function timestampKey(text) {
  return text.replace(/(\.\d*?)0*Z$/, "$1Z").replace(/\.Z$/, "Z");
}

function areSameFields(left, right) {
  const names = Object.keys(left);
  return names.length === Object.keys(right).length && names.every((name) => isSame(left[name], right[name]));
}

/** The names of the top-level fields in which two documents differ, sorted. */
export function changedFields(before, after) {
  const names = new Set([...Object.keys(before), ...Object.keys(after)]);
  return [...names].filter((name) => !isSame(before[name], after[name])).sort();
}

/** The newest fields with the changes from a base to mine applied on top. */
export function rebased(base, newest, mine) {
  const fields = { ...newest };
  for (const name of changedFields(base, mine)) {
    if (name in mine) fields[name] = mine[name];
    else delete fields[name];
  }
  return fields;
}

/**
 * The places in which two documents differ: "a", "map.city", "list[2]". For a value that only one of them has, its own place alone.
 */
export function changedPlaces(before, after) {
  const places = new Set();
  const compare = (left, right, place) => {
    if (isSame(left, right)) return;
    places.add(place);
    if (left === undefined || right === undefined) return;
    if (left.mapValue && right.mapValue) compareFields(fieldsOf(left.mapValue), fieldsOf(right.mapValue), `${place}.`);
    if (left.arrayValue && right.arrayValue) {
      const [one, other] = [elementsOf(left), elementsOf(right)];
      for (let index = 0; index < Math.max(one.length, other.length); index += 1) compare(one[index], other[index], `${place}[${index}]`);
    }
  };
  const compareFields = (left, right, prefix) => {
    for (const name of new Set([...Object.keys(left), ...Object.keys(right)])) compare(left[name], right[name], prefix + name);
  };
  compareFields(before, after, "");
  return places;
}
