// What somebody has chosen for this browser; every window follows. See app/theme.js for the theme.

const themeKey = "receipts.theme";
const keysKey = "receipts.keys";

function read(key) {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

function write(key, value) {
  try {
    if (value === null) localStorage.removeItem(key);
    else localStorage.setItem(key, value);
  } catch {
    // Without storage the choice lasts until the page is reloaded, or cannot be made.
  }
}

/** The chosen theme: "light", "dark", or null for that of the system. */
export function theme() {
  return document.documentElement.dataset.theme ?? null;
}

/** Chooses a theme; the other windows are told by the browser. */
export function setTheme(name) {
  if (name === null) delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = name;
  write(themeKey, name);
}

/** Whether single keys are shortcuts. */
export function usesKeys() {
  return read(keysKey) !== "off";
}

export function setUsesKeys(isOn) {
  write(keysKey, isOn ? null : "off");
}
