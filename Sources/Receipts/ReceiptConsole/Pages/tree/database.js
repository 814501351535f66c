// What the tree page asks of a Realtime Database. Refusals are thrown, with the server's line.

import { ConsoleError, database, databaseReason } from "../shared/api.js";
import { notAllowed } from "../shared/refusal-words.js";
import { compareKeys, resourceOf } from "../shared/realtime/paths.js";

/** How many children are shown at a time. */
export const pageSize = 50;

/** How many requests are under way at a time: a browser has few connections, and the page's events need one of them. */
const width = 4;

/** One database, through the console. */
export class TreeDatabase {
  #waiting = [];
  #busy = 0;

  /**
   * What is at a place, but for what lies below its children: large data is never read as a whole.
   *
   * @returns {Promise<{json: string|null, keys: string[], hasMore: boolean}>} json: the value itself, null for a place with children;
   *   keys: those of its first children; hasMore: whether there are others.
   */
  async look(segments, count = pageSize) {
    // One more tells whether there is more.
    const { text } = await this.#ask("GET", segments, `?shallow=true&limitToFirst=${count + 1}`);
    const value = JSON.parse(text);
    if (value === null || typeof value !== "object") return { json: text, keys: [], hasMore: false };
    const keys = Object.keys(value).filter((key) => !Array.isArray(value) || value[key] !== null).sort(compareKeys);
    return { json: null, keys: keys.slice(0, count), hasMore: keys.length > count };
  }

  /** A value with its tag, by which a write tells which version it was made on. */
  async tagged(segments) {
    const { text, tag } = await this.#ask("GET", segments, "", undefined, { wantsTag: true });
    return { json: text, tag };
  }

  /** Puts a value in place of what is there, or of what had a tag: false when something else is there. */
  async put(segments, json, tag = null) {
    const answer = await this.#ask("PUT", segments, "", json, { ifMatch: tag });
    return answer.status !== 412;
  }

  /** Adds a child under a key that the server chooses; gives the key. */
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
