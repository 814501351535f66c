// The layout of rules: how far lines are indented, and which are empty. What is on the lines stays as it is. No DOM.

const indentation = "  ";

/**
 * The text with each line indented as deep as it is nested, and one further where it continues the line before; without spaces at the ends of lines,
 * and with no more than one empty line at a time. Lines that continue the same one keep what they are indented further than the first of them.
 *
 * @param {string} code The text with blanks in place of what is no code: comments and strings.
 * @param {(last: string) => boolean} isContinued Whether the code goes on after its last letter, on the next line.
 */
export function laidOut(text, code, isContinued) {
  const layout = new Layout(isContinued);
  let at = 0;
  for (const line of text.split(/\r\n?|\n/)) {
    layout.add(line, code.slice(at, at + line.length).trim());
    at += line.length + (text.startsWith("\r\n", at + line.length) ? 2 : 1);
  }
  return layout.text;
}

class Layout {
  #isContinued;
  #lines = [];
  /** The open brackets: {bracket, inside: how deep the lines in it are}. */
  #open = [];
  /** The last letter of code so far. */
  #last = "";
  /** How far a comment of several lines has moved; null outside of one. */
  #moved = null;
  /** The first line of those that continue another: how far it was indented, and in which bracket; null for none. */
  #first = null;

  constructor(isContinued) {
    this.#isContinued = isContinued;
  }

  get text() {
    const last = this.#lines.findLastIndex((line) => line !== "");
    return this.#lines.slice(0, last + 1).map((line) => `${line}\n`).join("");
  }

  add(line, code) {
    const written = line.trim();
    if (written === "") {
      if (this.#lines.length > 0 && this.#lines.at(-1) !== "") this.#lines.push("");
      return;
    }
    const former = line.slice(0, line.length - line.trimStart().length).replaceAll("\t", indentation).length;
    const isComment = this.#moved !== null && code === "";
    const width = isComment ? Math.max(0, former + this.#moved) : this.#widthOf(written, former);
    this.#lines.push(" ".repeat(width) + written);
    if (!isComment) this.#moved = opensComment(written, code) ? width - former : null;
    if (written.endsWith("*/")) this.#moved = null;
    if (!isComment) this.#follow(code, Math.floor(width / indentation.length));
    this.#last = code.at(-1) ?? this.#last;
  }

  /** How far to indent a line, by what is open before it. */
  #widthOf(written, former) {
    const closing = /^[)\]}\s]*/.exec(written)[0].replace(/\s/g, "").length;
    const around = this.#open.at(-1);
    // Within parentheses, every line is as deep as the first.
    const continues = closing === 0 && (around === undefined || around.bracket === "{") && this.#last !== "" && this.#isContinued(this.#last);
    if (!continues) this.#first = null;
    if (closing > 0) return indentation.length * ((this.#open[Math.max(0, this.#open.length - closing)]?.inside ?? 1) - 1);
    const base = indentation.length * (around?.inside ?? 0);
    if (!continues) return base;
    if (this.#first === null || this.#first.around !== around) this.#first = { former, around };
    return base + indentation.length + Math.max(0, former - this.#first.former);
  }

  /** Notes which brackets a line opens and closes. */
  #follow(code, depth) {
    for (const letter of code) {
      if ("([{".includes(letter)) this.#open.push({ bracket: letter, inside: depth + 1 });
      else if (")]}".includes(letter)) this.#open.pop();
    }
  }
}

/** Whether a line ends in a comment that goes on. */
function opensComment(written, code) {
  const start = written.lastIndexOf("/*");
  return start >= 0 && written.indexOf("*/", start + 2) < 0 && code.length <= start;
}
