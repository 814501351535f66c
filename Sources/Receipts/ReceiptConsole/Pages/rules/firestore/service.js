// What the rules page asks of an emulator.

import { ConsoleError, firestore, reason, request, requestNews } from "../../shared/api.js";

/** What the console itself knows of the rules of a store: the file that they came from, and the versions of this run. */
export class RulesRecord {
  #news = { tag: null, json: { file: null, versions: [] } };

  /** @param {string} store "firestore" or "realtimeDatabase". */
  constructor(store) {
    this.store = store;
  }

  /**
   * @returns {Promise<{file: {name, content, isNewer}|null, versions: {number, time, isPublished}[]}>} file.content is null where the file cannot be
   *   read; isNewer: whether it was changed since the emulator was started. The last version is what is loaded.
   */
  async record() {
    const { tag, json } = await requestNews(`/api/rules/${this.store}`, this.#news.tag);
    if (json !== null) this.#news = { tag, json };
    return this.#news.json;
  }

  /** The versions with their texts, as content. */
  async versions() {
    return (await request("GET", `/api/rules/${this.store}?content=true`)).versions;
  }
}

/** An emulator's rules, their coverage, and the log of decisions. */
export class RulesService extends RulesRecord {
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

  /** The files, and what is to be said about them; id tells these rules from others, where the emulator does. */
  async rules() {
    const answer = await this.#ask("GET", ":securityRules", undefined, this.#rules.tag);
    if (answer.status === 304) return this.#rules.value;
    const { json, tag } = answer;
    const value = { files: json.rules?.files ?? [], issues: (json.issues ?? []).map(issueOf), id: tag === null ? null : tag.replaceAll("\"", "") };
    this.#rules = { tag, value };
    return value;
  }

  /** Publishes files; gives the warnings. A RulesError holds the errors of rules that were refused. */
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
   * What the expressions have come to.
   *
   * @param {string|null} tag That of the last answer.
   * @returns {Promise<object|null>} Null where nothing is new. Else tag; and of the embedded emulator rules: their id, with counts, or only the changes
   *   since; of another emulator files and report: see Coverage.
   */
  async coverage(tag) {
    if (this.#countsAreKnown) {
      try {
        const since = tag === null ? "" : `&since=${encodeURIComponent(tag)}`;
        const answer = await this.#ask("GET", `:ruleCoverage?view=counts${since}`, undefined, tag);
        return answer.status === 304 ? null : reportOf(answer);
      } catch (error) {
        if (error.status !== 400) throw error;
        // Another emulator, which takes no parameters; or rules that cannot be used, which it says again.
        this.#countsAreKnown = false;
      }
    }
    return reportOf(await this.#ask("GET", ":ruleCoverage"));
  }

  /**
   * The decisions after one, oldest first.
   *
   * @param {object} [options] background: whether reads are wanted that nobody has asked for; number: which one alone.
   * @returns {Promise<object[]|null>} Null where the emulator keeps none, as Google's.
   */
  async decisions(after, limit = 100, { background = true, number = null } = {}) {
    try {
      const { json } = await this.#ask("GET", `:explain?limit=${limit}&after=${after}${background ? "" : "&background=false"}${number === null ? "" : `&number=${number}`}`);
      return (json.decisions ?? []).filter((decision) => decision.number > after);
    } catch (error) {
      // Google's emulator says so in words, without JSON, which is an error of its own.
      if (error.status === 404) return null;
      throw error;
    }
  }
}

function reportOf({ json, tag }) {
  if (json.counts || json.changes) return { tag, rules: json.rules, counts: json.counts ?? null, changes: json.changes ?? null };
  return { tag: null, rules: null, files: json.rules?.files ?? [], report: json.report ?? [] };
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
