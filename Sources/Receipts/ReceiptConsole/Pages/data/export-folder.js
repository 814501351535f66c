// The folder of an export, as gcloud, Firebase's tools and emulators write it: its files of documents, which the console reads.

import { readExportFile } from "../shared/api.js";
import { largestFile } from "./files.js";

/** How many files and folders of a folder are looked at. */
const mostEntries = 10_000;

/** Whether a name is that of a file of documents. */
export function isExportFile(name) {
  return /^output-\d+$/.test(name);
}

/**
 * Reads the documents of a folder that somebody has dropped.
 *
 * @param {FileSystemDirectoryEntry} folder
 * @returns {Promise<{text: string, problems: {line: null, message: string}[]}>} text has a document on each line: see documentsIn.
 */
export async function readFolder(folder) {
  const files = (await filesBelow(folder)).filter(({ name }) => isExportFile(name));
  if (files.length === 0) return problem("This folder has no file of documents, such as output-0. Drop an export's folder: from gcloud firestore export, Firebase's tools, or receipts emulator start --export-on-exit.");
  return await readFiles(files);
}

/** Reads files of documents, in their order. */
export async function readFiles(files) {
  const size = files.reduce((sum, file) => sum + file.size, 0);
  if (size > largestFile) return problem(`The files have ${Math.ceil(size / 1_000_000)} MB; at most ${largestFile / 1_000_000} MB can be imported here. Use receipts emulator start --import.`);
  const texts = [];
  for (const file of files) {
    try {
      texts.push(await readExportFile(await file.arrayBuffer()));
    } catch (error) {
      return problem(`${file.name}: ${error.message}`);
    }
  }
  return { text: texts.join(""), problems: [] };
}

function problem(message) {
  return { text: "", problems: [{ line: null, message }] };
}

/** The files of a folder and of those in it, by number. */
async function filesBelow(folder) {
  const files = [];
  const folders = [folder];
  let count = 0;
  while (folders.length > 0 && count < mostEntries) {
    for (const entry of await entriesOf(folders.pop())) {
      count += 1;
      if (entry.isDirectory) folders.push(entry);
      else files.push(await new Promise((found, failed) => entry.file(found, failed)));
    }
  }
  const number = ({ name }) => Number(/\d+$/.exec(name)?.[0] ?? 0);
  return files.sort((one, other) => number(one) - number(other));
}

/** The entries of a folder, which a browser tells a hundred at a time. */
async function entriesOf(folder) {
  const reader = folder.createReader();
  const entries = [];
  for (;;) {
    const some = await new Promise((found, failed) => reader.readEntries(found, failed));
    if (some.length === 0) return entries;
    entries.push(...some);
  }
}
