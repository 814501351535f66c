// Finds what somebody means by some letters. No DOM.

/** The most letters that count, and the most results. */
export const longestQuery = 100;
const mostResults = 40;
const longestText = 300;

const isWordStart = (text, index) => index === 0 || /[\s/_.\-:(]/.test(text[index - 1]) || (/[a-z]/.test(text[index - 1]) && /[A-Z]/.test(text[index]));

/**
 * How well a text fits a query: all its letters in their order. Beginnings of words, and letters side by side, fit better.
 *
 * @returns {{score: number, places: number[]}|null} places: which letters of the text fit; null if some are missing.
 */
export function fit(query, text) {
  const [wanted, lower] = [query.toLowerCase(), text.toLowerCase()];
  // Some letters have another length in lower case.
  const plain = lower.length === text.length ? lower : text;
  const whole = plain.indexOf(wanted);
  if (whole >= 0) return { score: 1000 + (isWordStart(text, whole) ? 200 : 0) - whole - text.length / 10, places: Array.from({ length: wanted.length }, (_, index) => whole + index) };
  const letters = [...wanted].filter((letter) => letter.trim() !== "");
  const places = [];
  let score = 0;
  letters.forEach((letter, number) => {
    if (score === null) return;
    const place = placeOf(plain, text, letters, number, (places.at(-1) ?? -1) + 1);
    if (place === -1) {
      score = null;
      return;
    }
    score += (isWordStart(text, place) ? 30 : 5) + (place > 0 && places.at(-1) === place - 1 ? 20 : 0);
    places.push(place);
  });
  return score === null ? null : { score: score - text.length / 10, places };
}

/** Where a letter fits: right behind the one before, or at the beginning of a later word if the others still follow, or anywhere; -1 for nowhere. */
function placeOf(plain, text, letters, number, from) {
  const letter = letters[number];
  const first = plain.indexOf(letter, from);
  if (first === -1 || (first === from && number > 0)) return first;
  for (let place = first; place !== -1; place = plain.indexOf(letter, place + 1)) if (isWordStart(text, place) && follows(plain, letters, number + 1, place + 1)) return place;
  return first;
}

/** Whether the letters from one on are in a text behind a place, in their order. */
function follows(plain, letters, number, from) {
  let place = from;
  for (const letter of letters.slice(number)) {
    const next = plain.indexOf(letter, place);
    if (next === -1) return false;
    place = next + 1;
  }
  return true;
}

/**
 * The items that fit a query best, the best first; the first ones without a query.
 *
 * @param {{title: string, detail?: string, weight?: number}[]} items
 */
export function search(query, items) {
  const wanted = query.trim().slice(0, longestQuery);
  if (wanted === "") return items.slice(0, mostResults).map((item) => ({ item, places: [] }));
  const found = [];
  for (const item of items) {
    const title = fit(wanted, item.title.slice(0, longestText));
    const detail = title === null ? fit(wanted, `${item.title} ${item.detail ?? ""}`.slice(0, longestText)) : null;
    const best = title ?? (detail && { score: detail.score - 400, places: detail.places.filter((place) => place < item.title.length) });
    if (best !== null) found.push({ item, places: best.places, score: best.score + (item.weight ?? 0) });
  }
  return found.sort((one, other) => other.score - one.score).slice(0, mostResults).map(({ item, places }) => ({ item, places }));
}
