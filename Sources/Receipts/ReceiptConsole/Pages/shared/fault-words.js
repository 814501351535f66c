// What is switched on, in words. No DOM.

import { plural } from "./texts.js";

/** Groups of methods, by the word for their calls. */
export const groups = {
  reads: ["GetDocument", "BatchGetDocuments", "ListDocuments", "ListCollectionIds", "RunQuery", "RunAggregationQuery", "PartitionQuery"],
  writes: ["Commit", "BatchWrite", "CreateDocument", "UpdateDocument", "DeleteDocument", "Write"],
  streams: ["Listen", "Write"],
};

/** All methods that a fault can name. */
export const methods = [...new Set([...Object.values(groups).flat(), "BeginTransaction", "Rollback", "ExecutePipeline"])].sort();

/** Which calls a fault concerns: "All calls", "20% of Commit calls". */
export function callsText({ methods: names, share = 1, cutAfter }) {
  const group = names && Object.keys(groups).find((one) => sameNames(groups[one], names));
  const calls = !names ? (cutAfter === undefined ? "calls" : "streams") : group ?? (names.length <= 2 ? `${names.join(" and ")} calls` : `calls of ${names.length} methods`);
  return share < 1 ? `${shareText(share)} of ${calls}` : `All ${calls}`;
}

function sameNames(one, other) {
  return one.length === other.length && one.every((name) => other.includes(name));
}

function shareText(share) {
  return `${Number((share * 100).toFixed(share < 0.01 ? 2 : 1))}%`;
}

function secondsText(text) {
  return `${Number(text.replace(/s$/, ""))} s`;
}

function latencyText(latency) {
  return typeof latency === "string" ? secondsText(latency) : `${Number(latency.from.replace(/s$/, ""))} to ${secondsText(latency.to)}`;
}

function effectText(fault) {
  if (fault.latency !== undefined) return `${callsText(fault)} are answered ${latencyText(fault.latency)} late`;
  if (fault.cutAfter !== undefined) return `${callsText(fault)} break after ${plural(fault.cutAfter, "message")}`;
  if (fault.wrongCount !== undefined) return `${fault.share < 1 ? `${shareText(fault.share)} of listeners` : "Listeners"} hear a wrong count`;
  if (fault.documentRate !== undefined) return `A document takes ${plural(fault.documentRate, "write")} a second`;
  if (fault.collectionRate !== undefined) return `A collection takes ${plural(fault.collectionRate, "write")} a second at first`;
  return `${callsText(fault)} fail with ${fault.status}${fault.afterwards ? " after they were carried out" : ""}`;
}

/** A fault as a sentence without its full stop. */
export function faultText(fault) {
  return `${effectText(fault)}${fault.times === undefined ? "" : `, ${fault.times === 1 ? "once" : `${plural(fault.times, "time")} at most`}`}`;
}

/** A fault in a few words, for the header. */
export function shortText(fault) {
  const share = fault.share < 1 ? ` ${shareText(fault.share)}` : "";
  if (fault.latency !== undefined) return `${latencyText(fault.latency)} late${share}`;
  if (fault.cutAfter !== undefined) return `Streams cut${share}`;
  if (fault.wrongCount !== undefined) return `Wrong counts${share}`;
  if (fault.documentRate !== undefined) return `${fault.documentRate}/s a document`;
  if (fault.collectionRate !== undefined) return `${fault.collectionRate}/s a collection`;
  return `${fault.status}${share}`;
}

/** How far a clock is ahead: "+2 d 3 h", "-5 s". */
export function aheadText(seconds) {
  const parts = [["d", 86_400], ["h", 3600], ["min", 60], ["s", 1]];
  let rest = Math.abs(Math.round(seconds));
  const texts = [];
  for (const [unit, length] of parts) {
    const count = Math.floor(rest / length);
    rest -= count * length;
    if (count > 0) texts.push(`${count.toLocaleString()} ${unit}`);
  }
  return `${seconds < 0 ? "-" : "+"}${texts.slice(0, 2).join(" ") || "0 s"}`;
}

/** A device's schedule: "bob: 10 s online, 20 s offline". */
export function scheduleText({ user, online, offline }) {
  return `${user}: ${online} s online, ${offline} s offline`;
}

/** What is switched on, a few words each. */
export function onTexts(view) {
  if (view === null) return [];
  const clock = view.clock.stoppedAt !== null ? "Clock stopped" : view.clock.isSet ? `Clock ${aheadText(view.clock.ahead)}` : null;
  return [...(view.firestore?.faults ?? []).map(shortText), clock, ...view.devices.map(({ user }) => `${user} offline at times`)].filter((one) => one !== null);
}
