// Plain JSON for Firestore's typed values, as people write and read it. No DOM.

import { inside, parseJSON } from "../json-text.js";
import { contentOf, doubleText, elementsOf, fieldsOf, fromText, make, referencePath, sortedNames, typeOf } from "./values.js";
import { ValueError } from "../texts.js";

/** How to write values that JSON does not have. */
export const notation = [
  ["{\"$timestamp\": \"2026-01-02T11:00:00Z\"}", "a time"],
  ["{\"$reference\": \"users/alice\"}", "a reference"],
  ["{\"$geopoint\": [48.1, 11.6]}", "a location"],
  ["{\"$bytes\": \"aGVsbG8=\"}", "bytes, in Base64"],
  ["{\"$double\": 2}, {\"$integer\": \"9007199254740993\"}", "a number of one type; otherwise whole numbers are integers"],
  ["{\"$map\": {\"$key\": 1}}", "a map whose keys begin with $"],
  ["{\"$value\": {\"stringValue\": \"a\"}}", "any value, in Firestore's REST format"],
];

/** The key of an object such as {"$timestamp": …}; null for any other value. */
export function signOf(json) {
  if (json === null || typeof json !== "object" || Array.isArray(json)) return null;
  const keys = Object.keys(json);
  if (!keys.some((key) => key.startsWith("$"))) return null;
  if (keys.length > 1) throw new ValueError(`${keys.find((key) => key.startsWith("$"))} must be the only key of its object; to store a map with such a key, write {"$map": {…}}.`);
  return keys[0];
}

/** The typed value of a piece of JSON. Integers that a number cannot hold may be BigInts. */
export function valueOf(json, database) {
  if (json === null) return make("null", null);
  switch (typeof json) {
    case "boolean": return make("boolean", json);
    case "string": return make("string", json);
    case "number":
      if (!Number.isInteger(json)) return make("double", json);
      if (!Number.isSafeInteger(json)) throw new ValueError(`JSON cannot represent ${json} exactly: write {"$integer": "…"} or {"$double": …}.`);
      return make("integer", String(json));
    case "bigint": return fromText("integer", String(json), database);
    default:
  }
  if (Array.isArray(json)) return make("array", { values: json.map((_, index) => inside(json, index, (element) => valueOf(element, database))) });
  const sign = signOf(json);
  if (sign === null) return mapOf(json, database);
  const content = json[sign];
  switch (sign) {
    case "$timestamp": return fromText("timestamp", String(content), database);
    case "$reference": return fromText("reference", String(content), database);
    case "$bytes": return fromText("bytes", String(content), database);
    case "$double": return fromText("double", String(content), database);
    case "$integer": return fromText("integer", String(content), database);
    case "$geopoint": return fromText("geopoint", Array.isArray(content) ? content.join(",") : "", database);
    case "$map": return mapOf(content, database);
    case "$value": return rawValue(content);
    default: throw new ValueError(`${sign} cannot be used here.`);
  }
}

/** A value of a type that has no other notation. */
function rawValue(content) {
  if (content === null || typeof content !== "object" || Array.isArray(content)) throw new ValueError("$value takes a value in Firestore's REST format.");
  return content;
}

function mapOf(json, database) {
  if (json === null || typeof json !== "object" || Array.isArray(json)) throw new ValueError("$map takes an object.");
  return make("map", { fields: fieldsOfObject(json, database) });
}

function fieldsOfObject(json, database) {
  return Object.fromEntries(Object.keys(json).map((name) => [name, inside(json, name, (value) => {
    if (name === "") throw new ValueError("A field's name cannot be empty.");
    return valueOf(value, database);
  })]));
}

/** The fields of a document from an object of JSON, whose names may begin with $. */
export function fieldsFrom(json, database) {
  if (json === null || typeof json !== "object" || Array.isArray(json)) throw new ValueError("A document is an object: {…}.");
  for (const name of Object.keys(json)) {
    inside(json, name, () => {
      if (/^__.*__$/s.test(name)) throw new ValueError(`Names such as ${name} are reserved.`);
    });
  }
  return fieldsOfObject(json, database);
}

/** Reads the fields of a document; a TextError has the line. */
export function fieldsFromText(text, database) {
  return parseJSON(text).located((json) => fieldsFrom(json, database));
}

/** The JSON for a value: the inverse of valueOf. */
export function jsonOf(value, database) {
  const content = contentOf(value);
  switch (typeOf(value)) {
    case "null": return null;
    case "boolean":
    case "string": return content;
    case "integer": return Number.isSafeInteger(Number(content)) ? Number(content) : { $integer: String(content) };
    case "double": return Number.isFinite(content) && !Number.isInteger(content) ? content : { $double: doubleText(content) };
    case "timestamp": return { $timestamp: content };
    case "reference": return { $reference: referencePath(content, database) };
    case "geopoint": return { $geopoint: [content?.latitude ?? 0, content?.longitude ?? 0] };
    case "bytes": return { $bytes: content };
    case "array": return elementsOf(value).map((element) => jsonOf(element, database));
    case "map": {
      const map = jsonOfFields(fieldsOf(value.mapValue), database);
      return Object.keys(map).some((name) => name.startsWith("$")) ? { $map: map } : map;
    }
    default: return { $value: value };
  }
}

/** The JSON for the fields of a document, sorted by name. */
export function jsonOfFields(fields, database) {
  return Object.fromEntries(sortedNames(fields).map((name) => [name, jsonOf(fields[name], database)]));
}

/** The same as text, with two spaces for each level. */
export function textOfFields(fields, database) {
  return JSON.stringify(jsonOfFields(fields, database), null, 2);
}
