// The rules of Cloud Firestore.

import { rulesPage } from "./rules-page.js";
import { RulesService } from "./rules-service.js";
import { tryForm } from "./rules-try.js";

/** Shows the page; returns what cleans up after it. */
export async function show(root, about) {
  return rulesPage(root, { about, page: "rules", store: about.firestore, service: new RulesService(about), tryForm });
}
