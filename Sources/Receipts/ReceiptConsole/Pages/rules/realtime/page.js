// The rules of a Realtime Database.

import { rulesPage } from "../page.js";
import { TreeRulesService } from "./service.js";
import { tryForm } from "./try.js";

/** Shows the page; returns what cleans up after it. */
export async function show(root, about) {
  return rulesPage(root, { about, page: "tree-rules", store: about.realtimeDatabase, service: new TreeRulesService(), tryForm });
}
