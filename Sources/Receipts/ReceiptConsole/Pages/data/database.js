// What the data page asks of Firestore. Refusals are thrown, with the server's line.

import { ConsoleError, firestore, reason } from "../shared/api.js";
import { notAllowed } from "../shared/refusal-words.js";
import { isNarrowed, structuredQuery } from "../shared/firestore/query.js";
import { quotedField } from "../shared/firestore/paths.js";

/** How many documents are asked for at a time. */
export const pageSize = 50;

/** One database, through the console. */
export class Database {
  constructor({ firestore: { project, database } }) {
    this.name = `projects/${project}/databases/${database}`;
  }

  /** The whole name of a path. */
  nameOf(segments) {
    return [`${this.name}/documents`, ...segments].join("/");
  }

  /** The segments of a whole name. */
  segmentsOf(name) {
    return name.slice(`${this.name}/documents/`.length).split("/");
  }

  async #ask(method, segments, suffix = "", body) {
    const path = [this.name, "documents", ...segments.map(encodeURIComponent)].join("/");
    const answer = await firestore(method, `/v1/${path}${suffix}`, body);
    if (answer.status >= 400) throw new RefusalError(answer);
    return answer.json;
  }

  /** The ids of the collections at the top, or below a document. */
  async collections(segments) {
    const ids = [];
    let pageToken;
    do {
      const page = await this.#ask("POST", segments, ":listCollectionIds", { pageSize: 300, ...(pageToken ? { pageToken } : {}) });
      ids.push(...(page.collectionIds ?? []));
      pageToken = page.nextPageToken;
    } while (pageToken);
    return ids.sort((a, b) => (a < b ? -1 : 1));
  }

  /** A document, or null where there is none. */
  async document(segments) {
    // A document that is missing is an answer here, where a GET would fail.
    const [answer] = await this.#ask("POST", [], ":batchGet", { documents: [this.nameOf(segments)] });
    return answer?.found ?? null;
  }

  /**
   * The first documents of a collection, or those after a cursor. Without a filter or order, those too that are not there but have
   * collections below them.
   *
   * @param {object} view What is asked for: see structuredQuery.
   * @param {object|null} cursor What an earlier page gave as its end.
   * @returns {Promise<{documents: object[], cursor: object|null}>} The documents, and the cursor of what follows, null at the end.
   */
  async documents(segments, view, count = pageSize, cursor = null) {
    return isNarrowed(view) ? await this.#queried(segments, view, count, cursor) : await this.#listed(segments, count, cursor);
  }

  async #listed(segments, count, cursor) {
    const documents = [];
    let token = cursor?.token;
    do {
      // Production gives at most 300 at a time.
      const size = Math.min(count - documents.length, 300);
      const parameters = new URLSearchParams({ pageSize: String(size), showMissing: "true", ...(token ? { pageToken: token } : {}) });
      const page = await this.#ask("GET", segments, `?${parameters}`);
      documents.push(...(page.documents ?? []));
      token = page.nextPageToken;
    } while (token && documents.length < count);
    return { documents, cursor: token ? { token } : null };
  }

  async #queried(segments, view, count, cursor) {
    // One more than is shown tells whether there are more.
    const query = structuredQuery(this.nameOf(segments), view, count + 1, cursor?.after);
    const answers = await this.#ask("POST", segments.slice(0, -1), ":runQuery", { structuredQuery: query });
    const documents = answers.flatMap((answer) => (answer.document ? [answer.document] : []));
    const shown = documents.slice(0, count);
    return { documents: shown, cursor: documents.length > count ? { after: shown.at(-1) } : null };
  }

  async #commit(write) {
    return await this.#ask("POST", [], ":commit", { writes: [write] });
  }

  /** Makes a document; refused where there is one. */
  create(segments, fields) {
    return this.#commit({ update: { name: this.nameOf(segments), fields }, currentDocument: { exists: false } });
  }

  /**
   * Changes fields of a document: those that are named and missing from `fields` are removed.
   *
   * @param {string} updateTime The version that was seen; refused when there is another by now.
   */
  update(segments, fields, names, updateTime) {
    return this.#commit({
      update: { name: this.nameOf(segments), fields },
      updateMask: { fieldPaths: names.map(quotedField) },
      currentDocument: { updateTime },
    });
  }

  /** Deletes a document; what is in collections below it stays. */
  delete(segments) {
    return this.#commit({ delete: this.nameOf(segments), currentDocument: { exists: true } });
  }
}

/** What Firestore refused, with its code, such as FAILED_PRECONDITION. */
class RefusalError extends ConsoleError {
  constructor(answer) {
    const first = Array.isArray(answer.json) ? answer.json[0] : answer.json;
    const code = first?.error?.status ?? null;
    // What emulators say of these is about their insides.
    super({ ALREADY_EXISTS: "There is such a document already.", NOT_FOUND: "There is no such document any more.", PERMISSION_DENIED: notAllowed }[code] ?? reason(answer), answer.status, answer.decision);
    this.code = code;
  }
}
