// The frame's badge, and the line below it while what is shown is old.

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

/** "as of 12 s ago", or nothing where it is not known. */
function asOfText({ asOf, isStale }) {
  if (!isStale) return "";
  return asOf === null ? "Nothing has been shown yet." : `What is shown is as of ${ageText(Date.now() - asOf)} ago.`;
}

function tick() {
  setText(outageAge, asOfText(connection()));
}

/** Begins to show the connection. */
export function showConnection() {
  watchConnection((now) => {
    badge.dataset.connection = now.state;
    setText(badgeText, now.text);
    setText(badgeShort, now.short);
    badge.title = explanationOf(now, pace());
    document.body.toggleAttribute("data-stale", now.isStale);
    outage.hidden = now.reason === null;
    setText(outageText, now.reason === null ? "" : `${now.reason} Trying again by itself.`);
    tick();
    clearInterval(timer);
    timer = now.isStale ? setInterval(tick, 1000) : null;
  });
}
