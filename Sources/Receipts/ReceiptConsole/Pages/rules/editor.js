// The editor of rules.

import { CodeField } from "../shared/code-field.js";
import { fill, h, setText } from "../shared/dom.js";
import { countText, LiveCheck } from "./check.js";
import { compareWithFile } from "./file-dialog.js";
import { Completion } from "./language/completion.js";
import { RulesError } from "./record.js";
import { rulesReview, shortName } from "./review.js";

/** An editor for one file of the rules. */
export class RulesEditor {
  #field;
  #completion;
  #check;
  #names = [];
  #issues = h("div.issues-holder", { role: "group", "aria-label": "Issues" });
  #publish = h("button.primary", { type: "button", "data-action": "publish", onclick: () => this.#review() }, "Publish…");
  #state = h("span.editor-state", { role: "status" });
  #found = "";
  /** Why the rules could not be published, until they change. */
  #failure = null;
  #holder;
  #original;

  /**
   * @param {object} options service; files: all files of the rules; index: the edited one; file: the file that they came from, or null; draft: {text,
   *   start, end, top}: the last position, and the text if it is not published; keep: called with the same whenever it changes; close: called at
   *   the end, with the warnings after publishing, otherwise null.
   */
  constructor({ service, files, index, file, draft, keep, close }) {
    Object.assign(this, { service, files, index, keep, close });
    const { language } = service;
    this.#original = files[index].content;
    this.#field = new CodeField({ label: "Rules", attributes: { class: "code-input rules-text", "data-rules-text": true }, tokensOf: language.tokensOf });
    this.#completion = new Completion(this.#field, (text, at) => language.completionsAt(text, at, this.#names));
    this.#check = new LiveCheck(service, (issues, more) => this.#showIssues(issues, more));
    service.names().then((names) => (this.#names = names));
    this.#field.text = draft?.text ?? this.#original;
    this.#holder = h("div.rules-editor-body", {}, this.#field.element, this.#issues,
      h("div.rules-editor-actions", {}, this.#state,
        file && files.length === 1 && h("button.quiet", { type: "button", "data-action": "compare-file", title: `Compare with ${shortName(file.name)}, and save to it`, onclick: () => compareWithFile(service, this.#field.text) }, "File…"),
        h("button.quiet", { type: "button", "data-action": "format", title: "Indent the lines as they are nested (Shift+Alt+F)", onclick: () => this.#format() }, "Format"),
        h("button.quiet", { type: "button", "data-action": "discard-draft", onclick: () => this.#discard() }, "Discard"),
        h("button", { type: "button", "data-action": "later", onclick: () => this.#leave(null) }, "Keep draft"),
        this.#publish));
    this.element = h("div.rules-editor", {}, this.#holder);
    this.#listen();
    this.#changed();
  }

  /** Goes to the last position, or to a line. */
  focus(place, line) {
    const { input } = this.#field;
    input.focus({ preventScroll: true });
    const start = place?.start ?? (line > 1 ? this.#field.source.indexOf(line, 1) : 0);
    input.setSelectionRange(start, place?.end ?? start);
    input.scrollTop = place?.top ?? (line - 1) * this.#field.lineHeight;
  }

  stop() {
    this.#check.stop();
    this.#field.stop();
  }

  /** The present position. */
  #place() {
    const { selectionStart: start, selectionEnd: end, scrollTop: top, value } = this.#field.input;
    return { text: value === this.#original ? null : value, start, end, top, line: value.slice(0, start).split("\n").length };
  }

  #listen() {
    const { input } = this.#field;
    input.addEventListener("input", () => this.#changed());
    input.addEventListener("keydown", (event) => {
      const isCommand = event.ctrlKey || event.metaKey;
      if (isCommand && event.key.toLowerCase() === "s") {
        event.preventDefault();
        this.#review();
      } else if (event.key === "F12") {
        event.preventDefault();
        this.#goToDefinition();
      } else if (event.shiftKey && event.altKey && event.code === "KeyF") {
        event.preventDefault();
        this.#format();
      }
    });
    input.addEventListener("click", (event) => (event.ctrlKey || event.metaKey) && this.#goToDefinition());
  }

  #goToDefinition() {
    const { input } = this.#field;
    const found = this.service.language.definitionAt(input.value, input.selectionStart);
    if (found) this.#field.select(found.start, found.end);
    else this.#tell("Nothing that these rules declare.");
  }

  /** Lays the text out; the cursor stays in its line. */
  #format() {
    const { input, source } = this.#field;
    const text = this.service.language.formatted(input.value);
    if (text === input.value) {
      input.focus();
      this.#tell("Nothing to format.");
      return;
    }
    const [before, { scrollTop }] = [source.lineAt(input.selectionStart), input];
    // Empty lines may have gone.
    const line = input.value.split("\n").slice(0, before).filter((one) => one.trim() !== "").length;
    this.#field.replace(0, input.value.length, text);
    const start = nthLine(text, line);
    input.setSelectionRange(start, start);
    input.scrollTop = scrollTop;
    this.#tell("Formatted.");
  }

  #changed() {
    const place = this.#place();
    this.keep(place);
    this.#failure = null;
    this.#tell();
    this.#publish.disabled = place.text === null;
    this.#check.later(this.#field.text);
  }

  /** Says what was just asked for, or how things are. */
  #tell(answer = "") {
    setText(this.#state, answer || [this.#place().text === null ? "" : "Not published yet", this.#found].filter(Boolean).join(" · "));
  }

  /** Shows the issues in the lines and as a list; null if they are not known. */
  #showIssues(issues, more) {
    this.#found = issues === null ? "" : countText(issues, more);
    this.#tell();
    this.#field.mark((issues ?? []).filter(({ line }) => line > 0).map(({ line, isError }) => ({ line, kind: isError ? "error" : "warning" })));
    this.#list(issues ?? []);
  }

  #list(issues) {
    const key = JSON.stringify([this.#failure, issues]);
    if (this.#issues.dataset.key === key) return;
    this.#issues.dataset.key = key;
    fill(this.#issues, this.#failure && h("p.error", { role: "alert" }, this.#failure), issues.length > 0 && issueList(issues, (issue) => this.#goTo(issue)));
  }

  #discard() {
    this.keep({ ...this.#place(), text: null });
    this.close(null);
  }

  #leave(warnings) {
    this.keep(warnings === null ? this.#place() : { ...this.#place(), text: null });
    this.close(warnings);
  }

  // ---- Publishing

  async #review(theirsBefore = null) {
    if (this.#publish.disabled) return;
    this.#publish.disabled = true;
    this.#completion.close();
    const place = this.#place();
    try {
      const [now, { file }] = await Promise.all([this.service.rules(), this.service.record()]);
      const loaded = now.files[this.index]?.content ?? "";
      const review = rulesReview({
        text: this.#field.text, loaded, file: this.files.length === 1 ? file : null, theirs: loaded !== this.#original || theirsBefore !== null,
        compare: this.service.difference ? (before, after) => this.service.difference(before, after) : null,
        publish: (button) => this.#confirm(button, now, place),
        back: () => this.#back(place),
      });
      fill(this.element, review.element);
      review.focus();
    } catch (error) {
      this.#say(error);
    } finally {
      this.#publish.disabled = this.#field.text === this.#original;
    }
  }

  #back(place) {
    fill(this.element, this.#holder);
    this.focus(place, place.line);
  }

  async #confirm(button, seen, place) {
    button.disabled = true;
    try {
      const now = await this.service.rules();
      if (now.files[this.index]?.content !== seen.files[this.index]?.content) {
        // The rules changed since the review was shown.
        await this.#review(now);
        return;
      }
      const files = (now.files.length > this.index ? now.files : this.files).map((file, index) => ({ name: file.name, content: index === this.index ? this.#field.text : file.content }));
      const warnings = await this.service.publish(files);
      this.keep({ ...place, text: null });
      this.close(warnings, place);
    } catch (error) {
      this.#back(place);
      this.#say(error);
    }
  }

  #say(error) {
    this.#failure = error.message;
    this.#list(error instanceof RulesError ? error.issues : []);
  }

  #goTo(issue) {
    this.#field.select(this.#field.source.indexOf(issue.line, issue.column ?? 1));
  }
}

/** Where the text of the nth line that is not empty begins. */
function nthLine(text, count) {
  let rest = count;
  for (const match of text.matchAll(/[^ \n].*/g)) if ((rest -= 1) <= 0) return match.index;
  return 0;
}

/** The issues of rules, with buttons that go to their places. */
export function issueList(issues, goTo) {
  return h("ul.issues", { role: "list" }, issues.map((issue) => h(issue.isError ? "li.is-error" : "li", { "data-issue": issue.isError ? "error" : "warning" },
    issue.line !== null && h("button.quiet.issue-place", { type: "button", onclick: () => goTo(issue) }, issue.column === null ? `Line ${issue.line}` : `${issue.line}:${issue.column}`),
    h("span", {}, h("strong", {}, issue.isError ? "Error: " : "Warning: "), issue.text))));
}
