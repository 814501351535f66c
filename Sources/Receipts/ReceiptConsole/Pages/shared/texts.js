// Short texts that several pages need. No DOM.

/** Why a text is rejected; the message is one line for people. */
export class ValueError extends Error {
  constructor(message) {
    super(message);
    this.name = "ValueError";
  }
}

/** "1 field", "3 fields". */
export function plural(count, one, many = `${one}s`) {
  return `${count.toLocaleString()} ${count === 1 ? one : many}`;
}

/** A size: "312 B", "1.2 kB", "34 MB". */
export function byteText(bytes) {
  const units = ["B", "kB", "MB", "GB"];
  let place = 0;
  while (bytes >= 1000 && place < units.length - 1) {
    bytes /= 1000;
    place += 1;
  }
  return `${place > 0 && bytes < 9.95 ? bytes.toFixed(1) : Math.round(bytes)} ${units[place]}`;
}

/** The beginning of a text. Characters stay whole. */
export function cut(text, limit) {
  if (text.length <= limit) return text;
  const characters = Array.from(text);
  return characters.length <= limit ? text : `${characters.slice(0, limit - 1).join("")}…`;
}

/** A text as a sentence: with a full stop unless it ends with a mark of its own. */
export function sentence(text) {
  return /[.!?]$/.test(text) ? text : `${text}.`;
}

/** A time in the reader's time zone, for the tooltip of a time in UTC. */
export function localTime(text) {
  const time = new Date(text);
  return Number.isNaN(time.getTime()) ? "" : `${time.toLocaleString(undefined, { dateStyle: "full", timeStyle: "medium" })}, your time`;
}

/** A text as one word of a shell. */
export function shellWord(text) {
  return `'${text.replaceAll("'", "'\\''")}'`;
}
