// Worker modules, and charts.

async function worker() {
  const { rates, durationText, withSample } = await import("/worker/rates.js");
  const sample = (time, stored, settled) => ({ outbox: "o", time, stored, settled, queued: 0, deadLetters: 0 });
  same("rates", rates([sample(1000, 10, 0), sample(3000, 30, 16)]), { in: 10, out: 8 });
  same("rates of one look", rates([sample(1000, 10, 0)]), null);
  same("another outbox begins anew", withSample([sample(1, 9, 9)], { ...sample(2, 1, 1), outbox: "p" }).length, 1);
  same("old samples are dropped", withSample([sample(1, 9, 9), sample(30_000, 9, 9)], sample(31_000, 9, 9)).map(({ time }) => time), [30_000, 31_000]);
  same("a duration", durationText(3700), "1 h 1 min");

  const { hour, redeliveryText, secondsText, seriesOf, withRows } = await import("/worker/history.js");
  const row = (time, queued, stored, settled, dead, refused = null, latency = null) => [time, queued, 300, stored, settled, dead, refused, latency];
  same("rows go on", withRows([row(1000, 0, 0, 0, 0)], { rows: [row(6000, 0, 0, 0, 0)], isSame: true }).length, 2);
  same("rows of another outbox", withRows([row(1000, 0, 0, 0, 0)], { rows: [row(6000, 0, 0, 0, 0)], isSame: false }).length, 1);
  same("an hour", withRows([row(0, 0, 0, 0, 0)], { rows: [row(hour + 1, 0, 0, 0, 0)], isSame: true }).length, 1);
  const plain = seriesOf([row(0, 1, 0, 0, 0), row(5000, 3, 10, 5, 2), row(60_000, 2, 10, 5, 1)], 5000);
  same("depth, with a gap", plain.depth, [{ time: 0, value: 1 }, { time: 5000, value: 3 }, { time: 10_000, value: null }, { time: 60_000, value: 2 }]);
  same("intake", plain.intake, [{ time: 5000, value: 2 }, { time: 60_000, value: null }]);
  same("refused a minute, never fewer than none", seriesOf([row(0, 1, 0, 0, 0), row(5000, 1, 0, 0, 2), row(10_000, 1, 0, 0, 0)], 5000).refused.map(({ value }) => value), [24, 0]);
  same("the worker's own count", seriesOf([row(0, 1, 0, 0, 5, 5), row(5000, 1, 0, 0, 0, 6)], 5000).refused.map(({ value }) => value), [12]);
  same("the oldest receipt's wait", [plain.hasLatency, plain.latency[0].value], [false, 0.3]);
  same("latencies", seriesOf([row(0, 1, 0, 0, 0, 0, null), row(5000, 1, 0, 0, 0, 0, 250)], 5000).latency, [{ time: 5000, value: 0.25 }]);
  same("seconds", [0.04, 1.25, 30, 600, 36_000].map(secondsText), ["0 s", "1.3 s", "30 s", "10 min", "10 h"]);
  same("no redelivery", redeliveryText({ retrying: 0, redelivery: { lanes: 0, mostFailures: 0, nextAttemptAt: null }, time: 0 }), "");
  same("redelivery", redeliveryText({ retrying: 3, redelivery: { lanes: 2, mostFailures: 4, nextAttemptAt: 5400 }, time: 1000 }), "3 in 2 conversations of users failed up to 4 times in a row; the next attempt is in 5 s.");

  const { nearestIndex, niceMaximum, rowsOf, runsOf, stepFrom } = await import("/shared/chart-scale.js");
  same("ends of scales", [niceMaximum(3), niceMaximum(11), niceMaximum(301), niceMaximum(0.3, 0.1)], [10, 20, 500, 0.5]);
  const points = [1, null, 3, 4, null].map((value, index) => ({ time: index * 1000, value }));
  same("runs", runsOf(points).map((run) => run.length), [1, 2]);
  same("nearest", [nearestIndex(points, 1600), nearestIndex(points, 9e9), nearestIndex([], 0)], [2, 3, -1]);
  same("steps", [stepFrom(points, 0, 1), stepFrom(points, 3, 1), stepFrom(points, 3, -1, Infinity), stepFrom(points, 2, -1)], [2, 3, 0, 0]);
  same("rows of a table", rowsOf(points, 3000), [{ begin: 3000, least: 4, greatest: 4, last: 4 }, { begin: 0, least: 1, greatest: 3, last: 3 }]);
}

checks.push(worker);
