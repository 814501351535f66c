// How much devices cost, and how long commits take to reach the screens. No DOM.

/** How long the meter remembers, in milliseconds. */
export const meterSpan = 5 * 60_000;
/** A commit that reaches a screen later than this did not wait for the screen: it was offline, or hidden. */
const longestWait = 30_000;

/** The operations of devices over time. */
export class Meter {
  #samples = [];

  /** Adds what the devices have cost since they were opened. */
  add(time, devices) {
    this.#samples.push({ time, devices: new Map(devices.map((device) => [keyOf(device), device])) });
    // The first sample before the span tells what was spent within it.
    while (this.#samples.length > 2 && this.#samples[1].time < time - meterSpan) this.#samples.shift();
  }

  /**
   * The devices, with what each has cost since it was opened, and in the last minute.
   *
   * @returns {{schema: string, user: string, reads: number, writes: number, minuteReads: number, minuteWrites: number}[]}
   */
  devices() {
    const latest = this.#samples.at(-1);
    if (latest === undefined) return [];
    const start = this.#samples.findLast(({ time }) => time <= latest.time - 60_000) ?? this.#samples[0];
    return [...latest.devices.values()].map((device) => {
      const before = start === latest ? device : start.devices.get(keyOf(device));
      // A device that was opened again counts from zero.
      const [reads, writes] = before && before.reads <= device.reads && before.writes <= device.writes ? [before.reads, before.writes] : [0, 0];
      return { ...device, minuteReads: device.reads - reads, minuteWrites: device.writes - writes };
    });
  }
}

function keyOf({ schema, user }) {
  return `${schema}\n${user}`;
}

/** The sum of several devices. */
export function sumOf(devices) {
  const sum = { reads: 0, writes: 0, minuteReads: 0, minuteWrites: 0 };
  for (const device of devices) for (const name of Object.keys(sum)) sum[name] += device[name];
  return sum;
}

/**
 * How long commits took to reach the screens: a screen that shows something new shows all commits since it last did.
 *
 * @param {number} begin Since when screens are watched: earlier commits do not count.
 * @param {{time: number}[]} commits Times in milliseconds, the oldest first.
 * @param {{time: number, user: string}[]} shown When a screen has shown something new, the oldest first.
 * @returns {{time: number, user: string, wait: number}[]} One for each commit and screen.
 */
export function waitsOf(begin, commits, shown) {
  const last = new Map();
  const waits = [];
  for (const { time, user } of shown) {
    const since = last.get(user) ?? begin;
    for (const commit of commits) {
      const wait = time - commit.time;
      if (commit.time > since && wait >= 0 && wait <= longestWait) waits.push({ time: commit.time, user, wait });
    }
    last.set(user, time);
  }
  return waits;
}

/** The middle and the largest of some waits; null for none. */
export function summaryOf(waits) {
  if (waits.length === 0) return null;
  const sorted = waits.map(({ wait }) => wait).sort((a, b) => a - b);
  return { count: sorted.length, median: sorted[Math.floor((sorted.length - 1) / 2)], largest: sorted.at(-1) };
}

/** A time with microseconds, in milliseconds since 1970. */
export function millisecondsOf(time) {
  const fraction = /\.(\d+)Z$/.exec(time)?.[1] ?? "0";
  return Math.floor(new Date(time).getTime() / 1000) * 1000 + Number(`0.${fraction}`) * 1000;
}

/** A wait in words. */
export function waitText(milliseconds) {
  if (milliseconds < 10) return `${milliseconds.toFixed(1)} ms`;
  return milliseconds < 1000 ? `${Math.round(milliseconds)} ms` : `${(milliseconds / 1000).toFixed(1)} s`;
}
