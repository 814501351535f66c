// The calls of a Realtime Database.

import { requestsPage } from "../page.js";
import { TreeCallService } from "./service.js";

/** Shows the page; returns what cleans up after it. */
export async function show(root, about) {
  return requestsPage(root, { about, page: "tree-requests", service: new TreeCallService(about.realtimeDatabase) });
}
