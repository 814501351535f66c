// What the rules page asks of an emulator of a Realtime Database, in the shapes that Firestore's has.

import { ConsoleError, database, databaseReason } from "../../shared/api.js";
import { RulesError, RulesRecord } from "../firestore/service.js";

const name = "database.rules.json";

/** An emulator's rules, and the log of decisions: see RulesService. */
export class TreeRulesService extends RulesRecord {
  constructor() {
    super("realtimeDatabase");
  }

  async #ask(method, path, text) {
    const answer = await database(method, path, text);
    if (answer.status >= 400) throw new ConsoleError(databaseReason(answer), answer.status, answer.decision);
    return answer.text;
  }

  /** The one file that there is. Rules with anything wrong in them are refused, so that nothing is to be said about those that hold. */
  async rules() {
    return { files: [{ name, content: await this.#ask("GET", "/.settings/rules.json") }], issues: [], id: null };
  }

  /** Publishes the rules. A RulesError holds what is wrong with those that were refused. */
  async publish([file]) {
    try {
      await this.#ask("PUT", "/.settings/rules.json", file.content);
      return [];
    } catch (error) {
      const issues = issuesIn(error.message);
      throw issues.length > 0 ? new RulesError(issues) : error;
    }
  }

  /** The emulator does not count what conditions come to; the suites of rules do. */
  async coverage() {
    return null;
  }

  /**
   * The decisions after one, oldest first.
   *
   * @returns {Promise<object[]|null>} Null where the emulator keeps none, as Google's.
   */
  async decisions(after, limit = 100, { background = true, number = null } = {}) {
    const answer = JSON.parse(await this.#asked(`/.inspect/decisions.json?limit=${limit}&after=${after}${background ? "" : "&background=false"}${number === null ? "" : `&number=${number}`}`, "null"));
    return answer?.decisions?.filter((decision) => decision.number > after) ?? null;
  }

  async #asked(path, otherwise) {
    try {
      return await this.#ask("GET", path);
    } catch (error) {
      if (error.status === 404) return otherwise;
      throw error;
    }
  }
}

/** The problems that a refusal tells in lines such as "5:1: Parse error." */
export function issuesIn(message) {
  return message.split("\n").flatMap((line) => {
    const parts = /^(?:[^\s:]+:)?(\d+):(\d+):\s+(.*)$/.exec(line.trim());
    return parts ? [{ line: Number(parts[1]), column: Number(parts[2]), text: parts[3], isError: true }] : [];
  });
}
