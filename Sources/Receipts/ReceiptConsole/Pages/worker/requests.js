// What the page asks of the console.

import { request } from "../shared/api.js";

/** The outbox now. */
export function requestOverview() {
  return request("GET", "/api/worker");
}

/** The samples of the last hour after a time: {outbox, every, rows, time}. */
export function requestHistory(time) {
  return request("GET", `/api/worker/history?after=${time}`);
}

/** The dead letters after one, a page of them. */
export async function requestLetters(id) {
  const { letters } = await request("GET", `/api/worker/dead-letters${id ? `?after=${encodeURIComponent(id)}` : ""}`);
  return letters;
}

/** The dead letters by cause. */
export async function requestGroups() {
  const { groups } = await request("GET", "/api/worker/dead-letters/groups");
  return groups;
}

/** Retries or drops dead letters: {ids}, {group: {code, cause}} or {all: true}. Returns how many there were. */
export async function change(action, which) {
  const { count } = await request("POST", `/api/worker/${action}`, which);
  return count;
}
