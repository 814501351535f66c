// What a message's row shows besides the message, derived from the messages around it. No DOM.

const longestPause = 5 * 60 * 1000;

function dayOf(time) {
  const date = new Date(time);
  return date.getFullYear() * 10000 + date.getMonth() * 100 + date.getDate();
}

/** Whether a message continues one by the same person just before. */
function continues(previous, message) {
  if (!previous || previous.system || message.system || previous.sender !== message.sender) return false;
  if (previous.time === null || message.time === null) return true;
  return message.time - previous.time < longestPause && dayOf(previous.time) === dayOf(message.time);
}

/**
 * Describes the row of a message.
 *
 * @param {object|undefined} previous The message before it.
 * @param {object} message The message.
 * @param {object|undefined} next The message after it.
 * @param {{isGroup: boolean, labelsLastOnly: boolean, newestMine: string|null}} context The conversation, and the id of the
 *   newest own message.
 */
export function describeRow(previous, message, next, context) {
  const starts = !continues(previous, message);
  const ends = !next || !continues(message, next);
  const startsDay = message.time !== null && (!previous || (previous.time !== null && dayOf(previous.time) !== dayOf(message.time)));
  const showsReceipt = message.mine && !message.system && message.receipt !== null && message.sending !== "failed"
    && (!context.labelsLastOnly || message.id === context.newestMine);
  // An unsent message shows a clock, unless its schema has a receipt for it.
  const waits = message.mine && !message.system
    && (message.sending === "pending" || (message.sending === "sending" && message.receipt === null));
  return {
    starts,
    ends,
    waits,
    day: startsDay ? message.time : null,
    name: starts && context.isGroup && !message.mine && !message.system,
    showsTime: ends && message.time !== null && !message.system,
    showsReceipt,
  };
}

/** Whether two descriptions are the same. */
export function isSameRow(a, b) {
  return a.starts === b.starts && a.ends === b.ends && a.day === b.day && a.name === b.name && a.showsTime === b.showsTime
    && a.showsReceipt === b.showsReceipt && a.waits === b.waits;
}

/** An estimate of a row's height in a list of this width, close enough that measuring moves little. */
export function estimateHeight(message, width) {
  const perLine = Math.max(8, Math.floor((width * 0.78 - 70) / 7.2));
  let lines = 0;
  for (const line of (message.text ?? " ").split("\n")) lines += Math.max(1, Math.ceil(line.length / perLine));
  if (message.system) return 18 * lines + 20;
  return 21 * lines + (message.sending === "failed" ? 40 : 0) + 16 + 3 + (message.mine ? 20 : 12);
}
