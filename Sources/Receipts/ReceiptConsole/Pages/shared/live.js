// When to refresh: when changes are pushed, or periodically while the page is visible.

import { on } from "./api.js";

/** The time between two refreshes if changes are not pushed, in milliseconds. */
export const refreshPause = 2000;

/**
 * Makes an action that never overlaps with itself. Calls during a run share one more run, so everybody awaits one that began after the call.
 *
 * @returns {() => Promise<void>}
 */
export function oneAtATime(action) {
  let running = null;
  let next = null;
  const run = () => {
    running = Promise.resolve(action()).finally(() => (running = null));
    return running;
  };
  return () => {
    if (running === null && next === null) return run();
    next ??= running.catch(() => {}).then(() => {
      next = null;
      return run();
    });
    return next;
  };
}

/**
 * Performs an action periodically while the page is visible, one at a time, and at once when it becomes visible again. Failures are
 * ignored.
 *
 * @returns {() => void} Stops.
 */
export function repeatedly(milliseconds, action) {
  let timer = null;
  let isEnded = false;
  let isBusy = false;
  const turn = async () => {
    clearTimeout(timer);
    if (isEnded || isBusy || document.hidden) return;
    isBusy = true;
    try {
      await action();
    } catch {
      // The action itself shows what failed; the next turn may succeed.
    }
    isBusy = false;
    if (!isEnded && !document.hidden) timer = setTimeout(turn, milliseconds);
  };
  document.addEventListener("visibilitychange", turn);
  turn();
  return () => {
    isEnded = true;
    clearTimeout(timer);
    document.removeEventListener("visibilitychange", turn);
  };
}

/**
 * Refreshes whenever the database has changed: shortly after the server says so, or every two seconds if it cannot. One refresh at a time;
 * changes during one lead to another.
 *
 * @returns {() => void} Stops.
 */
export function follow(about, look) {
  if (!about.pushesChanges) return repeatedly(refreshPause, look);
  let timer = null;
  let isBusy = false;
  let isDue = false;
  let isEnded = false;
  const soon = () => {
    isDue = true;
    if (timer === null && !isBusy && !isEnded && !document.hidden) timer = setTimeout(now, 150);
  };
  const now = async () => {
    timer = null;
    isDue = false;
    isBusy = true;
    try {
      await look();
    } catch {
      // The action itself shows what failed.
    }
    isBusy = false;
    if (isDue) soon();
  };
  const seen = () => isDue && soon();
  const stops = [on("changed", soon), on("connection", ({ connected }) => connected && soon())];
  document.addEventListener("visibilitychange", seen);
  return () => {
    isEnded = true;
    clearTimeout(timer);
    document.removeEventListener("visibilitychange", seen);
    stops.forEach((stop) => stop());
  };
}
