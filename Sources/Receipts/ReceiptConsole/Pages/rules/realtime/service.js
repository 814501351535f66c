// What the rules page asks of an emulator of a Realtime Database, in the same shapes as RulesService.

import { ConsoleError, database, databaseReason } from "../../shared/api.js";
import { decisionsQuery, issuesMatching, RulesError, RulesRecord } from "../record.js";
import * as language from "../language/realtime.js";

const name = "database.rules.json";

/** An emulator's rules, and the log of its decisions. */
export class TreeRulesService extends RulesRecord {
  language = language;

  constructor() {
    super("realtimeDatabase");
  }

  async #ask(method, path, text) {
    const answer = await database(method, path, text);
    if (answer.status >= 400) throw new ConsoleError(databaseReason(answer), answer.status, answer.decision);
    return answer.text;
  }

  /** The only file. Loaded rules have no issues, since rules with errors are rejected. */
  async rules() {
    return { files: [{ name, content: await this.#ask("GET", "/.settings/rules.json") }], issues: [], id: null };
  }

  /** Publishes the rules. A RulesError has the issues of rejected rules. */
  async publish([file]) {
    try {
      await this.#ask("PUT", "/.settings/rules.json", file.content);
      return [];
    } catch (error) {
      const issues = issuesIn(error.message);
      throw issues.length > 0 ? new RulesError(issues) : error;
    }
  }

  /** The emulator has no coverage; test suites of rules have. */
  async coverage() {
    return null;
  }

  /** See RulesService.decisions. */
  async decisions(after, limit = 100, options = {}) {
    try {
      const answer = JSON.parse(await this.#ask("GET", `/.inspect/decisions.json?${decisionsQuery(after, limit, options)}`));
      return answer?.decisions?.filter((decision) => decision.number > after) ?? null;
    } catch (error) {
      if (error.status === 404) return null;
      throw error;
    }
  }
}

/** The errors in a rejection, which has lines such as "5:1: Parse error." */
export function issuesIn(message) {
  return issuesMatching(/^(?:[^\s:]+:)?(\d+):(\d+):\s+(.*)$/, message);
}
