// The text of the rules, and positions in it. No DOM.

/**
 * A rules file. Emulators count positions in Unicode scalars, JavaScript in UTF-16 code units: they differ after an emoji.
 */
export class Source {
  #starts = null;

  constructor(text) {
    this.text = text;
    // Like emulators: a carriage return belongs to the line that it ends.
    this.lines = [];
    let start = 0;
    for (const line of text.split("\n")) {
      this.lines.push({ number: this.lines.length + 1, start, end: start + line.length });
      start += line.length + 1;
    }
  }

  /** The index in the JavaScript string for an offset in scalars. */
  index(offset) {
    if (this.#starts === null) {
      this.#starts = [];
      let index = 0;
      for (const scalar of this.text) {
        this.#starts.push(index);
        index += scalar.length;
      }
    }
    return this.#starts[offset] ?? this.text.length;
  }

  /** The range of a sourcePosition, without its end. Emulators leave out zeros, and their endOffset is the last scalar inside. */
  range(position) {
    const first = position.currentOffset ?? 0;
    const last = position.endOffset ?? first;
    return { start: this.index(first), end: this.index(last + 1) };
  }

  /** The number of the line that holds an index. */
  lineAt(index) {
    let low = 0;
    let high = this.lines.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if (this.lines[middle].start <= index) low = middle;
      else high = middle - 1;
    }
    return low + 1;
  }

  /** The index of a line and column as emulators count them, both from 1. */
  indexOf(line, column) {
    const one = this.lines[Math.min(Math.max(line, 1), this.lines.length) - 1];
    const scalars = Array.from(this.text.slice(one.start, one.end)).slice(0, Math.max(0, column - 1));
    return one.start + scalars.join("").length;
  }

  /** A part of the text on one line. */
  excerpt({ start, end }, limit = 120) {
    const text = this.text.slice(start, end).replace(/\s+/g, " ");
    const scalars = Array.from(text);
    return scalars.length <= limit ? text : `${scalars.slice(0, limit - 1).join("")}…`;
  }
}

const words = new Set(["rules_version", "service", "match", "allow", "function", "return", "let", "if", "in", "is", "true", "false", "null", "import", "as"]);

/** The comments, strings, numbers and keywords of a text: ranges in order, without overlaps. */
export function tokens(text) {
  const found = [];
  const pattern = /\/\/[^\n]*|\/\*[\s\S]*?(?:\*\/|$)|'(?:[^'\\\n]|\\.)*'?|"(?:[^"\\\n]|\\.)*"?|[A-Za-z_]\w*|\d+(?:\.\d+)?/g;
  for (const match of text.matchAll(pattern)) {
    const [token] = match;
    const kind = token.startsWith("//") || token.startsWith("/*") ? "comment"
      : /^['"]/.test(token) ? "string"
        : /^\d/.test(token) ? "number"
          : words.has(token) ? "keyword" : null;
    if (kind) found.push({ start: match.index, end: match.index + token.length, kind });
  }
  return found;
}
