// What the rules page asks of an emulator of Firestore.

import { ConsoleError, firestore, reason, request } from "../../shared/api.js";
import { decisionsQuery, issuesMatching, RulesError, RulesRecord } from "../record.js";
import * as language from "../language/firestore.js";

/** An emulator's rules, their coverage, and the log of decisions. */
export class RulesService extends RulesRecord {
  language = language;
  #rules = { tag: null, value: null };
  #countsAreKnown = true;

  constructor({ firestore: { project } }) {
    super("firestore");
    this.path = `/emulator/v1/projects/${project}`;
  }

  async #ask(method, suffix, body, tag = null) {
    const answer = await firestore(method, `${this.path}${suffix}`, body, {}, tag);
    if (answer.status >= 400) throw new ConsoleError(reason(answer), answer.status, answer.decision);
    return answer;
  }

  /** The files and their issues; id identifies these rules, if the emulator supports that. */
  async rules() {
    const answer = await this.#ask("GET", ":securityRules", undefined, this.#rules.tag);
    if (answer.status === 304) return this.#rules.value;
    const { json, tag } = answer;
    const value = { files: json.rules?.files ?? [], issues: (json.issues ?? []).map(issueOf), id: tag === null ? null : tag.replaceAll("\"", "") };
    this.#rules = { tag, value };
    return value;
  }

  /** Publishes files; returns the warnings. A RulesError has the errors of rejected rules. */
  async publish(files) {
    try {
      const { json } = await this.#ask("PUT", ":securityRules", { rules: { files } });
      return (json.issues ?? []).map(issueOf);
    } catch (error) {
      const issues = issuesIn(error.message);
      throw issues.length > 0 ? new RulesError(issues) : error;
    }
  }

  /**
   * What a change of the rules allows and denies, as far as a search of a second or two finds it.
   *
   * @returns {Promise<{problem?: string, saysTheSame: boolean, requests: number, findings: {kind, sentence, lines: string[], suite: string}[]}>}
   */
  async difference(before, after) {
    return await request("POST", "/api/rules/firestore/difference", { before, after });
  }

  /**
   * The values that expressions have had.
   *
   * @param {string|null} tag The tag of the last answer.
   * @returns {Promise<object|null>} Null if there is nothing new. Otherwise tag, and from the embedded emulator rules: their id, with counts, or only
   *   the changes since then, and uncounted: how many decisions these leave out; from another emulator files and report: see Coverage.
   */
  async coverage(tag) {
    if (this.#countsAreKnown) {
      try {
        const since = tag === null ? "" : `&since=${encodeURIComponent(tag)}`;
        const answer = await this.#ask("GET", `:ruleCoverage?view=counts${since}`, undefined, tag);
        return answer.status === 304 ? null : reportOf(answer);
      } catch (error) {
        if (error.status !== 400) throw error;
        // Another emulator, which takes no parameters; or invalid rules, which the next request reports again.
        this.#countsAreKnown = false;
      }
    }
    return reportOf(await this.#ask("GET", ":ruleCoverage"));
  }

  /**
   * The decisions after one, oldest first.
   *
   * @param {object} [options] background: whether to include background reads; number: the only one wanted.
   * @returns {Promise<object[]|null>} Null if the emulator keeps none, like Google's.
   */
  async decisions(after, limit = 100, options = {}) {
    try {
      const { json } = await this.#ask("GET", `:explain?${decisionsQuery(after, limit, options)}`);
      return (json.decisions ?? []).filter((decision) => decision.number > after);
    } catch (error) {
      // Google's emulator has no such path.
      if (error.status === 404) return null;
      throw error;
    }
  }
}

function reportOf({ json, tag }) {
  if (json.counts || json.changes) return { tag, rules: json.rules, counts: json.counts ?? null, changes: json.changes ?? null, uncounted: json.uncountedDecisions ?? 0 };
  return { tag: null, rules: null, files: json.rules?.files ?? [], report: json.report ?? [] };
}

function issueOf(issue) {
  return { line: issue.sourcePosition?.line ?? null, column: issue.sourcePosition?.column ?? null, text: issue.description, isError: issue.severity === "ERROR" };
}

/** The errors in a rejection, which has lines such as "L5:19 Missing 'match' keyword before path." */
function issuesIn(message) {
  return issuesMatching(/^L(\d+):(\d+)\s+(.*)$/, message);
}
