// How the address follows what is shown: what somebody chooses is a step that the way back undoes; corrections and typing are not.

/** Writes down what somebody has chosen. */
export function recordChoice(address) {
  if (location.hash !== address) history.pushState(null, "", address);
}

/** Writes down what has come of a choice by itself, or of typing. */
export function correctAddress(address) {
  if (location.hash !== address) history.replaceState(history.state, "", address);
}
