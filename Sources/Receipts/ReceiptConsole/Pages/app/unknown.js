// What is shown for an address that leads nowhere.

import { fill, h } from "../shared/dom.js";
import { pageOf } from "../shared/stores.js";

/** Shows the page; returns what cleans up after it. */
export async function show(root, about) {
  const links = [["Chat", "#/chat"], ["Data", `#/${pageOf(about, "data", "firestore")}`], ["Rules", `#/${pageOf(about, "rules", "firestore")}`], ["Worker", "#/worker"]];
  const address = h("code", { dir: "auto" });
  const draw = () => (address.textContent = location.hash.slice(0, 200));
  fill(root, h("div.empty.unknown-page", null,
    h("h1", null, "There is no such page"),
    h("p", null, "Nothing is shown at ", address, ". It may have been cut off when it was copied."),
    h("nav.unknown-links", { "aria-label": "Pages that there are" }, links.map(([name, href]) => h("a.button", { href }, name)))));
  draw();
  addEventListener("hashchange", draw);
  return () => removeEventListener("hashchange", draw);
}
