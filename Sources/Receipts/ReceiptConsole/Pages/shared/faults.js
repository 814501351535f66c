// What is switched on: faults, the clock, and schedules of devices. The console tells every window.

import { on, request } from "./api.js";

let current = null;
const watchers = new Set();

on("faults", (view) => {
  current = view;
  for (const watcher of [...watchers]) watcher(view);
});

/** The present view; null until the console has sent it. See FaultsView. */
export function faults() {
  return current;
}

/** Calls a handler now and whenever something changes. */
export function watchFaults(handler) {
  watchers.add(handler);
  handler(current);
  return () => watchers.delete(handler);
}

/** Switches everything off. */
export function switchAllOff() {
  return request("DELETE", "/api/faults");
}
