// Documents in files: a document per line in Firestore's REST format, as the emulator exports them, or plain JSON by path. No DOM.

import { fieldsFrom, jsonOfFields } from "../shared/firestore/json.js";
import { automaticID, checkID } from "../shared/firestore/paths.js";
import { elementsOf, fieldsOf, typeOf } from "../shared/firestore/values.js";
import { inside, parseJSON, TextError } from "../shared/json-text.js";
import { ValueError } from "../shared/texts.js";

/** The most documents to read, and the largest file, in bytes. */
export const mostDocuments = 10_000;
export const largestFile = 10_000_000;
/** How many problems to report. */
const mostProblems = 20;

/** The documents as lines, with their times. */
export function linesText(documents) {
  return documents.map(({ name, fields = {}, createTime, updateTime }) => `${JSON.stringify({ name, fields, createTime, updateTime })}\n`).join("");
}

/** The documents as one object of plain JSON, by path. */
export function jsonText(documents, database) {
  const prefix = `${database}/documents/`.length;
  return `${JSON.stringify(Object.fromEntries(documents.map(({ name, fields = {} }) => [name.slice(prefix), jsonOfFields(fields, database)])), null, 2)}\n`;
}

/**
 * Reads a file.
 *
 * @param {string} database The name of the database that the documents are for.
 * @param {string[]} collection The collection for documents that have only an id, or none.
 * @returns {{documents: {path: string[], fields: object, line: number}[], problems: {line: number, message: string}[], origin: string|null}} origin
 *   is the database that the lines name, if it is another one.
 */
export function documentsIn(text, database, collection) {
  const reading = { documents: [], problems: [], origin: null, database, collection, lines: new Map() };
  if (isLines(text)) readLines(text, reading);
  else readJSON(text, reading);
  const { documents, problems, origin } = reading;
  if (documents.length === 0 && problems.length === 0) problems.push({ line: 1, message: "There are no documents in this file." });
  return { documents, problems: problems.slice(0, mostProblems), origin };
}

/** Whether the first line is a document by itself. */
function isLines(text) {
  const first = /\S.*/.exec(text)?.[0] ?? "";
  try {
    const json = JSON.parse(first);
    return typeof json?.name === "string" && (json.fields === undefined || typeof json.fields === "object");
  } catch {
    return false;
  }
}

function add(reading, path, fields, line) {
  path.forEach((segment) => checkID(segment));
  const key = path.join("/");
  const earlier = reading.lines.get(key);
  if (earlier !== undefined) throw new ValueError(`${key} is already in line ${earlier}.`);
  if (reading.documents.length === mostDocuments) throw new ValueError(`A file may have at most ${mostDocuments.toLocaleString()} documents here. Import larger ones with receipts emulator start --import.`);
  reading.lines.set(key, line);
  reading.documents.push({ path, fields, line });
}

// ---- A document per line

function readLines(text, reading) {
  let number = 0;
  for (const line of text.split("\n")) {
    number += 1;
    if (line.trim() === "") continue;
    try {
      readLine(line, number, reading);
    } catch (error) {
      if (!(error instanceof ValueError)) throw error;
      reading.problems.push({ line: number, message: error.message });
      if (reading.documents.length === mostDocuments || reading.problems.length === mostProblems) return;
    }
  }
}

function readLine(line, number, reading) {
  const { value } = parseJSON(line);
  const unknown = Object.keys(value ?? {}).find((name) => !["name", "fields", "createTime", "updateTime"].includes(name));
  if (unknown !== undefined) throw new ValueError(`A document has a name, fields and times, no "${unknown}".`);
  const found = /^(projects\/[^/]+\/databases\/[^/]+)\/documents\/(.+)$/.exec(typeof value?.name === "string" ? value.name : "");
  const path = found?.[2].split("/") ?? [];
  if (path.length === 0 || path.length % 2 === 1) throw new ValueError("The name must be that of a document: projects/…/databases/…/documents/rooms/blue.");
  if (found[1] !== reading.database) reading.origin = found[1];
  const fields = value.fields ?? {};
  checkFields(fields);
  add(reading, path, fields, number);
}

/** Checks that values have one known type each; the database checks the rest. */
function checkFields(fields) {
  if (fields === null || typeof fields !== "object" || Array.isArray(fields)) throw new ValueError("The fields must be an object.");
  for (const [name, value] of Object.entries(fields)) checkValue(value, name);
}

function checkValue(value, name) {
  const type = typeOf(value);
  if (type === "unknown" || Object.keys(value).length !== 1) throw new ValueError(`The field ${name} is not a value such as {"stringValue": "…"}.`);
  // The parser keeps the digits of numbers that JavaScript would round.
  if (type === "integer") value.integerValue = String(value.integerValue);
  if (type === "double" && typeof value.doubleValue === "bigint") value.doubleValue = Number(value.doubleValue);
  if (type === "map") checkFields(fieldsOf(value.mapValue));
  if (type === "array") elementsOf(value).forEach((element) => checkValue(element, name));
}

// ---- Plain JSON

function readJSON(text, reading) {
  try {
    const { value, located, lineOf } = parseJSON(text);
    const isObject = value !== null && typeof value === "object";
    if (!isObject) throw new TextError("The file must have documents by path: {\"rooms/blue\": {…}}, or a list of them.", 1);
    for (const key of Object.keys(value)) {
      try {
        located(() => inside(value, key, (json) => {
          const path = Array.isArray(value) ? automaticPath(reading.collection) : pathOf(key, reading.collection);
          add(reading, path, fieldsFrom(json, reading.database), lineOf(value, key));
        }));
      } catch (error) {
        if (!(error instanceof ValueError)) throw error;
        reading.problems.push({ line: error.line ?? 1, message: error.message });
        if (reading.documents.length === mostDocuments || reading.problems.length === mostProblems) return;
      }
    }
  } catch (error) {
    if (!(error instanceof TextError)) throw error;
    reading.problems.push({ line: error.line, message: error.message });
  }
}

function automaticPath(collection) {
  if (collection.length === 0) throw new ValueError("A list of documents without paths needs a collection: open one, and import it there.");
  return [...collection, automaticID()];
}

function pathOf(key, collection) {
  const segments = key.replace(/^\/|\/$/g, "").split("/");
  if (segments.length === 1 && collection.length > 0) return [...collection, key];
  if (segments.length % 2 === 1) throw new ValueError(`${key === "" ? "The name" : key} is not the path of a document, such as rooms/blue.`);
  return segments;
}
