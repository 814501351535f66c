// Worker modules.

async function worker() {
  const { rates, niceMaximum, durationText, withSample } = await import("/worker/rates.js");
  const sample = (time, stored, settled) => ({ outbox: "o", time, stored, settled, queued: 0, deadLetters: 0 });
  same("rates", rates([sample(1000, 10, 0), sample(3000, 30, 16)]), { in: 10, out: 8 });
  same("rates of one look", rates([sample(1000, 10, 0)]), null);
  same("another outbox begins anew", withSample([sample(1, 9, 9)], { ...sample(2, 1, 1), outbox: "p" }).length, 1);
  same("ends of scales", [3, 11, 301].map(niceMaximum), [10, 20, 500]);
  same("a duration", durationText(3700), "1 h 1 min");
}

checks.push(worker);
