// A document as JSON, to read and to copy.

import { h } from "../shared/dom.js";
import { textOfFields } from "../shared/firestore/json.js";
import { tokensOfJSON } from "../shared/json-text.js";
import { copyText } from "../shared/notices.js";

export function jsonView(fields, database) {
  const text = textOfFields(fields, database);
  const parts = [];
  let at = 0;
  for (const { start, end, kind } of tokensOfJSON(text)) {
    parts.push(text.slice(at, start), h(`span.token-${kind}`, {}, text.slice(start, end)));
    at = end;
  }
  parts.push(text.slice(at));
  return h("div.json-view", {},
    h("pre", { tabindex: "0", role: "region", "aria-label": "The document as JSON", "data-json-view": true }, parts),
    h("button.quiet", { type: "button", "data-action": "copy-json", onclick: () => copyText(text, "the JSON") }, "Copy JSON"));
}
