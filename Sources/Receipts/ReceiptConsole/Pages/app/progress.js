// The line in the frame that shows that the page waits.

import { watchWaits } from "../shared/waits.js";

/** How long the line shows at least, in milliseconds. */
const shortest = 300;

/** Shows waits from now on. */
export function showProgress() {
  const line = document.getElementById("progress");
  let timer = null;
  let since = 0;
  watchWaits((count) => {
    clearTimeout(timer);
    if (count === 0) {
      timer = setTimeout(() => (line.hidden = true), Math.max(0, shortest - (Date.now() - since)));
    } else if (line.hidden) {
      since = Date.now();
      line.hidden = false;
    }
  });
}
