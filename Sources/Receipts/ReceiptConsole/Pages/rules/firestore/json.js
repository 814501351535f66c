// Plain JSON for the requests that people try: values with transforms, and queries. No DOM.

import { notation as values, signOf, valueOf } from "../../shared/firestore/json.js";
import { fieldPathFromText, quotedField } from "../../shared/firestore/paths.js";
import { operators } from "../../shared/firestore/query.js";
import { fieldsOf, make } from "../../shared/firestore/values.js";
import { ValueError } from "../../shared/texts.js";

/** How to write what JSON does not have. */
export const notation = [
  ...values,
  ["{\"$serverTime\": true}", "the time of the request"],
  ["{\"$arrayUnion\": [\"bob\"]}, {\"$arrayRemove\": [\"bob\"]}", "adds elements to an array, or removes them"],
  ["{\"$increment\": 1}, {\"$maximum\": 1}, {\"$minimum\": 1}", "changes a number"],
  ["{\"$delete\": true}", "deletes the field (update only)"],
];

const transforms = {
  $serverTime: () => ({ setToServerValue: "REQUEST_TIME" }),
  $arrayUnion: (content, database) => ({ appendMissingElements: { values: listOf(content, database, "$arrayUnion") } }),
  $arrayRemove: (content, database) => ({ removeAllFromArray: { values: listOf(content, database, "$arrayRemove") } }),
  $increment: (content, database) => ({ increment: number(content, database, "$increment") }),
  $maximum: (content, database) => ({ maximum: number(content, database, "$maximum") }),
  $minimum: (content, database) => ({ minimum: number(content, database, "$minimum") }),
};

function listOf(content, database, sign) {
  if (!Array.isArray(content)) throw new ValueError(`${sign} takes a list.`);
  return content.map((element) => valueOf(element, database));
}

function number(content, database, sign) {
  const value = valueOf(content, database);
  if (value.integerValue === undefined && value.doubleValue === undefined) throw new ValueError(`${sign} takes a number.`);
  return value;
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
