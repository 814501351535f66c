// A copy of the console's queue of unsent messages, by device. When the console has lost its queue, after a restart or a reload of the page,
// it gets the copy back. Nothing is sent twice, since messages keep their ids.

import { command, on } from "../shared/api.js";
import { Draft } from "./drafts.js";

const storageKey = "receipts.unsent";

/** The unsent messages: {schema, user, offline, messages} by device. */
const devices = new Map(read());

function keyOf({ schema, user }) {
  return JSON.stringify([schema, user]);
}

function read() {
  try {
    return JSON.parse(sessionStorage.getItem(storageKey) ?? "[]").map((device) => [keyOf(device), device]);
  } catch {
    return [];
  }
}

function store() {
  try {
    sessionStorage.setItem(storageKey, JSON.stringify([...devices.values()]));
  } catch {
    // Without storage, the copy lasts until the page is reloaded, and the browser asks before that.
  }
}

function keep(device) {
  if (device.messages.length === 0) devices.delete(keyOf(device));
  else devices.set(keyOf(device), device);
  store();
}

/** Gives a device's messages back to the console; those that it rejects become drafts again. */
async function restore(device) {
  try {
    await command("restore", device);
  } catch (error) {
    if (error.status < 400 || error.status >= 500) return;
    for (const { conversation, text } of device.messages) new Draft(device.schema, conversation, device.user).giveBack(text);
    keep({ ...device, messages: [] });
  }
}

/** Panes are opened after the server's hello, since it forgets those opened before. */
let isGreeted = false;

/** Whether the server has said hello. */
export function wasGreeted() {
  return isGreeted;
}

on("unsent", keep);
on("hello", ({ resumed }) => {
  isGreeted = true;
  if (!resumed) for (const device of [...devices.values()]) restore(device);
});
addEventListener("beforeunload", (event) => {
  // Closing the tab would lose unsent messages.
  if (devices.size > 0) event.preventDefault();
});
