// Whether the console's server has greeted this page. Panes are opened after its hello, since it forgets those opened before.

import { on } from "../shared/api.js";

let isGreeted = false;
on("hello", () => {
  isGreeted = true;
});

/** Whether it has. */
export function wasGreeted() {
  return isGreeted;
}
