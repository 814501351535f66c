// Retries what failed because a server did not answer.

import { connection, whenBack } from "./connection.js";

const first = 1000;
const longest = 30_000;
/** How often each action has failed in a row. */
const failures = new WeakMap();

/**
 * Performs an action again once the connection is back. After an outage, also after a delay, which doubles with each failure up to half a minute.
 *
 * @param {Error} error Why it failed.
 * @param {() => void} action
 * @param {() => boolean} isWanted Whether it is still wanted.
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

/** Resets the failures of an action, once it has succeeded. */
export function succeeded(action) {
  failures.delete(action);
}
