// The style sheets of the pages: each is loaded with the first page that needs it.

import { ConsoleError } from "../shared/api.js";
import { h } from "../shared/dom.js";

/** The pages that need each sheet. Sheets apply in this order, whatever the order of visits. */
const sheets = {
  "shared/place.css": "data tree",
  "shared/panes.css": "data tree requests tree-requests rules tree-rules tests worker",
  "shared/firestore/field-tree.css": "data rules",
  "shared/stores.css": "data tree requests tree-requests rules tree-rules",
  "shared/code-field.css": "data rules tree-rules",
  "shared/log.css": "rules tree-rules requests tree-requests tests",
  "shared/past/past.css": "chat data",
  "chat/page.css": "chat",
  "chat/costs/costs.css": "chat",
  "data/filter.css": "data",
  "data/lists.css": "data",
  "data/document.css": "data",
  "data/editor.css": "data",
  "rules/page.css": "rules tree-rules",
  "rules/listing.css": "rules tree-rules",
  "rules/editor.css": "rules tree-rules",
  "rules/log.css": "rules tree-rules",
  "shared/explanation.css": "rules tree-rules requests tree-requests tests",
  "rules/try-form.css": "rules tree-rules",
  "rules/versions.css": "rules tree-rules",
  "shared/suite-case.css": "requests tree-requests rules tree-rules tests",
  "requests/page.css": "requests tree-requests",
  "requests/detail.css": "requests tree-requests",
  "tree/page.css": "tree",
  "tests/page.css": "tests",
  "shared/chart.css": "worker",
  "worker/page.css": "worker",
  "faults/page.css": "faults",
  "app/palette.css": "palette",
};

const paths = Object.keys(sheets);
const loads = new Map();

/** Loads what a page needs; resolves when it applies. */
export function loadStyles(page) {
  return Promise.all(paths.filter((path) => sheets[path].split(" ").includes(page)).map((path) => {
    if (!loads.has(path)) loads.set(path, load(path));
    return loads.get(path);
  }));
}

function load(path) {
  return new Promise((resolve, reject) => {
    const link = h("link", { rel: "stylesheet", href: path, "data-place": paths.indexOf(path), onload: () => resolve(), onerror: () => {
      link.remove();
      loads.delete(path);
      reject(new ConsoleError("A part of the page did not arrive."));
    } });
    const later = [...document.head.querySelectorAll("link[data-place]")].find((one) => Number(one.dataset.place) > paths.indexOf(path));
    (later ?? document.head.querySelector('link[href="app/frame.css"]')).before(link);
  });
}
