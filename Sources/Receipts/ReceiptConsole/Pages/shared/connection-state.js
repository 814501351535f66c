// The state of the connection from the page through the console to the databases, as one value. No DOM.

const names = { firestore: "Firestore", realtimeDatabase: "The Realtime Database" };

/** A pace in words: "5 s", "0.6 s". */
export function paceText(milliseconds) {
  const seconds = milliseconds / 1000;
  return seconds >= 60 ? `${Math.round(seconds / 60)} min` : `${seconds >= 10 ? Math.round(seconds) : Math.round(seconds * 10) / 10} s`;
}

/** How old something is: "12 s", "3 min", "2 h". */
export function ageText(milliseconds) {
  const seconds = Math.max(0, Math.floor(milliseconds / 1000));
  if (seconds < 100) return `${seconds} s`;
  const minutes = Math.floor(seconds / 60);
  return minutes < 100 ? `${minutes} min` : `${Math.floor(minutes / 60)} h`;
}

/**
 * Decides what the frame shows.
 *
 * @param {object} known
 * @param {boolean|null} known.hears Whether the console is connected; null until it first was.
 * @param {number|null} known.lostAt When the connection was lost, in milliseconds since 1970.
 * @param {object|null} known.health What the console reports about the databases; null until its first report.
 * @param {string[]} known.needs The kinds of databases that the shown page needs.
 * @param {number|string|null} known.pace How often that page refreshes, in milliseconds; null if changes are pushed, "asked" if only on request.
 * @returns {{state: string, text: string, short: string, reason: string|null, asOf: number|null, isStale: boolean}} state is connecting, live, polling, asked,
 *   unreachable or lost; short is the text for a narrow window; asOf is when the data was current, if it is stale.
 */
export function decide({ hears, lostAt, health, needs, pace }) {
  if (hears === null) return { state: "connecting", text: "Connecting", short: "…", reason: null, asOf: null, isStale: false };
  if (!hears) return { state: "lost", text: "Console lost", short: "Lost", reason: "The console does not answer.", asOf: lostAt, isStale: true };
  const silent = Object.keys(names).filter((kind) => health?.[kind]?.answers === false);
  if (silent.length > 0) {
    // The shown page may not need the one that does not answer.
    const concerned = silent.filter((kind) => needs.includes(kind));
    const times = concerned.map((kind) => health[kind].answered).filter((time) => time !== null);
    return {
      state: "unreachable",
      text: silent.length > 1 ? "No database answers" : silent[0] === "firestore" ? "Firestore is down" : "Realtime Database is down",
      short: "Down",
      reason: silent.map((kind) => `${names[kind]} does not answer: ${withFullStop(health[kind].reason)}`).join(" "),
      asOf: times.length > 0 ? Math.min(...times) : null,
      isStale: concerned.length > 0,
    };
  }
  if (pace === null) return { state: "live", text: "Live", short: "Live", reason: null, asOf: null, isStale: false };
  if (pace === "asked") return { state: "asked", text: "On request", short: "Idle", reason: null, asOf: null, isStale: false };
  return { state: "polling", text: `Every ${paceText(pace)}`, short: paceText(pace), reason: null, asOf: null, isStale: false };
}

function withFullStop(text) {
  return (text ?? "no answer").replace(/(?<![?!])[.\s]*$/, ".");
}

/** The tooltip of the badge. */
export function explanationOf({ state, reason }, pace) {
  const texts = {
    live: "Changes appear as they happen.",
    polling: `The page refreshes at least every ${typeof pace === "number" ? paceText(pace) : ""}.`,
    asked: "This page refreshes when you ask it to.",
  };
  return reason ?? texts[state] ?? "";
}
