// The places that changedPlaces names. No DOM.

import { elementsOf, fieldsOf } from "../shared/firestore/values.js";

/**
 * The value at a place such as "map.city" or "list[2]"; undefined if no value is there.
 *
 * A name may contain a dot, so the longest name that fits is taken.
 */
export function valueAt(fields, place) {
  const names = Object.keys(fields).filter((name) => place === name || place.startsWith(`${name}.`) || place.startsWith(`${name}[`)).sort((a, b) => b.length - a.length);
  for (const name of names) {
    const found = below(fields[name], place.slice(name.length));
    if (found !== undefined) return found;
  }
  return undefined;
}

function below(value, rest) {
  if (rest === "" || value === undefined) return value;
  const element = /^\[(\d+)\]/.exec(rest);
  if (element) return value.arrayValue ? below(elementsOf(value)[Number(element[1])], rest.slice(element[0].length)) : undefined;
  return value.mapValue ? valueAt(fieldsOf(value.mapValue), rest.slice(1)) : undefined;
}
