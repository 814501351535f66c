// The page for an unknown address.

import { fill, h } from "../shared/dom.js";
import { pageOf } from "../shared/stores.js";

/** Shows the page; returns what cleans up after it. */
export async function show(root, about) {
  const links = [["Chat", "#/chat"], ["Data", `#/${pageOf(about, "data", "firestore")}`], ["Requests", `#/${pageOf(about, "requests", "firestore")}`], ["Rules", `#/${pageOf(about, "rules", "firestore")}`], ["Tests", "#/tests"], ["Worker", "#/worker"], ["Faults", "#/faults"]];
  const address = h("code", { dir: "auto" });
  const draw = () => (address.textContent = location.hash.slice(0, 200));
  fill(root, h("div.empty.unknown-page", null,
    h("h1", null, "Page not found"),
    h("p", null, "There is no page at ", address, ". The address may have been cut off when it was copied."),
    h("nav.unknown-links", { "aria-label": "All pages" }, links.map(([name, href]) => h("a.button", { href }, name)))));
  draw();
  addEventListener("hashchange", draw);
  return () => removeEventListener("hashchange", draw);
}
