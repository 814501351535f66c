// The data page's requests to Firestore. Errors are thrown, with the server's message.

import { ConsoleError, firestore, reason } from "../shared/api.js";
import { notAllowed } from "../shared/refusal-words.js";
import { isNarrowed, structuredQuery, summedQuery } from "../shared/firestore/query.js";
import { quotedField } from "../shared/firestore/paths.js";
import { noteChange } from "./undo.js";

/** How many documents to request at a time. */
export const pageSize = 50;
/** The same for exports, and for the documents that an import may replace. */
const exportPage = 300;
const batchSize = 100;

/** One database, through the console. */
export class Database {
  constructor({ firestore: { project, database, server, isEmulator } }) {
    this.name = `projects/${project}/databases/${database}`;
    /** Where it is, for code. */
    this.place = { database: this.name, server, isEmulator };
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

  /**
   * The number of documents that a view lists, and the sum and average of a field.
   *
   * @param {string} field A field path; empty for the number alone.
   * @returns {Promise<{count: object, sum?: object, average?: object}>} Firestore's values.
   */
  async totals(segments, view, field) {
    const name = this.nameOf(segments);
    const of = { field: { fieldPath: field } };
    // In one request with a sum, Firestore would count only the documents that have the field.
    const [count, values] = await Promise.all([
      this.#aggregated(segments, structuredQuery(name, view), [{ alias: "count", count: {} }]),
      field ? this.#aggregated(segments, summedQuery(name, view, field), [{ alias: "sum", sum: of }, { alias: "average", avg: of }]) : {},
    ]);
    return { ...count, ...values };
  }

  async #aggregated(segments, structuredQuery, aggregations) {
    const answers = await this.#ask("POST", segments.slice(0, -1), ":runAggregationQuery", { structuredAggregationQuery: { structuredQuery, aggregations } });
    return answers.find(({ result }) => result).result.aggregateFields;
  }

  /** All documents below a document, or of the database: those of all collections, sorted by name. At most `count`. */
  async everything(segments, count) {
    const documents = [];
    const orderBy = [{ field: { fieldPath: "__name__" }, direction: "ASCENDING" }];
    while (documents.length < count) {
      const last = documents.at(-1);
      const limit = Math.min(exportPage, count - documents.length);
      const startAt = last && { before: false, values: [{ referenceValue: last.name }] };
      const answers = await this.#ask("POST", segments, ":runQuery", { structuredQuery: { from: [{ allDescendants: true }], orderBy, limit, ...(startAt && { startAt }) } });
      const found = answers.flatMap((answer) => (answer.document ? [answer.document] : []));
      documents.push(...found);
      if (found.length < limit) break;
    }
    return documents;
  }

  /** All documents that a view lists, at most `count`. */
  async all(segments, view, count) {
    const documents = [];
    let cursor = null;
    do {
      const page = await this.documents(segments, view, Math.min(exportPage, count - documents.length), cursor);
      documents.push(...page.documents.filter(({ updateTime }) => updateTime));
      ({ cursor } = page);
    } while (cursor && documents.length < count);
    return documents;
  }

  /** The documents of these names that exist, by name. */
  async existing(names) {
    const found = new Map();
    for (let start = 0; start < names.length; start += batchSize) {
      for (const answer of await this.#ask("POST", [], ":batchGet", { documents: names.slice(start, start + batchSize) })) if (answer.found) found.set(answer.found.name, answer.found);
    }
    return found;
  }

  /** The index that a query needs besides the automatic ones: {list, entry, isConfigured}, or {} for none; null from an emulator that does not know. */
  async requiredIndex(segments, query) {
    if (!this.place.isEmulator) return null;
    const [, project] = this.name.split("/");
    try {
      const answer = await firestore("POST", `/emulator/v1/projects/${project}:requiredIndex`, { parent: this.nameOf(segments.slice(0, -1)).replace(/\/$/, ""), structuredQuery: query });
      if (answer.status >= 400) throw new RefusalError(answer);
      return answer.json;
    } catch (error) {
      // Google's emulator has no such path.
      if (error.status === 404) return null;
      throw error;
    }
  }

  // ---- Writing

  async #commit(write, before) {
    try {
      const { writeResults } = await this.#ask("POST", [], ":commit", { writes: [write] });
      return { name: write.delete ?? write.update.name, before, after: write.delete ? null : writeResults[0].updateTime };
    } catch (error) {
      if (error.code === "FAILED_PRECONDITION") error.message = "This document has changed in the meantime.";
      throw error;
    }
  }

  /** Creates a document; fails if it exists. */
  async create(segments, fields) {
    noteChange(this, `Saved ${segments.join("/")}`, [await this.#commit({ update: { name: this.nameOf(segments), fields }, currentDocument: { exists: false } }, null)]);
  }

  /**
   * Changes the named fields of a document; those missing from `fields` are deleted.
   *
   * @param {object} base The version to change; fails if the document has changed since.
   */
  async update(segments, fields, names, base) {
    const write = { update: { name: this.nameOf(segments), fields }, updateMask: { fieldPaths: names.map(quotedField) }, currentDocument: { updateTime: base.updateTime } };
    noteChange(this, `Saved ${segments.join("/")}`, [await this.#commit(write, base)]);
  }

  /** Deletes a document; collections below it stay. Fails if it has changed since this version. */
  async delete(segments, base) {
    noteChange(this, `Deleted ${segments.join("/")}`, [await this.#commit({ delete: this.nameOf(segments), currentDocument: { updateTime: base.updateTime } }, base)]);
  }

  /**
   * Carries out writes one by one, in order: those that fail change nothing, and the others are still made.
   *
   * @param {object[]} writes {name, before, write}: as for noteChange.
   * @param {(count: number) => void} [progress] Called with the number of writes so far.
   * @returns {Promise<{done: object[], failed: {name, reason}[]}>} done has the entries for noteChange.
   */
  async writeAll(writes, progress = () => {}) {
    const [done, failed] = [[], []];
    for (const part of parts(writes)) {
      let answer;
      try {
        answer = await this.#ask("POST", [], ":batchWrite", { writes: part.map(({ write }) => write) });
      } catch (error) {
        if (done.length + failed.length === 0) throw error;
        // Earlier parts are written: what was done must be told, and can be undone.
        for (const { name } of writes.slice(done.length + failed.length)) failed.push({ name, reason: error.message });
        break;
      }
      part.forEach(({ name, before, write }, index) => {
        const { code = 0, message } = answer.status?.[index] ?? {};
        if (code === 0) done.push({ name, before, after: write.delete ? null : answer.writeResults[index].updateTime });
        else failed.push({ name, reason: failures[code] ?? message });
      });
      progress(done.length + failed.length);
    }
    return { done, failed };
  }
}

/** Why a write failed, by its code; emulators word these for developers of emulators. */
const failures = { 5: "It no longer exists.", 6: "It exists by now.", 7: notAllowed, 9: "It has changed in the meantime." };

/** Writes in requests that are not too large: 500 of them, or about four megabytes. */
function* parts(writes) {
  let [part, size] = [[], 0];
  for (const one of writes) {
    const length = JSON.stringify(one.write).length;
    if (part.length > 0 && (part.length === 500 || size + length > 4_000_000)) {
      yield part;
      [part, size] = [[], 0];
    }
    part.push(one);
    size += length;
  }
  if (part.length > 0) yield part;
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
