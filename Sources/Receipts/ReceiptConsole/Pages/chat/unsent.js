// A copy of what waits to be sent, by device, as the console tells it. The console keeps the queue while this tab is open; when it has
// forgotten it, as after its restart or a reload of the page, it gets the copy back. Nothing is sent twice: messages keep their ids.

import { command, on } from "../shared/api.js";
import { Draft } from "./drafts.js";

const storageKey = "receipts.unsent";

/** What waits: {schema, user, offline, messages} by device. */
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
    // Without storage the copy is there until the page is reloaded: the question before that says so.
  }
}

function keep(device) {
  if (device.messages.length === 0) devices.delete(keyOf(device));
  else devices.set(keyOf(device), device);
  store();
}

/** Gives what a device had back to the console; what it refuses becomes a draft again. */
async function restore(device) {
  try {
    await command("restore", device);
  } catch (error) {
    if (error.status < 400 || error.status >= 500) return;
    for (const { conversation, text } of device.messages) new Draft(device.schema, conversation, device.user).giveBack(text);
    keep({ ...device, messages: [] });
  }
}

on("unsent", keep);
on("hello", ({ resumed }) => {
  if (!resumed) for (const device of [...devices.values()]) restore(device);
});
addEventListener("beforeunload", (event) => {
  // A tab that is closed takes along what waits.
  if (devices.size > 0) event.preventDefault();
});
