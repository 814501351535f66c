// The frame's connection badge, and the line below it while the page shows old data.

import { connection, pace, watchConnection } from "../shared/connection.js";
import { setText } from "../shared/dom.js";
import { ageText, explanationOf } from "../shared/connection-state.js";

const badge = document.getElementById("connection");
const badgeText = badge.querySelector(".connection-text");
const badgeShort = badge.querySelector(".connection-short");
const outage = document.getElementById("outage");
const outageText = outage.querySelector(".outage-text");
const outageAge = outage.querySelector(".outage-age");
let timer = null;

/** How old the data is: "Data as of 12 s ago." Empty while it is current. */
function asOfText({ asOf, isStale }) {
  if (!isStale) return "";
  return asOf === null ? "No data yet." : `Data as of ${ageText(Date.now() - asOf)} ago.`;
}

function tick() {
  setText(outageAge, asOfText(connection()));
}

/** Shows the connection from now on. */
export function showConnection() {
  watchConnection((now) => {
    badge.dataset.connection = now.state;
    setText(badgeText, now.text);
    setText(badgeShort, now.short);
    badge.title = explanationOf(now, pace());
    document.body.toggleAttribute("data-stale", now.isStale);
    outage.hidden = now.reason === null;
    setText(outageText, now.reason === null ? "" : `${now.reason} Reconnecting automatically.`);
    tick();
    clearInterval(timer);
    timer = now.isStale ? setInterval(tick, 1000) : null;
  });
}
