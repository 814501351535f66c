// The editor of rules.

import { fill, h } from "../shared/dom.js";
import { Source } from "../shared/source.js";
import { RulesError } from "./record.js";
import { rulesReview } from "./review.js";

/** An editor for one file of the rules. */
export class RulesEditor {
  #input = h("textarea.rules-text", { spellcheck: "false", autocomplete: "off", autocapitalize: "off", wrap: "off", "aria-label": "Rules", "data-rules-text": true });
  #numbers = h("pre.rules-numbers", { "aria-hidden": "true" });
  #issues = h("div.issues-holder", { "aria-live": "polite" });
  #publish = h("button.primary", { type: "button", "data-action": "publish", onclick: () => this.#review() }, "Publish…");
  #state = h("span.editor-state", { role: "status" });
  #holder;
  #original;

  /**
   * @param {object} options service; files: all files of the rules; index: the edited one; draft: {text, start, end, top}: the last position, and
   *   the text if it is not published; keep: called with the same whenever it changes; close: called at the end, with the warnings after publishing,
   *   otherwise null.
   */
  constructor({ service, files, index, draft, keep, close }) {
    Object.assign(this, { service, files, index, keep, close });
    this.#original = files[index].content;
    this.#input.value = draft?.text ?? this.#original;
    this.#holder = h("div.rules-editor-body", {},
      h("div.rules-editing", {}, this.#numbers, this.#input),
      this.#issues,
      h("div.rules-editor-actions", {}, this.#state,
        h("button.quiet", { type: "button", "data-action": "discard-draft", onclick: () => this.#discard() }, "Discard changes"),
        h("button", { type: "button", "data-action": "later", onclick: () => this.#leave(null) }, "Keep draft"),
        this.#publish));
    this.element = h("div.rules-editor", {}, this.#holder);
    this.#listen();
    this.#changed();
  }

  /** Goes to the last position, or to a line. */
  focus(place, line) {
    const input = this.#input;
    input.focus({ preventScroll: true });
    const start = place?.start ?? (line > 1 ? new Source(input.value).indexOf(line, 1) : 0);
    input.setSelectionRange(start, place?.end ?? start);
    input.scrollTop = place?.top ?? (line - 1) * this.#lineHeight;
    this.#numbers.scrollTop = input.scrollTop;
  }

  get #lineHeight() {
    return parseFloat(getComputedStyle(this.#input).lineHeight);
  }

  /** The present position. */
  #place() {
    const { selectionStart: start, selectionEnd: end, scrollTop: top, value } = this.#input;
    return { text: value === this.#original ? null : value, start, end, top, line: value.slice(0, start).split("\n").length };
  }

  #listen() {
    const input = this.#input;
    input.addEventListener("input", () => this.#changed());
    input.addEventListener("scroll", () => (this.#numbers.scrollTop = input.scrollTop), { passive: true });
    input.addEventListener("keydown", (event) => {
      if ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === "s") {
        event.preventDefault();
        this.#review();
      }
    });
  }

  #changed() {
    const count = this.#input.value.split("\n").length;
    if (this.#numbers.dataset.count !== String(count)) {
      this.#numbers.dataset.count = String(count);
      this.#numbers.textContent = Array.from({ length: count }, (_, line) => line + 1).join("\n");
    }
    const place = this.#place();
    this.keep(place);
    this.#state.textContent = place.text === null ? "" : "Not published yet";
    this.#publish.disabled = place.text === null;
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
    fill(this.#issues);
    const place = this.#place();
    try {
      const [now, { file }] = await Promise.all([this.service.rules(), this.service.record()]);
      const loaded = now.files[this.index]?.content ?? "";
      const review = rulesReview({
        text: this.#input.value, loaded, file: this.files.length === 1 ? file : null, theirs: loaded !== this.#original || theirsBefore !== null,
        compare: this.service.difference ? (before, after) => this.service.difference(before, after) : null,
        publish: (button) => this.#confirm(button, now, place),
        back: () => this.#back(place),
      });
      fill(this.element, review.element);
      review.focus();
    } catch (error) {
      this.#say(error);
    } finally {
      this.#publish.disabled = this.#input.value === this.#original;
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
      const files = (now.files.length > this.index ? now.files : this.files).map((file, index) => ({ name: file.name, content: index === this.index ? this.#input.value : file.content }));
      const warnings = await this.service.publish(files);
      this.keep({ ...place, text: null });
      this.close(warnings, place);
    } catch (error) {
      this.#back(place);
      this.#say(error);
    }
  }

  #say(error) {
    fill(this.#issues, h("p.error", { role: "alert" }, error.message), error instanceof RulesError && issueList(error.issues, (issue) => this.#goTo(issue)));
  }

  #goTo(issue) {
    const place = new Source(this.#input.value).indexOf(issue.line, issue.column);
    this.#input.focus();
    this.#input.setSelectionRange(place, place);
    this.#input.scrollTop = Math.max(0, (issue.line - 4) * this.#lineHeight);
  }
}

/** The issues of rules, with buttons that go to their places. */
export function issueList(issues, goTo) {
  return h("ul.issues", { role: "list" }, issues.map((issue) => h(issue.isError ? "li.is-error" : "li", { "data-issue": issue.isError ? "error" : "warning" },
    issue.line !== null && h("button.quiet.issue-place", { type: "button", onclick: () => goTo(issue) }, issue.column === null ? `Line ${issue.line}` : `${issue.line}:${issue.column}`),
    h("span", {}, h("strong", {}, issue.isError ? "Error: " : "Warning: "), issue.text))));
}
