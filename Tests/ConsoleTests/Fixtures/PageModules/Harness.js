// Checks what the modules of the pages compute, in the browser that runs them. The files of this folder are joined into the body of a function: this one
// first, Run.js last. Its last argument is called with a list of problems.

const [seed, done] = arguments;
const database = "projects/p/databases/(default)";
const wrong = [];

const text = (value) => JSON.stringify(value);
const sorted = (value) =>
  Array.isArray(value) ? value.map(sorted)
    : value !== null && typeof value === "object" ? Object.fromEntries(Object.keys(value).sort().map((key) => [key, sorted(value[key])]))
      : value;

function same(what, found, expected) {
  if (text(sorted(found)) !== text(sorted(expected))) wrong.push(`${what}: ${text(found)}, not ${text(expected)}`);
}

function refused(what, call) {
  try {
    wrong.push(`${what}: not refused, but ${text(call())}`);
  } catch (error) {
    if (!(error instanceof Error) || !error.message) wrong.push(`${what}: refused without a word`);
  }
}

/** Pseudorandom numbers, the same each time. */
let state = seed;
function random(limit) {
  state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
  return state % limit;
}

/** The checks: asynchronous functions that append to `wrong`. */
const checks = [];
