// How the address follows the page: a choice is a step in the browser's history; corrections and typing are not.

/** The address that the page shows. Between a navigation and its hashchange event, the browser's is already the next one. */
let followed = location.hash;

// This module loads before every page, so its listener runs first.
addEventListener("hashchange", () => (followed = location.hash));

/** Adds a step to the history. */
export function recordChoice(address) {
  if (location.hash !== address) history.pushState(null, "", address);
  followed = location.hash;
}

/** Changes the address of the present step, unless somebody has just gone elsewhere: the page follows that first. */
export function correctAddress(address) {
  if (location.hash !== followed) return;
  if (location.hash !== address) history.replaceState(history.state, "", address);
  followed = location.hash;
}
