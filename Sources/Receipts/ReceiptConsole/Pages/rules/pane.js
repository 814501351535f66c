// The source pane: the loaded rules with their coverage, or the editor in their place; their versions and their file.

import { fill, h } from "../shared/dom.js";
import { oneAtATime } from "../shared/live.js";
import { failed, loading } from "../shared/states.js";
import { say } from "../shared/notices.js";
import { Coverage, uncountedText } from "./coverage.js";
import { issueList, RulesEditor } from "./editor.js";
import { Listing } from "./listing.js";
import { fileState, showFile, showVersions } from "./versions.js";

/** The last position in the editor of each file, with the unpublished text. It is kept while somebody looks at another page. */
const places = new Map();

export class RulesPane {
  view;
  #name = h("h2", { dir: "auto" }, "Rules");
  #choice = h("select.file-choice", { "aria-label": "File", hidden: true });
  #state = h("button.quiet.file-state", { type: "button", hidden: true, "data-action": "show-file", onclick: () => this.#showFile() });
  #versions = h("button.quiet", { type: "button", hidden: true, "data-action": "versions", onclick: () => this.#showVersions() }, "Versions");
  #edit = h("button", { type: "button", disabled: true, "data-action": "edit-rules", onclick: () => this.edit() }, "Edit");
  #issues = h("div.issues-holder", {});
  #uncounted = h("p.uncounted", { role: "status", hidden: true });
  #body = h("div.source-body", {});
  #coverage = new Coverage();
  #files = null;
  #index = 0;
  #record = { file: null, versions: [] };
  #editor = null;
  #isStopped = false;
  /** Marks what was asked for, once the lines have loaded. */
  #wanted = null;

  /** @param {(line: number) => void} online Called with the line that somebody chooses. */
  constructor(service, online) {
    this.service = service;
    this.view = new Listing(service.language, online);
    this.element = h("section.rules-source", { "aria-label": "Source", id: "panel-source" }, h("div.rules-head", {}, this.#name, this.#choice, this.#state, this.#versions, this.#edit), this.#issues, this.#uncounted, this.#body);
    this.#choice.addEventListener("change", () => {
      this.#index = Number(this.#choice.value);
      this.look();
    });
    this.#retry();
  }

  stop() {
    this.#isStopped = true;
    this.#editor?.stop();
    this.view.stop();
  }

  /** Refreshes everything. */
  look = oneAtATime(() => this.#look());

  async #look() {
    try {
      const [rules, record] = await Promise.all([this.service.rules(), this.service.record()]);
      if (this.#isStopped) return;
      this.#record = record;
      if (this.#editor) {
        this.#drawState(rules.files[this.#index]);
        return;
      }
      const isFirst = this.#files === null;
      this.#files = rules.files;
      this.#index = Math.min(this.#index, Math.max(0, this.#files.length - 1));
      this.#drawHead(rules.issues);
      const text = this.#files[this.#index]?.content ?? "";
      this.#coverage.begin(text);
      this.view.show(text, this.#coverage.expressions, []);
      if (isFirst) {
        fill(this.#body, this.view.element);
        this.#wanted?.();
      }
      const answer = await this.service.coverage(this.#coverage.tag);
      if (this.#isStopped || this.#editor) return;
      const changed = this.#coverage.take(answer, this.view.source, rules.id);
      this.view.show(text, this.#coverage.expressions, changed);
      this.#drawUncounted(this.#coverage.uncounted);
    } catch (error) {
      if (!this.#isStopped && !this.#editor && this.#files === null) fill(this.#body, failed(error, () => this.#retry()));
    }
  }

  /** Marks places, once they have loaded. */
  point(positions) {
    this.#whenShown(() => this.view.mark(positions));
  }

  /** Marks a line, once it has loaded; null for none. */
  goTo(line) {
    this.#whenShown(() => (line === null ? this.view.unmark() : this.view.markLine(line)));
  }

  #whenShown(action) {
    if (this.#files === null) this.#wanted = action;
    else action();
  }

  #retry() {
    fill(this.#body, loading("Loading rules", 12));
    return this.look();
  }

  // ---- The head

  #drawHead(found) {
    const file = this.#files[this.#index];
    this.#edit.disabled = file === undefined;
    fill(this.#name, file?.name ?? "Rules");
    this.#choice.hidden = this.#files.length < 2;
    this.#name.hidden = this.#files.length > 1;
    if (this.#files.length > 1 && this.#choice.options.length !== this.#files.length) fill(this.#choice, this.#files.map((one, index) => h("option", { value: index }, one.name ?? `File ${index + 1}`)));
    this.#edit.textContent = places.get(this.#key)?.text ? "Continue editing" : "Edit";
    this.#drawState(file);
    const key = JSON.stringify(found);
    if (this.#issues.dataset.key === key) return;
    this.#issues.dataset.key = key;
    fill(this.#issues, found.length > 0 && h("details.issues-summary", {}, h("summary", {}, found.length === 1 ? "1 warning" : `${found.length} warnings`), issueList(found, (issue) => this.view.choose(issue.line))));
  }

  #drawState(file) {
    const state = this.#files?.length === 1 ? fileState(this.#record.file, file?.content) : null;
    this.#state.hidden = state === null;
    this.#state.dataset.fileState = state?.kind ?? "same";
    if (state !== null && this.#state.textContent !== state.text) this.#state.textContent = state.text;
    this.#versions.hidden = this.#record.versions.length < 2;
  }

  #drawUncounted(count) {
    const text = uncountedText(count);
    this.#uncounted.hidden = text === "";
    if (this.#uncounted.textContent !== text) this.#uncounted.textContent = text;
  }

  get #key() {
    return `${this.service.store} ${this.#files?.[this.#index]?.name}`;
  }

  // ---- Publishing a version, or the file

  async #publish(content, what) {
    const now = await this.service.rules();
    const files = now.files.map((file, index) => ({ name: file.name, content: index === this.#index ? content : file.content }));
    await this.service.publish(files);
    const { scroll } = this.view;
    await this.look();
    this.view.scroll = scroll;
    say(`Loaded ${what}.`);
  }

  #showVersions() {
    return showVersions(this.service, (content, what) => this.#publish(content, what));
  }

  async #showFile() {
    const { files } = await this.service.rules();
    return showFile(this.service, this.#record.file, files[this.#index]?.content ?? "", (content, what) => this.#publish(content, what));
  }

  // ---- Editing

  /** Opens the editor at its last position, or at the visible lines. */
  edit() {
    if (this.#editor || this.#files === null || this.#files.length === 0) return;
    const key = this.#key;
    const place = places.get(key);
    const { scroll, lineHeight } = this.view;
    this.#edit.hidden = true;
    this.#drawUncounted(0);
    fill(this.#issues);
    delete this.#issues.dataset.key;
    this.#editor = new RulesEditor({
      service: this.service,
      files: this.#files,
      index: this.#index,
      file: this.#record.file,
      draft: place,
      keep: (now) => places.set(key, now),
      close: (warnings, from) => this.#closeEditor(warnings, from ? from.top : scroll),
    });
    fill(this.#body, this.#editor.element);
    this.#editor.focus(place, Math.floor(scroll / lineHeight) + 1);
  }

  async #closeEditor(warnings, scroll) {
    this.#editor.stop();
    this.#editor = null;
    this.#edit.hidden = false;
    fill(this.#body, this.view.element);
    await this.look();
    // Show the same lines as before.
    this.view.scroll = scroll;
    this.#edit.focus({ preventScroll: true });
    if (warnings !== null) say(warnings.length > 0 ? `Published, with ${warnings.length === 1 ? "1 warning" : `${warnings.length} warnings`}.` : "Published.");
  }
}
