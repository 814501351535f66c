// The two kinds of databases that a console may show, and the pages that each of them has.

import { h } from "./dom.js";

const names = { firestore: "Firestore", realtimeDatabase: "Realtime Database" };
const pages = {
  data: { firestore: "data", realtimeDatabase: "tree" },
  rules: { firestore: "rules", realtimeDatabase: "tree-rules" },
};

/** The store that a page is about, or null for one that is about none. */
export function storeOf(page) {
  for (const [kind, of] of Object.entries(pages)) for (const [store, name] of Object.entries(of)) if (name === page) return { kind, store };
  return null;
}

/** The page of a kind ("data" or "rules") for a store, or where the console does not have it, for the other one. */
export function pageOf(about, kind, store) {
  const shown = Object.keys(names).filter((name) => about[name]);
  return pages[kind][shown.includes(store) ? store : shown[0]];
}

/** Links from the page of one store to that of the other; null where there is only one. */
export function storeSwitch(about, here) {
  if (!about.firestore || !about.realtimeDatabase) return null;
  const { kind } = storeOf(here);
  return h("nav.store-switch", { "aria-label": "Kind of database" }, Object.entries(pages[kind]).map(([store, page]) => h("a", { href: `#/${page}`, "data-store": store, "aria-current": page === here ? "page" : null }, names[store])));
}

/** What the console shows, in short, for the frame: a title, and where each store is served. */
export function placeOf(about) {
  const { firestore, realtimeDatabase } = about;
  const stores = [];
  if (firestore) stores.push({ name: names.firestore, server: plain(firestore.server), detail: `${firestore.server}, project ${firestore.project}, database ${firestore.database}` });
  if (realtimeDatabase) stores.push({ name: names.realtimeDatabase, server: plain(realtimeDatabase.server), detail: `${realtimeDatabase.server}, database ${realtimeDatabase.namespace}` });
  return { title: firestore?.project ?? realtimeDatabase.namespace, stores };
}

function plain(server) {
  return server.replace(/^https?:\/\//, "");
}
