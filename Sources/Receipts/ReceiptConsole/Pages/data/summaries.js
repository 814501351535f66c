// Documents and filters in one line. No DOM.

import { fieldNames } from "../shared/firestore/paths.js";
import { operators } from "../shared/firestore/query.js";
import { preview, sortedNames, typeOf } from "../shared/firestore/values.js";

const shortTypes = new Set(["string", "timestamp", "integer", "boolean", "double"]);

/** A filter and an order, such as "seats > 10 · by seats ↓"; empty if there are none. */
export function filterText({ filter, order }, database) {
  const parts = [];
  if (filter) parts.push(`${fieldNames(filter.field).join(".")} ${operators.find(([, name]) => name === filter.operator)[0]} ${preview(filter.value, database, 30)}`);
  if (order) parts.push(`by ${fieldNames(order.field).join(".")} ${order.direction === "DESCENDING" ? "↓" : "↑"}`);
  return parts.join(" · ");
}

/** A few fields of a document: first those that the view filters or orders by, unless they are the same in all documents. */
export function previewLine(fields, { filter, order }, database) {
  const compared = filter?.operator === "EQUAL" ? undefined : filter?.field;
  const first = [order?.field, compared].filter(Boolean).map((path) => fieldNames(path)[0]);
  const weight = (name) => (first.includes(name) ? 0 : shortTypes.has(typeOf(fields[name])) ? 1 : 2);
  const names = sortedNames(fields).sort((a, b) => weight(a) - weight(b)).slice(0, 4);
  return names.length === 0 ? "no fields" : names.map((name) => `${name}: ${preview(fields[name], database, 40)}`).join(" · ");
}

/** Whether two lists have the same documents in the same versions and order. */
export function isSameList(before, after) {
  return before.length === after.length && before.every((document, index) => document.name === after[index].name && document.updateTime === after[index].updateTime);
}
