// JSON texts that people write: errors have a line, and integers keep all their digits. No DOM.

import { ValueError } from "./texts.js";

/** Deeper nesting is refused; a document may have 20 levels. */
const deepest = 100;

/** What is wrong with a text, and in which line, counted from 1. */
export class TextError extends ValueError {
  constructor(message, line, column = 1) {
    super(message);
    this.line = line;
    this.column = column;
  }
}

/**
 * Reads a text.
 *
 * @returns {{value: any, located: (read: (value: any) => any) => any, lineOf: (container: any, key: string) => number}} Integers that a number cannot
 *   hold are BigInts. located reads the value, and adds the line to a ValueError that `inside` has traced to a place.
 */
export function parseJSON(text) {
  const reader = new Reader(text);
  const value = reader.all();
  return { value, lineOf: (container, key) => reader.lineAt(reader.placeOf(container, key)), located: (read) => {
    try {
      return read(value);
    } catch (error) {
      if (!(error instanceof ValueError)) throw error;
      throw reader.error(error.message, error.place ? reader.placeOf(...error.place) : 0);
    }
  } };
}

/** Reads a member of an object or an array, so that a ValueError knows which one it is about: the innermost. */
export function inside(container, key, read) {
  try {
    return read(container[key]);
  } catch (error) {
    if (error instanceof ValueError) error.place ??= [container, key];
    throw error;
  }
}

const space = /[ \t\n\r]*/y;
const number = /-?(?:0|[1-9]\d*)(\.\d+)?([eE][+-]?\d+)?/y;
const words = { true: true, false: false, null: null };

class Reader {
  #text;
  #at = 0;
  #depth = 0;
  #starts = null;
  /** Where the members of objects and arrays begin. */
  #places = new Map();

  constructor(text) {
    this.#text = text;
  }

  placeOf(container, key) {
    return this.#places.get(container)?.get(String(key)) ?? 0;
  }

  /** The line of an index. */
  lineAt(at) {
    if (this.#starts === null) {
      this.#starts = [0];
      for (let end = this.#text.indexOf("\n"); end >= 0; end = this.#text.indexOf("\n", end + 1)) this.#starts.push(end + 1);
    }
    const after = this.#starts.findIndex((start) => start > at);
    return after < 0 ? this.#starts.length : after;
  }

  error(message, at = this.#at) {
    return new TextError(message, this.lineAt(at), at - this.#text.lastIndexOf("\n", at - 1));
  }

  all() {
    this.#skip();
    const value = this.#value();
    this.#skip();
    if (this.#at < this.#text.length) throw this.error("There is more after the end of the value.");
    return value;
  }

  #skip() {
    space.lastIndex = this.#at;
    this.#at += space.exec(this.#text)[0].length;
  }

  #next(sign) {
    if (this.#text[this.#at] !== sign) return false;
    this.#at += 1;
    this.#skip();
    return true;
  }

  #value() {
    const sign = this.#text[this.#at];
    if (sign === "{" || sign === "[") return this.#nested(sign);
    if (sign === "\"") return this.#string();
    for (const [word, value] of Object.entries(words)) {
      if (!this.#text.startsWith(word, this.#at)) continue;
      this.#at += word.length;
      return value;
    }
    return this.#number();
  }

  #number() {
    number.lastIndex = this.#at;
    const found = number.exec(this.#text);
    if (!found) throw this.error(this.#at >= this.#text.length ? "The text ends too early." : "A value is expected here.");
    const [digits, fraction, exponent] = found;
    const value = Number(digits);
    if (!Number.isFinite(value)) throw this.error("This number is too large.");
    this.#at += digits.length;
    return fraction || exponent || Number.isSafeInteger(value) ? value : BigInt(digits);
  }

  #string() {
    const start = this.#at;
    let end = start;
    do end = this.#text.indexOf("\"", end + 1);
    while (end > 0 && this.#isEscaped(end));
    try {
      const value = JSON.parse(this.#text.slice(start, end + 1));
      this.#at = end + 1;
      return value;
    } catch {
      const line = this.#text.indexOf("\n", start);
      throw this.error(end < 0 || (line >= 0 && line < end) ? "This string does not end in its line." : "This string has an invalid escape or character.", start);
    }
  }

  /** Whether an odd number of backslashes precedes. */
  #isEscaped(at) {
    let first = at;
    while (this.#text[first - 1] === "\\") first -= 1;
    return (at - first) % 2 === 1;
  }

  #nested(sign) {
    const start = this.#at;
    this.#depth += 1;
    if (this.#depth > deepest) throw this.error("This is nested too deeply.");
    this.#next(sign);
    const value = sign === "{" ? this.#object(start) : this.#array(start);
    this.#depth -= 1;
    return value;
  }

  #object(start) {
    const members = new Map();
    const places = new Map();
    const isEmpty = this.#text[this.#at] === "}";
    while (!isEmpty) {
      const at = this.#at;
      if (this.#text[at] !== "\"") throw this.error("A name in double quotes is expected here.");
      const key = this.#string();
      if (members.has(key)) throw this.error(`The name "${key}" occurs twice.`, at);
      this.#skip();
      if (!this.#next(":")) throw this.error("A colon is missing after the name.");
      places.set(key, at);
      members.set(key, this.#value());
      this.#skip();
      if (!this.#next(",")) break;
    }
    if (this.#text[this.#at] !== "}") throw this.error(`A comma or "}" is missing${this.#opened(start)}.`);
    this.#at += 1;
    const value = Object.fromEntries(members);
    this.#places.set(value, places);
    return value;
  }

  #array(start) {
    const elements = [];
    const places = new Map();
    const isEmpty = this.#text[this.#at] === "]";
    while (!isEmpty) {
      places.set(String(elements.length), this.#at);
      elements.push(this.#value());
      this.#skip();
      if (!this.#next(",")) break;
    }
    if (this.#text[this.#at] !== "]") throw this.error(`A comma or "]" is missing${this.#opened(start)}.`);
    this.#at += 1;
    this.#places.set(elements, places);
    return elements;
  }

  /** Where an unfinished object or array began, if that is not obvious. */
  #opened(start) {
    const line = this.lineAt(start);
    return line === this.lineAt(this.#at) ? "" : ` for the one that begins in line ${line}`;
  }
}

/** The tokens of a text, for colours: names, strings, numbers, and true, false and null. */
export function tokensOfJSON(text) {
  const found = [];
  for (const match of text.matchAll(/("(?:[^"\\\n]|\\.)*"?)(\s*:)?|-?\d[\d.eE+-]*|\b(?:true|false|null)\b/g)) {
    const [token, string, colon] = match;
    const kind = string === undefined ? (/^[-\d]/.test(token) ? "number" : "keyword") : colon ? "name" : "string";
    found.push({ start: match.index, end: match.index + (string ?? token).length, kind });
  }
  return found;
}
