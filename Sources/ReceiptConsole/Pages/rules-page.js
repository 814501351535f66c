// A page of rules: the source with its coverage, the log of requests, and requests by hand.

import { fill, h } from "./dom.js";
import { follow, repeatedly } from "./data-live.js";
import { failed, loading, nothing } from "./data-states.js";
import { listing } from "./rules-listing.js";
import { issueList, rulesEditor } from "./rules-editor.js";
import { requestLog } from "./rules-log.js";
import { storeSwitch } from "./stores.js";

/** A text that was begun and not published stays, also when somebody looks at another page meanwhile. */
const drafts = new Map();

/**
 * Shows the rules of one store.
 *
 * @param {object} options about; page: the name of the page; store: what about says of the store; service: gives rules, coverage and decisions, and
 *   publishes; tryForm: makes the form for requests by hand.
 * @returns {() => void} What cleans up after the page.
 */
export function rulesPage(root, { about, page: here, store, service, tryForm }) {
  const choice = storeSwitch(about, here);
  if (!store.isEmulator) {
    fill(root, h("div.rules-page.is-unavailable", {}, h("h1.visually-hidden", {}, "Rules"), choice,
      nothing("Only emulators show their rules", ["Coverage, the log of requests and requests by hand are what an emulator offers: production does not tell why it allows or denies. Start one with ", h("code.command", {}, "receipts emulator start --console"), "."])));
    return () => {};
  }

  const view = listing();
  const fileChoice = h("select.file-choice", { "aria-label": "File", hidden: true });
  const fileName = h("h2", { dir: "auto" }, "Rules");
  const editButton = h("button", { type: "button", disabled: true, "data-action": "edit-rules", onclick: edit }, "Edit");
  const issues = h("div.issues-holder", {});
  const sourceBody = h("div.source-body", {});
  const status = h("span.visually-hidden", { role: "status" });
  const sourcePanel = h("section.rules-source", { "aria-label": "Source" }, h("div.rules-head", {}, fileName, fileChoice, editButton), issues, sourceBody, status);
  const point = (positions, isQuiet) => {
    if (!isQuiet) turnToSource();
    view.mark(positions);
  };
  const log = requestLog({ service, point, unpoint: () => view.unmark(), onnew: () => (isDue = true) });
  const tries = tryForm({ about, service, point, pointLine: (line) => {
    turnToSource();
    view.markLine(line);
  }, onasked: () => (isDue = true) });

  // ---- Tabs: on a wide window the source stands beside the other two, and is no tab.
  const names = { source: "Source", log: "Requests", try: ["Try", h("span.tab-more", {}, " a request")] };
  const panels = { log: log.element, try: tries.element };
  const tabs = Object.entries(names).map(([name, title]) => h("button.tab", { type: "button", role: "tab", id: `tab-${name}`, "data-tab": name, "aria-controls": `panel-${name}`, onclick: () => choose(name) }, title));
  const wide = matchMedia("(min-width: 961px)");
  const aside = h("section.rules-aside", { "aria-label": "Requests" }, h("div.rules-panel", { id: "panel-log", role: "tabpanel", "aria-labelledby": "tab-log" }, panels.log), h("div.rules-panel", { id: "panel-try", role: "tabpanel", "aria-labelledby": "tab-try" }, panels.try));
  const bar = h("div.rules-tabs", { role: "tablist", "aria-label": "Rules", onkeydown: (event) => {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (!step) return;
    const shownTabs = tabs.filter((tab) => !tab.hidden);
    const next = shownTabs[(shownTabs.indexOf(event.target) + step + shownTabs.length) % shownTabs.length];
    next.focus();
    choose(next.dataset.tab);
  } }, tabs);
  sourcePanel.id = "panel-source";
  const page = h(choice ? "div.rules-page.has-choice" : "div.rules-page", {}, h("h1.visually-hidden", {}, "Rules"), choice, bar, sourcePanel, aside);
  let chosen = "log";
  let chosenNarrow = "source";

  function choose(name) {
    if (name !== "source") chosen = name;
    chosenNarrow = name;
    arrange();
  }

  /** On a narrow window what was clicked goes out of sight with its tab, and the focus goes along. */
  function turnToSource() {
    if (wide.matches) return;
    choose("source");
    tabs[0].focus();
  }

  function arrange() {
    const now = wide.matches ? chosen : chosenNarrow;
    for (const tab of tabs) {
      const { tab: name } = tab.dataset;
      tab.hidden = wide.matches && name === "source";
      tab.setAttribute("aria-selected", String(name === now));
      tab.tabIndex = name === now ? 0 : -1;
    }
    sourcePanel.hidden = !wide.matches && now !== "source";
    aside.hidden = !wide.matches && now === "source";
    aside.children[0].hidden = now !== "log";
    aside.children[1].hidden = now !== "try";
  }

  // ---- The source

  let files = null;
  let index = 0;
  let editor = null;
  let isDue = false;
  let isStopped = false;
  let next = 0;

  async function look() {
    if (editor) return;
    const begun = performance.now();
    try {
      const [rules, coverage] = await Promise.all([service.rules(), service.coverage()]);
      if (isStopped || editor) return;
      if (files === null) fill(sourceBody, view.element);
      files = rules.files;
      index = Math.min(index, Math.max(0, files.length - 1));
      drawHead(rules.issues);
      // Between the two answers somebody may have published other rules: places of one mean nothing in the other.
      const isSame = coverage.files[0]?.content === files[index]?.content;
      view.show(files[index]?.content ?? "", isSame ? coverage.report : []);
    } catch (error) {
      if (!isStopped && files === null) fill(sourceBody, failed(error, retry));
    }
    // Reports of rules that were asked often are large, so that looking again keeps a distance.
    next = performance.now() + Math.max(1000, 10 * (performance.now() - begun));
  }

  function retry() {
    fill(sourceBody, loading("Rules are loading", 12));
    return look();
  }

  function drawHead(found) {
    const file = files[index];
    editButton.disabled = file === undefined;
    fill(fileName, file?.name ?? "Rules");
    fileChoice.hidden = files.length < 2;
    fileName.hidden = files.length > 1;
    if (files.length > 1 && fileChoice.options.length !== files.length) fill(fileChoice, files.map((one, place) => h("option", { value: place }, one.name ?? `File ${place + 1}`)));
    const draft = drafts.get(file?.name);
    editButton.textContent = draft === undefined ? "Edit" : "Go on editing";
    const key = JSON.stringify(found);
    if (issues.dataset.key === key) return;
    issues.dataset.key = key;
    fill(issues, found.length > 0 && h("details.issues-summary", {}, h("summary", {}, found.length === 1 ? "1 warning" : `${found.length} warnings`), issueList(found, (issue) => view.markLine(issue.line))));
  }

  fileChoice.addEventListener("change", () => {
    index = Number(fileChoice.value);
    look();
  });

  function edit() {
    if (files === null || files.length === 0) return;
    const { name } = files[index];
    editButton.hidden = true;
    fill(issues);
    delete issues.dataset.key;
    editor = rulesEditor({
      service,
      files,
      index,
      draft: drafts.get(name),
      keep: (text) => (text === null ? drafts.delete(name) : drafts.set(name, text)),
      close(warnings) {
        editor = null;
        files = null;
        editButton.hidden = false;
        if (warnings !== null) status.textContent = warnings.length > 0 ? `Published, with ${warnings.length} warnings.` : "Published.";
        retry().then(() => editButton.focus());
      },
    });
    fill(sourceBody, editor.element);
    editor.focus();
  }

  fill(root, page);
  wide.addEventListener("change", arrange);
  arrange();
  retry();
  const stops = [
    follow(about, async () => {
      isDue = true;
    }),
    repeatedly(500, async () => {
      if (!isDue || performance.now() < next) return;
      isDue = false;
      await look();
    }),
  ];
  return () => {
    isStopped = true;
    for (const stop of stops) stop();
    wide.removeEventListener("change", arrange);
    log.stop();
    view.stop();
  };
}
