// The worker's present rates. No DOM.

/** How long samples are kept for them, in milliseconds. */
const kept = 20_000;

/**
 * The latest samples and a new one.
 *
 * @param {object[]} samples Responses of GET /api/worker, oldest first.
 */
export function withSample(samples, sample) {
  const last = samples.at(-1);
  // Another outbox, or a clock that was set back: earlier samples do not compare.
  const isNew = last && (sample.outbox !== last.outbox || sample.stored < last.stored || sample.time < last.time);
  return [...(isNew ? [] : samples.filter(({ time }) => time !== sample.time && time > sample.time - kept)), sample];
}

/** How many receipts came in and were settled per second, over the last few seconds; null while there are too few samples. */
export function rates(samples, span = 5000) {
  const last = samples.at(-1);
  const first = samples.find((one) => one.time >= (last?.time ?? 0) - span);
  if (!last || !first || first.time === last.time) return null;
  const seconds = (last.time - first.time) / 1000;
  return { in: (last.stored - first.stored) / seconds, out: (last.settled - first.settled) / seconds };
}

/** A rate as text: "12/s", "0.4/s". */
export function rateText(rate) {
  if (rate === null) return "–";
  const digits = rate > 0 && rate < 9.95 ? 1 : 0;
  return `${rate.toLocaleString(undefined, { minimumFractionDigits: digits, maximumFractionDigits: digits })}/s`;
}

/** A duration: "now", "4 s", "3 min", "2 h 5 min". */
export function durationText(seconds) {
  if (seconds === null || seconds === undefined) return "–";
  if (seconds < 1) return "now";
  if (seconds < 60) return `${Math.round(seconds)} s`;
  const minutes = Math.floor(seconds / 60);
  if (minutes < 60) return `${minutes} min`;
  const hours = Math.floor(minutes / 60);
  return hours < 48 ? `${hours} h ${minutes % 60} min` : `${Math.floor(hours / 24)} days`;
}
