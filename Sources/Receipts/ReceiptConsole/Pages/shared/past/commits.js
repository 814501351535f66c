// The commits that the emulator remembers: the steps in which its data can be seen. No DOM.

import { ConsoleError, firestore, reason } from "../api.js";
import { plural } from "../texts.js";

/** How many commits to ask for: the latest ones. */
const mostCommits = 1000;

/**
 * Loads the commits of a database, the oldest first.
 *
 * @param {string} database The name "projects/P/databases/D".
 * @param {string[]} places Paths: only commits that changed something at or below one of them; all commits if the list is empty.
 * @returns {Promise<{commits: object[], hasMore: boolean}|null>} Null for an emulator that keeps no list of its commits, as Google's does not.
 */
export async function loadCommits(database, places) {
  const touching = places.map((path) => `&touching=${encodeURIComponent(path)}`).join("");
  const answer = await firestore("GET", `/emulator/v1/${database}/documents:commits?limit=${mostCommits}${touching}`);
  if (answer.status === 404) return null;
  if (answer.status >= 400) throw new ConsoleError(reason(answer), answer.status);
  return { commits: answer.json.commits, hasMore: answer.json.hasMore ?? false };
}

/** Loads the versions of a document, the oldest first; null where none are kept. */
export async function loadVersions(database, segments) {
  const answer = await firestore("GET", `/emulator/v1/${database}/documents/${segments.map(encodeURIComponent).join("/")}:versions`);
  if (answer.status === 404) return null;
  if (answer.status >= 400) throw new ConsoleError(reason(answer), answer.status);
  return { versions: answer.json.versions, hasMore: answer.json.hasMore ?? false, begin: answer.json.begin };
}

/** Who made a commit or a version, in words. */
export function authorOf({ admin, isAdmin, user, call }) {
  if (admin || isAdmin) return "administrator";
  if (user !== undefined && user !== null) return user;
  return call === undefined || call === null ? "an import" : "nobody";
}

/** What a commit changed: the first path, and how many more. */
export function changedText({ documents, documentCount }) {
  if (documentCount === 0) return "nothing";
  return documentCount === 1 ? documents[0] : `${documents[0]} and ${plural(documentCount - 1, "other document")}`;
}

/**
 * The position of a time among commits: that of the last commit that it shows; -1 before all of them.
 *
 * Times have different numbers of digits, so texts can't be compared.
 */
export function positionOf(commits, time) {
  const wanted = sortKey(time);
  let position = -1;
  while (position + 1 < commits.length && sortKey(commits[position + 1].time) <= wanted) position += 1;
  return position;
}

/** A time in UTC as a text that sorts by time: with nine digits of fraction. */
export function sortKey(time) {
  const [whole, fraction = ""] = time.replace(/Z$/, "").split(".");
  return `${whole}.${fraction.padEnd(9, "0")}`;
}

/** A time of day with milliseconds, in the reader's time zone, with the day if it is not today. */
export function momentText(time, now = new Date()) {
  const date = new Date(time);
  const clock = date.toLocaleTimeString(undefined, { hour: "2-digit", minute: "2-digit", second: "2-digit", fractionalSecondDigits: 3 });
  return date.toDateString() === now.toDateString() ? clock : `${date.toLocaleDateString()}, ${clock}`;
}
