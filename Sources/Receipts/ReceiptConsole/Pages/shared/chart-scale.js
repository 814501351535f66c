// The arithmetic of charts of values over time. Points are {time, value}, oldest first; a value of null is a gap. No DOM.

/** The end of a scale for a value: 1, 2 or 5 times a power of ten, at least the least. */
export function niceMaximum(value, least = 10) {
  if (value <= least) return least;
  const power = 10 ** Math.floor(Math.log10(value));
  // Sums of tenths are not exact.
  return [1, 2, 5, 10].map((step) => Number((step * power).toPrecision(1))).find((end) => end >= value);
}

/** The lines of a chart: runs of points without a gap. */
export function runsOf(points) {
  const runs = [];
  let run = null;
  for (const point of points) {
    if (point.value === null) run = null;
    else if (run === null) runs.push((run = [point]));
    else run.push(point);
  }
  return runs;
}

/** The index of the point with a value that is nearest to a time; -1 without any. */
export function nearestIndex(points, time) {
  let found = -1;
  points.forEach((point, index) => {
    if (point.value !== null && (found === -1 || Math.abs(point.time - time) < Math.abs(points[found].time - time))) found = index;
  });
  return found;
}

/** The index of the next point with a value in a direction (1 or -1); the same index at the end. */
export function stepFrom(points, index, direction, count = 1) {
  let found = index;
  for (let at = index + direction; at >= 0 && at < points.length && count > 0; at += direction) {
    if (points[at].value === null) continue;
    found = at;
    count -= 1;
  }
  return found;
}

/** The rows of a table: the least, greatest and last value of each stretch of time that has one, newest first. */
export function rowsOf(points, length) {
  const rows = new Map();
  for (const { time, value } of points) {
    if (value === null) continue;
    const begin = Math.floor(time / length) * length;
    const row = rows.get(begin) ?? { begin, least: value, greatest: value, last: value };
    rows.set(begin, { begin, least: Math.min(row.least, value), greatest: Math.max(row.greatest, value), last: value });
  }
  return [...rows.values()].sort((one, other) => other.begin - one.begin);
}
