// What the page has been waiting for: the frame shows that there is something. No DOM.

/** How long a wait may take before it shows, in milliseconds. */
export const patience = 200;

/** How many waits have taken longer. */
let late = 0;
const watchers = new Set();

/** Watches a promise, and returns it. */
export function waitFor(promise) {
  let isLate = false;
  const timer = setTimeout(() => {
    isLate = true;
    change(1);
  }, patience);
  const end = () => {
    clearTimeout(timer);
    if (isLate) change(-1);
  };
  promise.then(end, end);
  return promise;
}

/** Calls a handler with the number of long waits whenever it changes. */
export function watchWaits(handler) {
  watchers.add(handler);
  return () => watchers.delete(handler);
}

function change(by) {
  late += by;
  for (const watcher of [...watchers]) watcher(late);
}
