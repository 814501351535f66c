// Plain JSON as Firestore's typed values, for the requests that people try. No DOM.

import { ValueError } from "../../shared/texts.js";
import { fieldsOf, fromText, make } from "../../shared/firestore/values.js";
import { fieldPathFromText, quotedField } from "../../shared/firestore/paths.js";
import { operators } from "../../shared/firestore/query.js";

/** How to write values that JSON does not have. */
export const notation = [
  ["{\"$timestamp\": \"2026-01-02T11:00:00Z\"}", "a time"],
  ["{\"$reference\": \"users/alice\"}", "a reference"],
  ["{\"$geopoint\": [48.1, 11.6]}", "a location"],
  ["{\"$bytes\": \"aGVsbG8=\"}", "bytes, in Base64"],
  ["{\"$double\": 2}, {\"$integer\": \"9007199254740993\"}", "a number of one type; otherwise whole numbers are integers"],
  ["{\"$serverTime\": true}", "the time of the request"],
  ["{\"$arrayUnion\": [\"bob\"]}, {\"$arrayRemove\": [\"bob\"]}", "adds elements to an array, or removes them"],
  ["{\"$increment\": 1}, {\"$maximum\": 1}, {\"$minimum\": 1}", "changes a number"],
  ["{\"$delete\": true}", "deletes the field (update only)"],
  ["{\"$map\": {\"$key\": 1}}", "a map whose keys begin with $"],
];

const transforms = {
  $serverTime: () => ({ setToServerValue: "REQUEST_TIME" }),
  $arrayUnion: (content, database) => ({ appendMissingElements: { values: listOf(content, database, "$arrayUnion") } }),
  $arrayRemove: (content, database) => ({ removeAllFromArray: { values: listOf(content, database, "$arrayRemove") } }),
  $increment: (content, database) => ({ increment: number(content, database, "$increment") }),
  $maximum: (content, database) => ({ maximum: number(content, database, "$maximum") }),
  $minimum: (content, database) => ({ minimum: number(content, database, "$minimum") }),
};

/** The key of an object such as {"$timestamp": …}; null for any other value. */
function signOf(json) {
  if (json === null || typeof json !== "object" || Array.isArray(json)) return null;
  const keys = Object.keys(json);
  if (!keys.some((key) => key.startsWith("$"))) return null;
  if (keys.length > 1) throw new ValueError(`${keys.find((key) => key.startsWith("$"))} must be the only key of its object; to store a map with such a key, write {"$map": {…}}.`);
  return keys[0];
}

function listOf(content, database, sign) {
  if (!Array.isArray(content)) throw new ValueError(`${sign} takes a list.`);
  return content.map((element) => valueOf(element, database));
}

function number(content, database, sign) {
  const value = valueOf(content, database);
  if (value.integerValue === undefined && value.doubleValue === undefined) throw new ValueError(`${sign} takes a number.`);
  return value;
}

/** The typed value of a piece of JSON without transforms. */
function valueOf(json, database) {
  if (json === null) return make("null", null);
  switch (typeof json) {
    case "boolean": return make("boolean", json);
    case "string": return make("string", json);
    case "number":
      if (!Number.isInteger(json)) return make("double", json);
      if (!Number.isSafeInteger(json)) throw new ValueError(`JSON cannot represent ${json} exactly: write {"$integer": "…"} or {"$double": …}.`);
      return make("integer", String(json));
    default:
  }
  if (Array.isArray(json)) return make("array", { values: json.map((element) => valueOf(element, database)) });
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
    default: throw new ValueError(Object.hasOwn(transforms, sign) || sign === "$delete" ? `${sign} cannot be inside a list.` : `${sign} is not supported.`);
  }
}

function mapOf(json, database) {
  if (json === null || typeof json !== "object" || Array.isArray(json)) throw new ValueError("$map takes an object.");
  return make("map", { fields: Object.fromEntries(Object.entries(json).map(([name, value]) => [name, valueOf(value, database)])) });
}

/**
 * The parts of a write for some fields.
 *
 * @param {boolean} isUpdate Whether fields may be deleted.
 * @returns {{fields: object, mask: string[], transforms: object[]}} mask names the fields that are set or deleted.
 */
export function writeOf(json, database, isUpdate) {
  const mask = [];
  const updateTransforms = [];
  const read = (object, prefix) => {
    const fields = {};
    for (const [name, content] of Object.entries(object)) {
      const path = [...prefix, quotedField(name)];
      const sign = signOf(content);
      const isPlain = sign === null && content !== null && typeof content === "object" && !Array.isArray(content);
      if (sign === "$delete") {
        if (!isUpdate || prefix.length > 0) throw new ValueError("$delete can only delete a top-level field in an update.");
        mask.push(path.join("."));
      } else if (sign !== null && Object.hasOwn(transforms, sign)) {
        updateTransforms.push({ fieldPath: path.join("."), ...transforms[sign](content[sign], database) });
      } else {
        const value = isPlain ? make("map", { fields: read(content, path) }) : valueOf(content, database);
        // If a map has nothing but transforms, they create it.
        const isMade = isPlain && Object.keys(content).length > 0 && Object.keys(fieldsOf(value.mapValue)).length === 0;
        if (isMade) continue;
        fields[name] = value;
        if (prefix.length === 0) mask.push(path.join("."));
      }
    }
    return fields;
  };
  const fields = read(json, []);
  return { fields, mask, transforms: updateTransforms };
}

/**
 * The query of a list: {"where": [["field", "==", value]], "orderBy": [["field", "desc"]], "limit": 10}, all optional.
 */
export function queryOf(json, collectionID, database) {
  const unknown = Object.keys(json).find((key) => !["where", "orderBy", "limit"].includes(key));
  if (unknown) throw new ValueError(`A list takes "where", "orderBy" and "limit", not "${unknown}".`);
  const query = { from: [{ collectionId: collectionID }] };
  const filters = (json.where ?? []).map((one) => {
    const op = Array.isArray(one) && operators.find(([text]) => text === one[1])?.[1];
    if (!op || one.length !== 3) throw new ValueError(`"where" takes lists such as ["members", "array-contains", "bob"].`);
    return { fieldFilter: { field: { fieldPath: fieldPathFromText(String(one[0])) }, op, value: valueOf(one[2], database) } };
  });
  if (filters.length === 1) [query.where] = filters;
  if (filters.length > 1) query.where = { compositeFilter: { op: "AND", filters } };
  if (json.orderBy) {
    query.orderBy = json.orderBy.map((one) => {
      const [field, direction = "asc"] = Array.isArray(one) ? one : [one];
      return { field: { fieldPath: fieldPathFromText(String(field)) }, direction: direction === "desc" ? "DESCENDING" : "ASCENDING" };
    });
  }
  if (json.limit !== undefined) query.limit = json.limit;
  return query;
}
