// What the page of requests asks of the embedded emulator.

import { ConsoleError, firestore, reason } from "../shared/api.js";

/** The calls that have reached the emulator, and the decisions about them. */
export class CallService {
  #path;

  constructor(project) {
    this.#path = `/emulator/v1/projects/${project}`;
  }

  async #ask(method, suffix, body) {
    const answer = await firestore(method, `${this.#path}${suffix}`, body);
    if (answer.status >= 400) throw new ConsoleError(reason(answer), answer.status, answer.decision);
    return answer.json;
  }

  /**
   * The calls after one, oldest first, and all open listeners.
   *
   * @returns {Promise<{isRecording: boolean, calls: object[], listeners: object[]}|null>} Null if the emulator keeps no calls, like Google's.
   */
  async calls(after, { background = true } = {}) {
    try {
      return await this.#ask("GET", `:calls?after=${after}${background ? "" : "&background=false"}`);
    } catch (error) {
      if (error.status === 404) return null;
      throw error;
    }
  }

  /** One call by its number, even one that is not listed; null if it is gone. */
  async call(number) {
    return (await this.#ask("GET", `:calls?number=${number}`)).calls[0] ?? null;
  }

  /** The explanation of a decision; null if the emulator no longer has it. */
  async decision(number) {
    return (await this.#ask("GET", `:explain?number=${number}`)).decisions?.[0] ?? null;
  }

  /** Decides once more on the request of a decision: on the present data, by the loaded rules or by others. Nothing is written. */
  replay(number, content) {
    return this.#ask("POST", ":replay", content === null ? { number } : { number, content });
  }

  /** The text of the loaded rules. */
  async rules() {
    return (await this.#ask("GET", ":securityRules")).rules?.files?.[0]?.content ?? "";
  }
}
