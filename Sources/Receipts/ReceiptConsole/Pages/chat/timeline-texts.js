// The words of a message's timeline. No DOM.

import { plural } from "../shared/texts.js";

const stages = { delivered: "received it", read: "read it" };

/** What happened, as a sentence without its full stop. */
export function stepText({ kind, name, member, user, isAdmin }, people) {
  const nameOf = (id) => people.get(id) ?? id;
  switch (kind) {
    case "sent": return user !== null ? `${nameOf(user)} sent it` : isAdmin ? "An administrator wrote it" : "It was imported";
    case "reached": {
      const what = stages[name] ?? `reached “${name}”`;
      return user === member || user === null ? `${nameOf(member)} ${what}` : `${nameOf(member)} ${what}, as ${nameOf(user)} reported`;
    }
    case "status": return `The status became “${name}”`;
    case "edited": return `${user !== null ? nameOf(user) : "An administrator"} edited the text`;
    default: return `${user !== null ? nameOf(user) : "An administrator"} deleted it`;
  }
}

/** How long after another time. */
export function afterText(start, time) {
  const milliseconds = new Date(time) - new Date(start);
  if (milliseconds < 1000) return `+${Math.max(0, milliseconds)} ms`;
  if (milliseconds < 60_000) return `+${(milliseconds / 1000).toFixed(1)} s`;
  if (milliseconds < 3_600_000) return `+${Math.floor(milliseconds / 60_000)} min ${Math.round((milliseconds % 60_000) / 1000)} s`;
  return `+${Math.floor(milliseconds / 3_600_000)} h ${Math.round((milliseconds % 3_600_000) / 60_000)} min`;
}

/** What the call of a step cost. */
export function costOf({ reads = 0, writes = 0, deletes = 0 }) {
  const parts = [reads > 0 && plural(reads, "read"), writes > 0 && plural(writes, "write"), deletes > 0 && plural(deletes, "delete")].filter(Boolean);
  return parts.length === 0 ? "" : `cost ${parts.join(", ")}`;
}
