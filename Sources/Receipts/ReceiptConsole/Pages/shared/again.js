// What failed because nobody answered is tried again by itself.

import { connection, whenBack } from "./connection.js";

const first = 1000;
const longest = 30_000;
/** How often each action has failed in a row. */
const failures = new WeakMap();

/**
 * Does an action again as soon as the connection is back; and where that is the reason why it has failed, also after a while, which
 * doubles each time up to half a minute.
 *
 * @param {Error} error What it has failed with.
 * @param {() => void} action
 * @param {() => boolean} isWanted Whether it is still to be done.
 */
export function tryAgain(error, action, isWanted) {
  let timer = null;
  const stop = whenBack(() => again(true));
  const again = (isBack) => {
    stop();
    clearTimeout(timer);
    if (!isWanted()) return;
    if (isBack) failures.delete(action);
    action();
  };
  const isOutage = error.isOutage === true || connection().isStale;
  if (!isOutage) return;
  const count = failures.get(action) ?? 0;
  failures.set(action, count + 1);
  timer = setTimeout(() => again(false), Math.min(longest, first * 2 ** count));
}

/** Forgets how often an action has failed: it has succeeded. */
export function succeeded(action) {
  failures.delete(action);
}
