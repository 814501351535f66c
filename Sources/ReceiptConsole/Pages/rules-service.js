// What the rules page asks of an emulator.

import { ConsoleError, firestore, reason } from "./api.js";

/** An emulator's rules, their coverage, and the log of decisions. */
export class RulesService {
  constructor({ firestore: { project } }) {
    this.path = `/emulator/v1/projects/${project}`;
  }

  async #ask(method, suffix, body) {
    const answer = await firestore(method, `${this.path}${suffix}`, body);
    if (answer.status >= 400) throw new ConsoleError(reason(answer), answer.status);
    return answer.json;
  }

  /** The files, and what is to be said about them. */
  async rules() {
    const answer = await this.#ask("GET", ":securityRules");
    return { files: answer.rules?.files ?? [], issues: (answer.issues ?? []).map(issueOf) };
  }

  /** Publishes files; gives the warnings. A RulesError holds the errors of rules that were refused. */
  async publish(files) {
    try {
      const answer = await this.#ask("PUT", ":securityRules", { rules: { files } });
      return (answer.issues ?? []).map(issueOf);
    } catch (error) {
      const issues = issuesIn(error.message);
      throw issues.length > 0 ? new RulesError(issues) : error;
    }
  }

  async coverage() {
    const answer = await this.#ask("GET", ":ruleCoverage");
    return { files: answer.rules?.files ?? [], report: answer.report ?? [] };
  }

  /**
   * The decisions after one, oldest first.
   *
   * @returns {Promise<object[]|null>} Null where the emulator keeps none, as Google's.
   */
  async decisions(after, limit = 100) {
    try {
      const answer = await this.#ask("GET", `:explain?limit=${limit}&after=${after}`);
      return (answer.decisions ?? []).filter((decision) => decision.number > after);
    } catch (error) {
      // Google's emulator says so in words, without JSON, which is an error of its own.
      if (error.status === 404) return null;
      throw error;
    }
  }
}

/** Rules that were refused, with what is wrong in them. */
export class RulesError extends Error {
  constructor(issues) {
    super("These rules have errors and were not published. The ones before still hold.");
    this.issues = issues;
  }
}

function issueOf(issue) {
  return { line: issue.sourcePosition?.line ?? null, column: issue.sourcePosition?.column ?? null, text: issue.description, isError: issue.severity === "ERROR" };
}

/** The errors that a refusal tells in lines such as "L5:19 Missing 'match' keyword before path." */
function issuesIn(message) {
  return message.split("\n").flatMap((line) => {
    const parts = /^L(\d+):(\d+)\s+(.*)$/.exec(line.trim());
    return parts ? [{ line: Number(parts[1]), column: Number(parts[2]), text: parts[3], isError: true }] : [];
  });
}
