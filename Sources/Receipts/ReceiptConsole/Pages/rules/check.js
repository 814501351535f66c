// Checks rules while somebody writes them.

/** How long somebody has to pause before their rules are checked, in milliseconds. */
const pause = 350;

export class LiveCheck {
  #service;
  #told;
  #timer = null;
  #turn = 0;

  /**
   * @param {object} service See RulesRecord.
   * @param {(issues: object[]|null, more: number) => void} told Called with the issues; null while they are not known.
   */
  constructor(service, told) {
    this.#service = service;
    this.#told = told;
  }

  /** Checks a text after a pause, unless another one follows. */
  later(text) {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#check(text), pause);
  }

  stop() {
    clearTimeout(this.#timer);
    this.#turn += 1;
  }

  async #check(text) {
    const turn = ++this.#turn;
    try {
      const { issues, more } = await this.#service.check(text);
      if (turn === this.#turn) this.#told(issues, more);
    } catch {
      // Without the console there are no answers; publishing says so.
      if (turn === this.#turn) this.#told(null, 0);
    }
  }
}

/** How many there are, such as "1 error, 2 warnings"; empty for none. */
export function countText(issues, more) {
  const errors = issues.filter(({ isError }) => isError).length;
  const words = [[errors, "error"], [issues.length - errors, "warning"]].filter(([count]) => count > 0).map(([count, word]) => `${count} ${word}${count === 1 ? "" : "s"}`);
  return words.join(", ") + (more > 0 ? `, and ${more} more` : "");
}
