// Times for people, in the browser's language. No DOM.

const clock = new Intl.DateTimeFormat(undefined, { hour: "numeric", minute: "2-digit" });
const full = new Intl.DateTimeFormat(undefined, { dateStyle: "full", timeStyle: "medium" });
const day = new Intl.DateTimeFormat(undefined, { weekday: "long", day: "numeric", month: "long" });
const dayWithYear = new Intl.DateTimeFormat(undefined, { day: "numeric", month: "long", year: "numeric" });

/** The time of day: "5:42 PM". */
export function clockTime(time) {
  return clock.format(time);
}

const relative = new Intl.RelativeTimeFormat(undefined, { numeric: "auto" });
const second = 1000;
const dayLength = 24 * 60 * 60 * second;
const units = [
  ["year", 365.2425 * dayLength], ["month", 365.2425 / 12 * dayLength], ["week", 7 * dayLength], ["day", dayLength],
  ["hour", 60 * 60 * second], ["minute", 60 * second], ["second", second],
];

/** How long ago it was: "now", "5 minutes ago", "yesterday". */
export function age(time, now = Date.now()) {
  const elapsed = now - time;
  const [unit, length] = units.find(([, length]) => Math.abs(elapsed) >= length) ?? units.at(-1);
  return relative.format(-Math.trunc(elapsed / length), unit);
}

/** The full date and time. */
export function fullTime(time) {
  return full.format(time);
}

/** The day: "Today", "Yesterday", or its date. */
export function dayName(time, now = Date.now()) {
  const date = new Date(time);
  const today = new Date(now);
  today.setHours(0, 0, 0, 0);
  const days = Math.round((today - new Date(date.getFullYear(), date.getMonth(), date.getDate())) / 86_400_000);
  if (days === 0) return "Today";
  if (days === 1) return "Yesterday";
  return date.getFullYear() === today.getFullYear() ? day.format(date) : dayWithYear.format(date);
}

const weekday = new Intl.DateTimeFormat(undefined, { weekday: "short" });
const date = new Intl.DateTimeFormat(undefined, { day: "numeric", month: "short" });
const dateWithYear = new Intl.DateTimeFormat(undefined, { day: "numeric", month: "short", year: "numeric" });

/** A short time: the time of day if it is today, "Yesterday", the day of the week, or the date. */
export function shortTime(time, now = Date.now()) {
  const then = new Date(time);
  const today = new Date(now);
  today.setHours(0, 0, 0, 0);
  const days = Math.round((today - new Date(then.getFullYear(), then.getMonth(), then.getDate())) / 86_400_000);
  if (days === 0) return clock.format(time);
  if (days === 1) return "Yesterday";
  if (days > 1 && days < 7) return weekday.format(time);
  return then.getFullYear() === today.getFullYear() ? date.format(time) : dateWithYear.format(time);
}
