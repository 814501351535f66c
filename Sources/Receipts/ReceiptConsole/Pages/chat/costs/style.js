// The style sheet of the costs, which is only loaded once they are looked at.

/** Loads it once. */
export function loadCostStyle() {
  if (document.querySelector("link[data-costs]")) return;
  const link = document.createElement("link");
  link.rel = "stylesheet";
  link.href = "/chat/costs/costs.css";
  link.dataset.costs = "";
  document.head.append(link);
}
