// The present state of the connection.

import { on } from "./api.js";
import { decide } from "./connection-state.js";

const known = { hears: null, lostAt: null, health: null, needs: [], pace: null };
const watchers = new Set();
const waiting = new Set();
let current = decide(known);

/** The present state: see decide(). */
export function connection() {
  return current;
}

/** How often the shown page refreshes. */
export function pace() {
  return known.pace;
}

/** Calls a handler now and whenever the state changes. */
export function watchConnection(handler) {
  watchers.add(handler);
  handler(current);
  return () => watchers.delete(handler);
}

/** Calls a handler whenever the console or a database answers again after an outage. */
export function whenBack(handler) {
  waiting.add(handler);
  return () => waiting.delete(handler);
}

/** Sets what the shown page needs, and how often it refreshes: see decide(). */
export function describePage(page) {
  Object.assign(known, page);
  update();
}

/** Whether the console is connected and this kind of database answers, as far as is known. */
export function isThere(kind) {
  return known.hears !== false && known.health?.[kind]?.answers !== false;
}

function silentOnes() {
  return [known.hears === false ? "console" : null, ...["firestore", "realtimeDatabase"].filter((kind) => known.health?.[kind]?.answers === false)].filter(Boolean);
}

function update(before = silentOnes()) {
  const next = decide(known);
  const isSame = JSON.stringify(next) === JSON.stringify(current);
  current = next;
  if (!isSame) for (const watcher of [...watchers]) watcher(current);
  const now = silentOnes();
  if (before.some((one) => !now.includes(one))) for (const handler of [...waiting]) handler();
}

on("connection", ({ connected }) => {
  const before = silentOnes();
  if (known.hears !== false && !connected) known.lostAt = Date.now();
  known.hears = connected;
  update(before);
});
on("health", (health) => {
  const before = silentOnes();
  known.health = health;
  update(before);
});
