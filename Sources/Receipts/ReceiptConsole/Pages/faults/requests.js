// What the page asks of the emulator and the console.

import { firestore, reason, request } from "../shared/api.js";

async function put(path, body) {
  const answer = await firestore("PUT", path, body);
  if (answer.status >= 400) throw new Error(reason(answer));
}

/**
 * Sets all faults; the emulator begins to count them again.
 *
 * @param {number|undefined} seed The present seed. The emulator's own choices may be too large for a number of JavaScript.
 */
export function setFaults(list, seed) {
  const chosen = Number.isSafeInteger(seed) ? seed : Math.floor(Math.random() * 1_000_000);
  return put("/emulator/v1/faults", { seed: chosen, faults: list.map(({ applied, ...fault }) => fault) });
}

/** Changes the clock: {time}, {advance} or {system}. */
export function setClock(change) {
  return put("/emulator/v1/clock", change);
}

/** Sets the schedules of devices. */
export function setSchedules(list) {
  return request("PUT", "/api/faults/devices", list);
}
