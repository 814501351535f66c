// The worker's last hour: the console's samples as points of charts. No DOM.

/** How far the charts look back, in milliseconds. */
export const hour = 3_600_000;

/**
 * The rows that are known after an answer: those of the last hour, without those of another outbox.
 *
 * @param {object[]} known Rows of earlier answers: [time, queued, waiting, stored, settled, deadLetters, refused, latency].
 * @param {{rows: number[][], isSame: boolean}} answer isSame: whether it is about the same outbox, and goes on where the known rows end.
 */
export function withRows(known, { rows, isSame }) {
  const all = isSame ? [...known, ...rows] : rows;
  const end = all.at(-1)?.[0] ?? 0;
  return all.filter(([time]) => time >= end - hour);
}

/** How often something happened in a second, between each sample and the one before. Where samples are missing there is a gap. */
function ratesOf(rows, every, count) {
  return rows.slice(1).map((row, index) => {
    const before = rows[index];
    const seconds = (row[0] - before[0]) / 1000;
    const difference = count(row, before);
    return { time: row[0], value: seconds > every / 1000 * 3 || difference === null ? null : Math.max(0, difference) / seconds };
  });
}

/** Points with a gap wherever samples are missing. */
function pointsOf(rows, every, value) {
  return rows.flatMap((row, index) => {
    const before = rows[index - 1];
    const point = { time: row[0], value: value(row) };
    return before && row[0] - before[0] > every * 3 ? [{ time: before[0] + every, value: null }, point] : [point];
  });
}

/**
 * The points of the charts.
 *
 * @param {number[][]} rows See withRows.
 * @param {number} every The time between two samples.
 */
export function seriesOf(rows, every) {
  const hasLatency = rows.some((row) => row[7] !== null);
  // The worker's own count does not shrink when dead letters are retried or dropped.
  const refused = (row, before) => (row[6] !== null && before[6] !== null && row[6] >= before[6] ? row[6] - before[6] : row[5] - before[5]);
  return {
    depth: pointsOf(rows, every, (row) => row[1]),
    intake: ratesOf(rows, every, (row, before) => row[3] - before[3]),
    written: ratesOf(rows, every, (row, before) => row[4] - before[4]),
    refused: ratesOf(rows, every, refused).map(({ time, value }) => ({ time, value: value === null ? null : value * 60 })),
    // Between two samples nothing may have been written; the line goes on.
    latency: pointsOf(hasLatency ? rows.filter((row) => row[7] !== null) : rows, hasLatency ? hour : every, (row) => (hasLatency ? row[7] : row[2])).map(({ time, value }) => ({ time, value: value === null ? null : value / 1000 })),
    hasLatency,
  };
}

/** A time as text: "0.4 s", "12 s", "3 min". */
export function secondsText(seconds) {
  if (seconds < 9.95) return `${Number(seconds.toFixed(1))} s`;
  if (seconds < 120) return `${Math.round(seconds)} s`;
  const minutes = seconds / 60;
  return minutes < 120 ? `${Math.round(minutes)} min` : `${Math.round(minutes / 60)} h`;
}

/** What is known of the receipts that are tried again, as a sentence; empty if no receipt is tried again. */
export function redeliveryText({ retrying, redelivery, time }) {
  if (retrying === 0) return "";
  if (redelivery === null) return retrying === 1 ? "One has failed and will be tried again." : `${retrying.toLocaleString()} have failed and will be tried again.`;
  const { lanes, mostFailures, nextAttemptAt } = redelivery;
  const seconds = nextAttemptAt === null ? 0 : Math.max(0, Math.ceil((nextAttemptAt - time) / 1000));
  const where = lanes === 1 ? "one conversation of a user" : `${lanes.toLocaleString()} conversations of users`;
  const failures = mostFailures === 1 ? "failed once" : `failed up to ${mostFailures.toLocaleString()} times in a row`;
  return `${retrying.toLocaleString()} in ${where} ${failures}; the next attempt is ${seconds === 0 ? "due now" : `in ${secondsText(seconds)}`}.`;
}
