// Keyboard navigation in the source, from expression to expression.

const steps = { ArrowRight: 1, ArrowLeft: -1, ArrowDown: "next", ArrowUp: "previous", Home: "first", End: "last" };

/** The expression that a key leads to; null if there is none, undefined for other keys. */
export function expressionAt(key, here, stops) {
  const step = steps[key];
  if (step === undefined) return undefined;
  const index = stops.indexOf(here);
  const lineOf = (one) => Number(one.closest("[data-line]").dataset.line);
  if (typeof step === "number") return stops[index + step] ?? null;
  if (step === "first") return stops[0] ?? null;
  if (step === "last") return stops.at(-1) ?? null;
  if (step === "next") return stops.slice(index).find((one) => lineOf(one) > lineOf(here)) ?? null;
  const last = stops.slice(0, index).findLast((one) => lineOf(one) < lineOf(here));
  return last ? stops.find((one) => lineOf(one) === lineOf(last)) : null;
}
