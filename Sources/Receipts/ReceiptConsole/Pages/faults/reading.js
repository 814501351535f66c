// Reads the form of a fault. No DOM.

import { groups } from "../shared/fault-words.js";
import { ValueError } from "../shared/texts.js";

/** The fields of each effect, besides the effect. */
export const effects = {
  status: ["status", "when", "calls", "share", "times", "seed"],
  latency: ["from", "to", "calls", "share", "times", "seed"],
  cutAfter: ["cutAfter", "share", "times", "seed"],
  wrongCount: ["share", "times", "seed"],
  documentRate: ["rate", "seed"],
  collectionRate: ["rate", "seed"],
};

export const statuses = ["UNAVAILABLE", "DEADLINE_EXCEEDED", "ABORTED", "RESOURCE_EXHAUSTED", "INTERNAL", "UNAUTHENTICATED", "PERMISSION_DENIED", "NOT_FOUND", "ALREADY_EXISTS", "FAILED_PRECONDITION", "INVALID_ARGUMENT", "OUT_OF_RANGE", "UNIMPLEMENTED", "DATA_LOSS", "CANCELLED", "UNKNOWN"];

/** A number between two, with at most three decimals. */
export function numberOf(text, least, most) {
  const value = Number(text);
  if (text === "" || !/^\d*\.?\d{0,3}$/.test(text) || !(value >= least && value <= most)) throw new ValueError(`Enter a number from ${least.toLocaleString()} to ${most.toLocaleString()}.`);
  return value;
}

/** A whole number; undefined for an empty text. */
export function countOf(text, least, most = 1_000_000_000) {
  if (text === "") return undefined;
  const value = Number(text);
  if (!/^\d+$/.test(text) || value < least || value > most) throw new ValueError(`Enter a whole number from ${least.toLocaleString()} to ${most.toLocaleString()}, or nothing.`);
  return value;
}

/**
 * The fault that a form describes; null if a field is wrong.
 *
 * @param {string} kind One of the effects.
 * @param {(name: string, read: (text: string) => any) => any} value Reads a field; null if it is wrong.
 */
export function faultOf(kind, value) {
  const wants = (name) => effects[kind].includes(name);
  const seconds = (name) => value(name, (text) => numberOf(text, 0.001, 600));
  const fault = {};
  if (kind === "status") {
    fault.status = value("status", (text) => text);
    if (value("when", (text) => text) === "after") fault.afterwards = true;
  } else if (kind === "latency") {
    const from = seconds("from");
    const to = value("to", (text) => (text === "" ? from : numberOf(text, from ?? 0.001, 600)));
    fault.latency = from === null || to === null ? null : from === to ? `${from}s` : { from: `${from}s`, to: `${to}s` };
  } else if (kind === "wrongCount") {
    fault.wrongCount = true;
  } else if (kind === "cutAfter") {
    fault.cutAfter = value("cutAfter", (text) => countOf(text, 0) ?? 0);
  } else {
    fault[kind] = value("rate", (text) => numberOf(text, 0.001, 1_000_000));
  }
  if (wants("calls")) {
    const calls = value("calls", (text) => text);
    if (calls) fault.methods = groups[calls] ?? [calls];
  }
  if (wants("share")) {
    const share = value("share", (text) => numberOf(text, 0, 100));
    if (share === null) fault.share = null;
    else if (share < 100) fault.share = Number((share / 100).toFixed(5));
  }
  if (wants("times")) {
    const times = value("times", (text) => countOf(text, 1));
    if (times !== undefined) fault.times = times;
  }
  return Object.values(fault).includes(null) ? null : fault;
}
