// A page of requests: everything that reaches an embedded emulator, by whichever protocol.

import { archiveOf } from "./copies.js";
import { callDetail, refreshDetail } from "./detail.js";
import { CallList } from "./list.js";
import { CallService } from "./service.js";
import { readAddress, writeAddress } from "../shared/addresses.js";
import { download } from "../shared/download.js";
import { fill, h } from "../shared/dom.js";
import { oneAtATime, repeatedly } from "../shared/live.js";
import { correctAddress, recordChoice } from "../shared/navigation.js";
import { say } from "../shared/notices.js";
import { loading, nothing } from "../shared/states.js";
import { storeSwitch } from "../shared/stores.js";
import { sentence } from "../shared/texts.js";

/** Shows the calls of Firestore; returns what cleans up after the page. */
export async function show(root, about) {
  return requestsPage(root, { about, page: "requests", service: new CallService(about.firestore) });
}

/**
 * Shows the calls of one store.
 *
 * @param {object} options about; page: the name of the page; service: a CallService.
 * @returns {() => void} What cleans up after the page.
 */
export function requestsPage(root, { about, page: here, service }) {
  const choice = storeSwitch(about, here);
  if (!service.isEmulator) {
    fill(root, frame(choice, nothing("Only available with the embedded emulator", ["It records the calls that reach it. Start one with ", h("code.command", {}, "receipts emulator start --console"), "."])));
    return () => {};
  }
  const page = new RequestsPage(root, { about, here, service, choice });
  return () => page.stop();
}

function frame(choice, ...content) {
  return h(choice ? "div.requests-page.has-choice" : "div.requests-page", {}, h("h1.visually-hidden", {}, "Requests"), choice, content);
}

class RequestsPage {
  #about;
  #here;
  #service;
  #choice;
  #list = new CallList((call) => this.#choose(call));
  #text = h("input", { type: "search", placeholder: "Filter", "aria-label": "Filter by method, path, user or status", autocomplete: "off", spellcheck: "false", "data-call-filter": true, oninput: () => this.#filtered(false) });
  #failed = h("input", { type: "checkbox", "data-call-failed": true, onchange: () => this.#filtered(true) });
  #background = h("input", { type: "checkbox", "data-call-background": true, onchange: () => this.#anew() });
  #pause = h("button.quiet", { type: "button", "aria-pressed": "false", "data-action": "pause", onclick: () => this.#turn() }, "Pause");
  #problem = h("p.error", { role: "alert", hidden: true });
  #blank = h("div.log-blank", {}, loading("Loading requests"));
  #aside = h("div.requests-aside", {});
  #page;
  #last = 0;
  #isFirst = true;
  #startsOver = false;
  #shown = null;
  /** The number of a call that the emulator does not have. */
  #gone = null;
  #stop;
  #route = () => this.#show();

  constructor(root, { about, here, service, choice }) {
    [this.#about, this.#here, this.#service, this.#choice] = [about, here, service, choice];
    const box = (input, text, title) => h("label.log-denied", { title }, input, h("span", {}, text));
    this.#page = frame(choice,
      h("section.requests-list", { "aria-label": "Requests" },
        h("div.log-bar", {}, this.#text, box(this.#failed, "Failed only", null),
          box(this.#background, "Background reads", "The console and its devices read repeatedly. Their successful reads are hidden unless you turn this on."), this.#pause,
          h("button.quiet", { type: "button", "data-action": "export", title: "An HTTP archive of the calls that are shown", onclick: () => this.#export() }, "Export HAR")),
        this.#problem, this.#blank, this.#list.element),
      this.#aside);
    fill(root, this.#page);
    addEventListener("hashchange", this.#route);
    this.#show();
    this.#stop = repeatedly(1000, () => this.#look());
  }

  stop() {
    this.#stop?.();
    removeEventListener("hashchange", this.#route);
  }

  // ---- What the address selects

  get #address() {
    const address = readAddress(location.hash);
    return address.page === this.#here ? address : null;
  }

  #show() {
    const address = this.#address;
    if (address === null) return;
    this.#text.value = address.text;
    this.#failed.checked = address.failed;
    this.#filter();
    this.#showDetail(address);
  }

  #showDetail(address) {
    const isChosen = address.call !== null || address.decision !== null;
    const call = isChosen ? this.#list.find(address) : null;
    this.#page.classList.toggle("has-chosen", isChosen);
    this.#list.mark(call?.number ?? null);
    if (call !== null && this.#shown === call.number) return;
    this.#shown = call?.number ?? null;
    const isSought = call === null && address.call !== null && this.#gone !== address.call;
    const state = call !== null || isSought ? "" : `${isChosen} ${this.#isFirst}`;
    if (state !== "" && state === this.#aside.dataset.state) return;
    this.#aside.dataset.state = state;
    const close = writeAddress({ ...address, call: null, decision: null });
    if (call !== null) fill(this.#aside, callDetail({ call, about: this.#about, service: this.#service, close }));
    else if (!isChosen) fill(this.#aside, nothing("No request chosen", "Choose one to see what it asked for, what it cost, and why the rules decided so."));
    else if (this.#isFirst) fill(this.#aside, loading("Loading the request"));
    else if (isSought) this.#fetch(address.call);
    else fill(this.#aside, nothing("This request is gone", "The emulator keeps the last 200 calls, and as many failed ones before them."), h("p.call-gone", {}, h("a", { href: close }, "All requests")));
  }

  /** The chosen call may be a listener that goes on. */
  #refreshDetail() {
    const element = this.#aside.querySelector("[data-call-detail]");
    const call = this.#shown === null || element === null ? null : this.#list.find({ call: this.#shown });
    if (call !== null) refreshDetail(element, call, this.#service);
  }

  /** Looks for a call that is not listed, such as a background read. */
  async #fetch(number) {
    this.#gone = number;
    const call = await this.#service.call(number).catch(() => null);
    if (call !== null) this.#list.keep(call);
    if (this.#address?.call === number) this.#showDetail(this.#address);
  }

  #record(state, isStep) {
    (isStep ? recordChoice : correctAddress)(writeAddress({ ...this.#address, page: this.#here, ...state }));
  }

  #choose(call) {
    this.#record({ call: call.number, decision: null }, true);
    this.#showDetail(this.#address);
  }

  #filtered(isChoice) {
    this.#record({ text: this.#text.value, failed: this.#failed.checked }, isChoice);
    this.#filter();
  }

  #filter() {
    const count = this.#list.filter({ text: this.#text.value, failed: this.#failed.checked });
    if (this.#isFirst) return;
    this.#blank.hidden = count > 0;
    if (count > 0) return;
    fill(this.#blank, this.#list.isEmpty
      ? nothing("No requests yet", [`Whatever reaches the emulator appears here, by ${this.#service.protocols}. Open a chat, or try `, h("code.command", {}, this.#service.example), "."])
      : nothing("No matches", this.#failed.checked ? "No failed request matches the filter." : "No request matches the filter."));
  }

  // ---- Calls

  #look = oneAtATime(async () => {
    try {
      if (this.#startsOver) this.#forget();
      const found = await this.#service.calls(this.#last, { background: this.#background.checked });
      if (found === null || !found.isRecording) return this.#unavailable();
      // A restarted emulator counts from one again.
      if (found.latest < this.#last) return this.#anew();
      this.#problem.hidden = true;
      const wasFirst = this.#isFirst;
      this.#isFirst = false;
      this.#list.add(found.calls, wasFirst);
      this.#last = found.calls.at(-1)?.number ?? this.#last;
      this.#list.listen(found.listeners);
      this.#refreshDetail();
      this.#filter();
      if (this.#shown === null && this.#address !== null) this.#showDetail(this.#address);
    } catch (error) {
      this.#problem.textContent = `${sentence(error.message)} Trying again.`;
      this.#problem.hidden = false;
    }
  });

  #forget() {
    this.#startsOver = false;
    this.#last = 0;
    this.#isFirst = true;
    this.#list.clear();
  }

  #anew() {
    this.#startsOver = true;
    this.#look();
  }

  #unavailable() {
    this.#stop?.();
    this.#stop = null;
    fill(this.#page, h("h1.visually-hidden", {}, "Requests"), this.#choice, nothing("This emulator does not record requests", ["The embedded emulator does: ", h("code.command", {}, "receipts emulator start --console"), ". In Swift, set rememberedCalls of its configuration."]));
  }

  #turn() {
    const pauses = this.#stop !== null;
    this.#stop?.();
    this.#stop = pauses ? null : repeatedly(1000, () => this.#look());
    this.#pause.setAttribute("aria-pressed", String(pauses));
    this.#pause.textContent = pauses ? "Resume" : "Pause";
    this.#page.classList.toggle("is-paused", pauses);
  }

  #export() {
    const calls = this.#list.shown;
    const text = JSON.stringify(archiveOf(calls, this.#service.url), null, 2);
    download("requests.har", text, "application/json");
    say(`Exported ${calls.length === 1 ? "1 request" : `${calls.length} requests`} to requests.har.`);
  }
}
