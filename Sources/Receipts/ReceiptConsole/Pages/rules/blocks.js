// Coverage by block of the rules, and what the last run has changed. No DOM.

/** Requests without a pause of this length, in milliseconds, are one run. */
const pause = 5000;

/**
 * The conditions of each block itself, without those of the blocks in it, and those of functions outside of all.
 *
 * @param {object[]} found The expressions of a text: see expressions.
 * @param {object[]} blocks The blocks of the text: see coverageBlocks of a language.
 * @returns {{path: string, line: number, covered: number, total: number}[]} In the order of the file; covered counts those that were true and false.
 */
export function coverageByBlock(source, found, blocks) {
  const rows = new Map();
  for (const one of found) {
    if (one.parent !== null) continue;
    const block = blocks.filter(({ open, end }) => open <= one.start && one.start <= end).sort((a, b) => b.open - a.open)[0];
    const path = block?.path ?? "Functions";
    const row = rows.get(path) ?? { path, line: source.lineAt(block?.start ?? one.start), covered: 0, total: 0 };
    row.total += 1;
    row.covered += isCovered(one, source.text) ? 1 : 0;
    rows.set(path, row);
  }
  return [...rows.values()].sort((a, b) => a.line - b.line);
}

/** A constant has one value only. */
function isCovered({ kind, start, end }, text) {
  return kind === "both" || kind === "value" || ((kind === "true" || kind === "false") && text.slice(start, end).trim() === kind);
}

/** A share in percent; all of nothing is 100. */
export function percent(covered, total) {
  return total === 0 ? 100 : Math.floor((covered / total) * 100);
}

/** What the last run has changed: a run begins with the first change after a pause. */
export class RunChanges {
  #before = null;
  #now = null;
  #last = 0;

  /**
   * Takes the percentages by path.
   *
   * @param {number} time Now, in milliseconds.
   * @returns {Map<string, number>} The differences, without zeros.
   */
  take(percents, time) {
    const isSame = this.#now !== null && percents.size === this.#now.size && [...percents].every(([path, value]) => this.#now.get(path) === value);
    if (!isSame) {
      if (this.#before === null || time - this.#last > pause) this.#before = this.#now ?? percents;
      this.#now = percents;
      this.#last = time;
    }
    return new Map([...percents].map(([path, value]) => [path, value - (this.#before.get(path) ?? value)]).filter(([, change]) => change !== 0));
  }
}
