// The data page's requests to Firestore. Errors are thrown, with the server's message.

import { ConsoleError, firestore, reason } from "../shared/api.js";
import { notAllowed } from "../shared/refusal-words.js";
import { isNarrowed, structuredQuery } from "../shared/firestore/query.js";
import { quotedField } from "../shared/firestore/paths.js";

/** How many documents to request at a time. */
export const pageSize = 50;

/** One database, through the console. */
export class Database {
  constructor({ firestore: { project, database, isEmulator } }) {
    this.name = `projects/${project}/databases/${database}`;
    this.isEmulator = isEmulator;
  }

  /** The past time that is read; null for now. */
  at = null;

  /** The full name of a path. */
  nameOf(segments) {
    return [`${this.name}/documents`, ...segments].join("/");
  }

  /** The path of a full name. */
  segmentsOf(name) {
    return name.slice(`${this.name}/documents/`.length).split("/");
  }

  async #ask(method, segments, suffix = "", body) {
    const path = [this.name, "documents", ...segments.map(encodeURIComponent)].join("/");
    const [address, content] = this.at === null ? [`/v1/${path}${suffix}`, body] : atTime(this.at, method, `/v1/${path}${suffix}`, body);
    const answer = await firestore(method, address, content);
    if (answer.status >= 400) throw new RefusalError(answer);
    return answer.json;
  }

  /** The ids of the collections at the top of the database, or below a document. */
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

  /** A document; null if it does not exist. */
  async document(segments) {
    // For a missing document, GET would fail; this does not.
    const [answer] = await this.#ask("POST", [], ":batchGet", { documents: [this.nameOf(segments)] });
    return answer?.found ?? null;
  }

  /**
   * The first documents of a collection, or those after a cursor. Without a filter or order, this includes missing documents with
   * collections below them.
   *
   * @param {object} view See structuredQuery.
   * @param {object|null} cursor The cursor of the previous page.
   * @returns {Promise<{documents: object[], cursor: object|null}>} The documents, and the cursor for the next page; null at the end.
   */
  async documents(segments, view, count = pageSize, cursor = null) {
    return isNarrowed(view) ? await this.#queried(segments, view, count, cursor) : await this.#listed(segments, count, cursor);
  }

  async #listed(segments, count, cursor) {
    const documents = [];
    let token = cursor?.token;
    do {
      // Production returns at most 300 at a time.
      const size = Math.min(count - documents.length, 300);
      const parameters = new URLSearchParams({ pageSize: String(size), showMissing: "true", ...(token ? { pageToken: token } : {}) });
      const page = await this.#ask("GET", segments, `?${parameters}`);
      documents.push(...(page.documents ?? []));
      token = page.nextPageToken;
    } while (token && documents.length < count);
    return { documents, cursor: token ? { token } : null };
  }

  async #queried(segments, view, count, cursor) {
    // One more than needed tells whether there are more.
    const query = structuredQuery(this.nameOf(segments), view, count + 1, cursor?.after);
    const answers = await this.#ask("POST", segments.slice(0, -1), ":runQuery", { structuredQuery: query });
    const documents = answers.flatMap((answer) => (answer.document ? [answer.document] : []));
    const shown = documents.slice(0, count);
    return { documents: shown, cursor: documents.length > count ? { after: shown.at(-1) } : null };
  }

  async #commit(write) {
    return await this.#ask("POST", [], ":commit", { writes: [write] });
  }

  /** Creates a document; fails if it exists. */
  create(segments, fields) {
    return this.#commit({ update: { name: this.nameOf(segments), fields }, currentDocument: { exists: false } });
  }

  /**
   * Changes the named fields of a document; those missing from `fields` are deleted.
   *
   * @param {string} updateTime The version to change; fails if the document has changed since.
   */
  update(segments, fields, names, updateTime) {
    return this.#commit({
      update: { name: this.nameOf(segments), fields },
      updateMask: { fieldPaths: names.map(quotedField) },
      currentDocument: { updateTime },
    });
  }

  /** Deletes a document; collections below it stay. */
  delete(segments) {
    return this.#commit({ delete: this.nameOf(segments), currentDocument: { exists: true } });
  }
}

const readVerbs = [":runQuery", ":runAggregationQuery", ":batchGet", ":listCollectionIds"];

/** A read at a past time; anything else is refused. */
function atTime(time, method, address, body) {
  if (method === "GET") return [`${address}${address.includes("?") ? "&" : "?"}readTime=${encodeURIComponent(time)}`, body];
  if (readVerbs.some((verb) => address.endsWith(verb))) return [address, { ...body, readTime: time }];
  throw new ConsoleError("This is the past, which cannot be changed. Press Escape to go back to now.");
}

/** An error from Firestore, with its code, such as FAILED_PRECONDITION. */
class RefusalError extends ConsoleError {
  constructor(answer) {
    const first = Array.isArray(answer.json) ? answer.json[0] : answer.json;
    const code = first?.error?.status ?? null;
    // Emulators word these for developers of emulators.
    super({ ALREADY_EXISTS: "This document already exists.", NOT_FOUND: "This document no longer exists.", PERMISSION_DENIED: notAllowed }[code] ?? reason(answer), answer.status, answer.decision);
    this.code = code;
  }
}
