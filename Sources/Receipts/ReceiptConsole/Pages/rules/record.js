// What both kinds of rules have in common: their file, their versions, and issues with their places.

import { request, requestNews } from "../shared/api.js";

/** What the console itself knows about the rules of a store: the file that they came from, and the versions of this run. */
export class RulesRecord {
  #names = null;
  #news = { tag: null, json: { file: null, versions: [] } };

  /** @param {string} store "firestore" or "realtimeDatabase". */
  constructor(store) {
    this.store = store;
  }

  /**
   * @returns {Promise<{file: {name, content, isNewer, isWritable}|null, versions: {number, time, isPublished}[]}>} file.content is null if the file cannot be
   *   read; isNewer: whether it has changed since the emulator started; isWritable: whether rules can be saved to it. The last version is the loaded one.
   */
  async record() {
    const { tag, json } = await requestNews(`/api/rules/${this.store}`, this.#news.tag);
    if (json !== null) this.#news = { tag, json };
    return this.#news.json;
  }

  /**
   * Checks rules without publishing them.
   *
   * @returns {Promise<{issues: {line, column, text, isError}[], more: number}>} more: how many are left out.
   */
  async check(content) {
    const { issues, more } = await request("POST", `/api/rules/${this.store}/check`, { content });
    return { issues: issues.map(({ line = null, column = null, message, hint, severity }) => ({ line, column, text: hint ? `${message} (${hint})` : message, isError: severity === "error" })), more };
  }

  /** What the language has built in: {kind, name, signatures, documentation}[]. */
  async names() {
    this.#names ??= request("GET", `/api/rules/${this.store}/names`);
    try {
      return await this.#names;
    } catch {
      this.#names = null;
      return [];
    }
  }

  /** Saves rules to the file, if it still has the content before. */
  async save(content, before) {
    await request("PUT", `/api/rules/${this.store}/file`, { content, before });
  }

  /** The versions with their texts, as content. */
  async versions() {
    return (await request("GET", `/api/rules/${this.store}?content=true`)).versions;
  }
}

/** The query for decisions: see RulesService.decisions. */
export function decisionsQuery(after, limit, { background = true, number = null }) {
  return `limit=${limit}&after=${after}${background ? "" : "&background=false"}${number === null ? "" : `&number=${number}`}`;
}

/** Rules that were rejected, with their errors. */
export class RulesError extends Error {
  constructor(issues) {
    super("These rules have errors and were not published. The previous ones still apply.");
    this.issues = issues;
  }
}

/** The errors in a rejection, one a line: the pattern's groups are line, column and text. */
export function issuesMatching(pattern, message) {
  return message.split("\n").flatMap((line) => {
    const parts = pattern.exec(line.trim());
    return parts ? [{ line: Number(parts[1]), column: Number(parts[2]), text: parts[3], isError: true }] : [];
  });
}
