// The rules of Cloud Firestore.

import { rulesPage } from "../page.js";
import { RulesService } from "./service.js";
import { tryForm } from "./try.js";

/** Shows the page; returns what cleans up after it. */
export async function show(root, about) {
  return rulesPage(root, { about, page: "rules", store: about.firestore, service: new RulesService(about), tryForm });
}
