// The page of tests: the suites of the project, run again when their files change.

import { countsOf, countsText, fits } from "./outcome.js";
import { coverageView, suiteView } from "./views.js";
import { readAddress, writeAddress } from "../shared/addresses.js";
import { requestNews } from "../shared/api.js";
import { fill, h, setText } from "../shared/dom.js";
import { repeatedly } from "../shared/live.js";
import { correctAddress, recordChoice } from "../shared/navigation.js";
import { loading, nothing } from "../shared/states.js";
import { Source } from "../shared/source.js";
import { sentence } from "../shared/texts.js";

/** Shows the page; returns what cleans up after it. */
export async function show(root, about) {
  if (!about.hasSuites) {
    fill(root, h("div.tests-page", {}, h("h1", {}, "Tests"), nothing("No suites", ["Suites are files of requests with the decision that you expect. Name them when you start: ", h("code.command", {}, "receipts emulator start --console --suite FILE"),
      ". To begin with one that fits your rules: ", h("code.command", {}, "receipts init"), "."])));
    return () => {};
  }
  const page = new TestsPage(root);
  return () => page.stop();
}

class TestsPage {
  #text = h("input", { type: "search", placeholder: "Filter", "aria-label": "Filter by name", autocomplete: "off", spellcheck: "false", "data-test-filter": true, oninput: () => this.#filtered(false) });
  #failed = h("input", { type: "checkbox", "data-test-failed": true, onchange: () => this.#filtered(true) });
  #counts = h("span.badge", { role: "status", "data-counts": "" }, "…");
  #problem = h("p.error", { role: "alert", hidden: true });
  #body = h("div.tests-body", {}, loading("Running the suites", 8));
  #coverage = h("div.tests-coverage", {});
  #tag = null;
  #report = null;
  /** The chosen case that is in sight already. */
  #seen = "";
  #route = () => this.#draw();
  #stop;

  constructor(root) {
    fill(root, h("div.tests-page", {},
      h("div.tests-head", {}, h("h1", {}, "Tests"), this.#counts, this.#text, h("label.log-denied", {}, this.#failed, h("span", {}, "Failed only"))),
      this.#problem, h("div.tests-columns", {}, this.#body, this.#coverage)));
    addEventListener("hashchange", this.#route);
    const { text, failed } = this.#address;
    this.#text.value = text;
    this.#failed.checked = failed;
    this.#stop = repeatedly(1000, () => this.#look());
  }

  stop() {
    this.#stop();
    removeEventListener("hashchange", this.#route);
  }

  get #address() {
    const address = readAddress(location.hash);
    return address.page === "tests" ? address : { page: "tests", file: null, name: null, text: this.#text.value, failed: this.#failed.checked };
  }

  async #look() {
    try {
      const { tag, json } = await requestNews("/api/suites", this.#tag);
      this.#problem.hidden = true;
      if (json === null) return;
      this.#tag = tag;
      this.#report = json;
      this.#draw();
    } catch (error) {
      this.#problem.textContent = `${sentence(error.message)} Trying again.`;
      this.#problem.hidden = false;
    }
  }

  #filtered(isChoice) {
    const state = { text: this.#text.value, failed: this.#failed.checked };
    (isChoice ? recordChoice : correctAddress)(writeAddress({ ...this.#address, ...state }));
    this.#draw();
  }

  #draw() {
    if (this.#report === null) return;
    const { suites, rules } = this.#report;
    const counts = countsOf(suites);
    setText(this.#counts, countsText(counts));
    this.#counts.className = counts.failed + counts.broken > 0 ? "badge danger" : "badge ok";
    this.#counts.dataset.counts = `${counts.passed} ${counts.failed} ${counts.broken}`;
    const address = this.#address;
    this.#text.value = address.text;
    this.#failed.checked = address.failed;
    const sources = new Map(rules.map(({ file, content }) => [file, new Source(content)]));
    const open = new Set(Array.from(this.#body.querySelectorAll("details[open]"), (one) => one.dataset.suite ?? one.dataset.case));
    const views = suites.map((suite) => suiteView(suite, suite.cases.filter((one) => fits(one, suite, address)), { source: sources.get(suite.rules), address, open })).filter((view) => view !== null);
    if (suites.length === 0) fill(this.#body, nothing("No suites found", ["No file was named, and none with cases is beside firebase.json. Name one when you start: ", h("code.command", {}, "receipts emulator start --console --suite FILE"), "."]));
    else fill(this.#body, views.length > 0 ? views : nothing("No matches", address.failed ? "No failed case matches the filter." : "No case matches the filter."));
    fill(this.#coverage, rules.map(coverageView));
    this.#showChosen(address);
  }

  #showChosen({ file, name }) {
    const key = `${file}\n${name}`;
    const chosen = this.#body.querySelector("[aria-current]");
    if (chosen === null || this.#seen === key) return;
    this.#seen = key;
    chosen.scrollIntoView({ block: "center" });
    chosen.querySelector("summary, .case-line")?.focus({ preventScroll: true });
  }
}
