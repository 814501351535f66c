// Filters and orders as structured queries. No DOM.

import { fieldsOf, isSame, make, typeOf } from "./values.js";
import { fieldNames } from "./paths.js";

/** The operators, as shown and as Firestore names them. */
export const operators = [
  ["==", "EQUAL"],
  ["!=", "NOT_EQUAL"],
  ["<", "LESS_THAN"],
  ["<=", "LESS_THAN_OR_EQUAL"],
  [">", "GREATER_THAN"],
  [">=", "GREATER_THAN_OR_EQUAL"],
  ["array-contains", "ARRAY_CONTAINS"],
  ["array-contains-any", "ARRAY_CONTAINS_ANY"],
  ["in", "IN"],
  ["not-in", "NOT_IN"],
];

/** True for operators that take a list of values. */
export function takesList(operator) {
  return operator === "IN" || operator === "NOT_IN" || operator === "ARRAY_CONTAINS_ANY";
}

const inequalities = new Set(["NOT_EQUAL", "LESS_THAN", "LESS_THAN_OR_EQUAL", "GREATER_THAN", "GREATER_THAN_OR_EQUAL", "NOT_IN"]);

/**
 * The query for a view of a collection: {filters: [{field, operator, value}], orders: [{field, direction}], prefix}, all optional.
 *
 * @param {string} collection The collection's full name.
 * @param {object} [after] The last document of the previous page.
 */
export function structuredQuery(collection, view, limit, after) {
  const orders = ordersOf(view);
  const query = { from: [{ collectionId: collection.split("/").at(-1) }], orderBy: orders.map(([fieldPath, direction]) => ({ field: { fieldPath }, direction })), ...(limit && { limit }) };
  const filters = [...(view.filters ?? []).map(filterOf), ...prefixFilters(collection, view.prefix)];
  if (filters.length === 1) [query.where] = filters;
  if (filters.length > 1) query.where = { compositeFilter: { op: "AND", filters } };
  if (after) query.startAt = { before: false, values: orders.map(([field]) => valueAt(after, field)) };
  return query;
}

/** The query for the sum and the average of a field in a view: Firestore has no index of a field after names, so nothing is ordered by these. */
export function summedQuery(collection, view, field) {
  const { orderBy, ...query } = structuredQuery(collection, view);
  const orders = orderBy.filter((order) => order.field.fieldPath !== "__name__");
  const isOrdered = orders.some((order) => order.field.fieldPath === field);
  // Ids are compared after the fields.
  if (view.prefix && !isOrdered) orders.push({ field: { fieldPath: field }, direction: "ASCENDING" });
  return { ...query, ...(orders.length > 0 && { orderBy: orders }) };
}

/** Whether a view is anything else than all documents by id. */
export function isNarrowed(view) {
  return Boolean(view.filters?.length || view.orders?.length || view.prefix);
}

/** A cursor needs every order spelled out, including those that Firestore would add by itself. */
function ordersOf({ filters = [], orders = [] }) {
  const all = orders.map(({ field, direction }) => [field, direction]);
  const direction = orders.at(-1)?.direction ?? "ASCENDING";
  const compared = filters.filter(({ operator }) => inequalities.has(operator)).map(({ field }) => field).sort();
  for (const field of [...compared, "__name__"]) if (!all.some(([other]) => other === field)) all.push([field, direction]);
  return all;
}

function filterOf({ field: fieldPath, operator, value }) {
  const field = { fieldPath };
  const isEquality = operator === "EQUAL" || operator === "NOT_EQUAL";
  // Null and NaN have operators of their own.
  if (isEquality && (typeOf(value) === "null" || isSame(value, make("double", "NaN")))) {
    const what = typeOf(value) === "null" ? "NULL" : "NAN";
    return { unaryFilter: { field, op: `IS_${operator === "EQUAL" ? "" : "NOT_"}${what}` } };
  }
  return { fieldFilter: { field, op: operator, value } };
}

function prefixFilters(collection, prefix) {
  if (!prefix) return [];
  const bound = (op, id) => ({ fieldFilter: { field: { fieldPath: "__name__" }, op, value: make("reference", `${collection}/${id}`) } });
  return [bound("GREATER_THAN_OR_EQUAL", prefix), bound("LESS_THAN", `${prefix}\u{10FFFF}`)];
}

function valueAt(document, path) {
  if (path === "__name__") return make("reference", document.name);
  let value = make("map", { fields: document.fields });
  for (const name of fieldNames(path)) value = fieldsOf(value?.mapValue)[name];
  return value ?? make("null", null);
}
