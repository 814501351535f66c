// The rules of a Realtime Database.

import { rulesPage } from "./rules-page.js";
import { TreeRulesService } from "./tree-rules-service.js";
import { tryForm } from "./tree-rules-try.js";

/** Shows the page; returns what cleans up after it. */
export async function show(root, about) {
  return rulesPage(root, { about, page: "tree-rules", store: about.realtimeDatabase, service: new TreeRulesService(), tryForm });
}
