// The style sheets that only some pages need.

const rules = ["shared/code-field", "shared/log", "rules/page", "rules/listing", "rules/editor", "rules/log", "shared/explanation", "rules/try-form", "rules/versions", "shared/suite-case"];

const sheets = {
  chat: ["chat/page", "shared/past/past", "chat/costs/costs"],
  data: ["shared/firestore/field-tree", "shared/code-field", "data/filter", "data/lists", "data/document", "data/editor", "shared/past/past"],
  tree: ["tree/page"],
  requests: ["shared/log", "shared/explanation", "requests/page", "requests/detail", "shared/suite-case"],
  rules: ["shared/firestore/field-tree", ...rules],
  "tree-rules": rules,
  tests: ["shared/log", "shared/explanation", "tests/page", "shared/suite-case"],
  worker: ["worker/page"],
};

/** The loaded ones, by path. */
const loaded = new Map();

/** Loads a page's style sheets; those of other pages stay. */
export async function loadSheets(page) {
  await Promise.all((sheets[page] ?? []).map((sheet) => loaded.get(sheet) ?? load(sheet)));
}

function load(sheet) {
  const link = document.createElement("link");
  const loading = new Promise((resolve, reject) => {
    link.onload = resolve;
    link.onerror = () => {
      loaded.delete(sheet);
      link.remove();
      reject(new Error("The console does not answer. Is it still running?"));
    };
  });
  loaded.set(sheet, loading);
  link.rel = "stylesheet";
  link.href = `${sheet}.css`;
  // The sheets for the frame and for fingers come last.
  document.querySelector('link[href="app/frame.css"]').before(link);
  return loading;
}
