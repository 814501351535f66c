// When to look again: as changes are told, or every so often while somebody looks.

import { on } from "./api.js";

/** The time between two looks where nobody tells of changes, in milliseconds. */
export const lookingPause = 2000;

/**
 * Does something every so often while the page is visible, once at a time, and at once when it becomes visible again. An action that
 * fails is tried again the next time.
 *
 * @returns {() => void} Ends it.
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
      // The next turn may succeed; the action shows by itself what failed.
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
 * Looks whenever something in the database has changed: shortly after the server tells so, and every two seconds where it cannot. One
 * look at a time; what changes meanwhile is looked at afterwards.
 *
 * @returns {() => void} Ends it.
 */
export function follow(about, look) {
  if (!about.pushesChanges) return repeatedly(lookingPause, look);
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
      // What failed is shown by the look itself.
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
