// How the address follows the page: a choice is a step in the browser's history; corrections and typing are not.

/** Adds a step to the history. */
export function recordChoice(address) {
  if (location.hash !== address) history.pushState(null, "", address);
}

/** Changes the address of the present step. */
export function correctAddress(address) {
  if (location.hash !== address) history.replaceState(history.state, "", address);
}
