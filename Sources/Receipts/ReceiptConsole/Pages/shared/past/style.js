// The style sheet of the past, which is only loaded where the past can be shown.

/** Loads it once. */
export function loadStyle() {
  if (document.querySelector("link[data-past]")) return;
  const link = document.createElement("link");
  link.rel = "stylesheet";
  link.href = "/shared/past/past.css";
  link.dataset.past = "";
  document.head.append(link);
}
