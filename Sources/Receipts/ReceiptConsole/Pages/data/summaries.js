// Documents and filters in one line. No DOM.

import { fieldNames } from "../shared/firestore/paths.js";
import { operators } from "../shared/firestore/query.js";
import { preview, sortedNames, typeOf } from "../shared/firestore/values.js";

const shortTypes = new Set(["string", "timestamp", "integer", "boolean", "double"]);

/** Filters and orders, such as "seats > 10 · by seats ↓"; empty without any. */
export function filterText({ filters = [], orders = [] }, database) {
  return [
    ...filters.map(({ field, operator, value }) => `${fieldNames(field).join(".")} ${operators.find(([, name]) => name === operator)?.[0] ?? operator} ${preview(value, database, 30)}`),
    ...orders.map(({ field, direction }) => `by ${fieldNames(field).join(".")} ${direction === "DESCENDING" ? "↓" : "↑"}`),
  ].join(" · ");
}

/** A few fields of a document: first those that the view orders or filters by, unless they are the same in all documents. */
export function previewLine(fields, { filters = [], orders = [] }, database) {
  const compared = filters.filter(({ operator }) => operator !== "EQUAL");
  const first = [...orders, ...compared].map(({ field }) => fieldNames(field)[0]);
  const weight = (name) => (first.includes(name) ? 0 : shortTypes.has(typeOf(fields[name])) ? 1 : 2);
  const names = sortedNames(fields).sort((a, b) => weight(a) - weight(b)).slice(0, 4);
  return names.length === 0 ? "no fields" : names.map((name) => `${name}: ${preview(fields[name], database, 40)}`).join(" · ");
}

/** Whether two lists have the same documents in the same versions and order. */
export function isSameList(before, after) {
  return before.length === after.length && before.every((document, index) => document.name === after[index].name && document.updateTime === after[index].updateTime);
}
