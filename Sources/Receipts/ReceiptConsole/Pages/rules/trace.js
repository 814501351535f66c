// Finds the decisions that a request led to, among those of all requests. No DOM.

export class Trace {
  #service;
  #request;
  #isAbout;
  /** The number of the newest decision before the request; null if the emulator keeps none, or no rules apply. */
  #before = null;

  /** @param {(operation: {method, target}, request: object) => boolean} isAbout Whether an operation is the one that was asked for. */
  constructor(service, request, isAbout) {
    this.#service = service;
    this.#request = request;
    this.#isAbout = isAbout;
  }

  /** Call this before the request. */
  async begin() {
    if (this.#request.isAdmin) return;
    const newest = await this.#service.decisions(0, 1);
    if (newest !== null) this.#before = newest.at(-1)?.number ?? 0;
  }

  /**
   * The decision about the request, or null.
   *
   * @param {number|null} number Its number, if the response named it.
   */
  async decision(number) {
    if (number !== null) return (await this.#service.decisions(0, 1, { number }))?.[0] ?? null;
    return (await this.#since()).findLast(({ operations = [] }) => operations.some((one) => this.#isAbout(one, this.#request))) ?? null;
  }

  /** The user's latest decision, or null. */
  async last() {
    return (await this.#since()).at(-1) ?? null;
  }

  async #since() {
    if (this.#before === null) return [];
    const user = this.#request.identity.user ?? null;
    return ((await this.#service.decisions(this.#before)) ?? []).filter((decision) => decision.user === user);
  }
}
