// What the rules page asks of an emulator of a Realtime Database, in the same shapes as RulesService.

import { ConsoleError, database, databaseReason } from "../../shared/api.js";
import { decisionsQuery, issuesMatching, RulesError, RulesRecord } from "../record.js";
import * as language from "../language/realtime.js";

const name = "database.rules.json";

/** An emulator's rules, and the log of its decisions. */
export class TreeRulesService extends RulesRecord {
  language = language;
  #rules = { tag: null, value: null };
  #hasCoverage = true;

  constructor() {
    super("realtimeDatabase");
  }

  async #ask(method, path, text, tag = null) {
    const answer = await database(method, path, text, { ifNoneMatch: tag });
    if (answer.status >= 400) throw new ConsoleError(databaseReason(answer), answer.status, answer.decision);
    return answer;
  }

  /** The only file. Loaded rules have no issues, since rules with errors are rejected. */
  async rules() {
    const answer = await this.#ask("GET", "/.settings/rules.json", undefined, this.#rules.tag);
    if (answer.status === 304) return this.#rules.value;
    const { text, tag } = answer;
    const value = { files: [{ name, content: text }], issues: [], id: tag === null ? null : tag.replaceAll("\"", "") };
    this.#rules = { tag, value };
    return value;
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

  /** See RulesService.coverage. Google's emulator has it only as a page. */
  async coverage(tag) {
    if (!this.#hasCoverage) return null;
    try {
      const answer = await this.#ask("GET", "/.inspect/coverage.json", undefined, tag);
      return answer.status === 304 ? null : reportOf(answer);
    } catch (error) {
      if (error.status !== 404) throw error;
      this.#hasCoverage = false;
      return null;
    }
  }

  /** See RulesService.decisions. */
  async decisions(after, limit = 100, options = {}) {
    try {
      const { text } = await this.#ask("GET", `/.inspect/decisions.json?${decisionsQuery(after, limit, options)}`);
      return JSON.parse(text)?.decisions?.filter((decision) => decision.number > after) ?? null;
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

function reportOf({ text, tag }) {
  const { rules, conditions, uncountedDecisions = 0 } = JSON.parse(text);
  return { tag, rules, counts: nested(conditions.map(countsOf)), changes: null, uncounted: uncountedDecisions };
}

/** A condition as expressions of coverage are. */
function countsOf(condition) {
  const values = [["true", condition.true], ["false", condition.false], ["an error", condition.error]].filter(([, count]) => count > 0);
  return {
    sourcePosition: condition.sourcePosition,
    kind: kindOf(condition),
    values: values.map(([text, count]) => ({ text, count, isError: text === "an error" })).sort((a, b) => b.count - a.count),
    total: values.reduce((sum, [, count]) => sum + count, 0),
    children: [],
  };
}

function kindOf(condition) {
  if (condition.true > 0) return condition.false > 0 ? "both" : "true";
  return condition.false > 0 ? "false" : condition.error > 0 ? "error" : "never";
}

/** A tree of conditions that come each before those inside it. */
export function nested(conditions) {
  const roots = [];
  const around = [];
  for (const one of conditions) {
    const start = one.sourcePosition.currentOffset ?? 0;
    while (around.length > 0 && (around.at(-1).sourcePosition.endOffset ?? 0) < start) around.pop();
    (around.at(-1)?.children ?? roots).push(one);
    around.push(one);
  }
  return roots;
}
