// The tree page's requests to a Realtime Database. Errors are thrown, with the server's message.

import { ConsoleError, database, databaseReason } from "../shared/api.js";
import { notAllowed } from "../shared/refusal-words.js";
import { compareKeys, resourceOf } from "../shared/realtime/paths.js";

/** How many children to show at a time. */
export const pageSize = 50;

/** The most requests at a time: browsers have few connections, and the page's events need one of them. */
const width = 4;

/** One database, through the console. */
export class TreeDatabase {
  #waiting = [];
  #busy = 0;

  /**
   * Reads a place without what is below its children: large data is never read as a whole.
   *
   * @returns {Promise<{json: string|null, keys: string[], hasMore: boolean}>} json: the value; null for a place with children;
   *   keys: the keys of its first children; hasMore: whether there are more.
   */
  async look(segments, count = pageSize) {
    // One more than needed tells whether there are more.
    const { text } = await this.#ask("GET", segments, `?shallow=true&limitToFirst=${count + 1}`);
    const value = JSON.parse(text);
    if (value === null || typeof value !== "object") return { json: text, keys: [], hasMore: false };
    const keys = Object.keys(value).filter((key) => !Array.isArray(value) || value[key] !== null).sort(compareKeys);
    return { json: null, keys: keys.slice(0, count), hasMore: keys.length > count };
  }

  /** A value with its entity tag, which a later write can depend on. */
  async tagged(segments) {
    const { text, tag } = await this.#ask("GET", segments, "", undefined, { wantsTag: true });
    return { json: text, tag };
  }

  /** Replaces a value, if it has the tag; returns false if it has another one. */
  async put(segments, json, tag = null) {
    const answer = await this.#ask("PUT", segments, "", json, { ifMatch: tag });
    return answer.status !== 412;
  }

  /** Adds a child with an automatic key; returns the key. */
  async push(segments, json) {
    const { text } = await this.#ask("POST", segments, "", json);
    return JSON.parse(text).name;
  }

  async remove(segments) {
    await this.#ask("DELETE", segments, "");
  }

  async #ask(method, segments, query, json, options) {
    await this.#begin();
    try {
      const answer = await database(method, `${resourceOf(segments)}${query}`, json, options);
      if (answer.status >= 400 && answer.status !== 412) throw new ConsoleError([401, 403].includes(answer.status) ? notAllowed : databaseReason(answer), answer.status, answer.decision);
      return answer;
    } finally {
      this.#busy -= 1;
      this.#waiting.shift()?.();
    }
  }

  async #begin() {
    while (this.#busy >= width) await new Promise((resolve) => this.#waiting.push(resolve));
    this.#busy += 1;
  }
}
