// The drawings of the icons: paths in a square of 24, for icon().

export const icons = {
  arrowDown: "M12 5v14M6 13l6 6 6-6",
  bin: "M4 7h16M9 7V4h6v3M6 7l1 13h10l1-13M10 11v5M14 11v5",
  bolt: "M13 3L5 13.5h6L10.5 21 19 10.5h-6z",
  bubbles: "M8 10h8M8 14h5M4 20l1.6-4A8 8 0 1 1 9 19.4L4 20z",
  copy: "M9 9h10v11H9zM15 9V5H5v11h4",
  cross: "M6 6l12 12M18 6L6 18",
  document: "M6 3h8l4 4v14H6zM14 3v4h4",
  folder: "M3 7a2 2 0 0 1 2-2h4l2 2h8a2 2 0 0 1 2 2v8a2 2 0 0 1-2 2H5a2 2 0 0 1-2-2z",
  funnel: "M4 5h16l-6 8v6l-4-2v-4z",
  lines: "M4 7h16M4 12h16M4 17h10",
  people: "M9 11a3.5 3.5 0 1 0 0-7 3.5 3.5 0 0 0 0 7zM2.5 19.5a6.5 6.5 0 0 1 13 0M16 4.3a3.5 3.5 0 0 1 0 6.5M18.5 13.6a6.5 6.5 0 0 1 3 5.9",
  plus: "M12 5v14M5 12h14",
  search: "M10.5 17a6.5 6.5 0 1 0 0-13 6.5 6.5 0 0 0 0 13zM15.3 15.3L20 20",
  send: "M12 19V5M6 11l6-6 6 6",
};
