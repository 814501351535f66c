// The drawings of the icons: paths in a square of 24, for icon().

export const icons = {
  arrowDown: "M12 5v14M6 13l6 6 6-6",
  bin: "M4 7h16M9 7V4h6v3M6 7l1 13h10l1-13M10 11v5M14 11v5",
  boxes: "M4 5h11v11H4zM7 10.5l2.5 2.5L15 7M9 20h11V9",
  bubbles: "M8 10h8M8 14h5M4 20l1.6-4A8 8 0 1 1 9 19.4L4 20z",
  code: "M8 7l-5 5 5 5M16 7l5 5-5 5",
  copy: "M9 9h10v11H9zM15 9V5H5v11h4",
  cross: "M6 6l12 12M18 6L6 18",
  document: "M6 3h8l4 4v14H6zM14 3v4h4",
  download: "M12 4v11M7 10l5 5 5-5M4 15v5h16v-5",
  folder: "M3 7a2 2 0 0 1 2-2h4l2 2h8a2 2 0 0 1 2 2v8a2 2 0 0 1-2 2H5a2 2 0 0 1-2-2z",
  funnel: "M4 5h16l-6 8v6l-4-2v-4z",
  link: "M10 14a4 4 0 0 0 5.7 0l3.3-3.3a4 4 0 0 0-5.7-5.7l-1 1M14 10a4 4 0 0 0-5.7 0L5 13.3a4 4 0 0 0 5.7 5.7l1-1",
  lines: "M4 7h16M4 12h16M4 17h10",
  people: "M9 11a3.5 3.5 0 1 0 0-7 3.5 3.5 0 0 0 0 7zM2.5 19.5a6.5 6.5 0 0 1 13 0M16 4.3a3.5 3.5 0 0 1 0 6.5M18.5 13.6a6.5 6.5 0 0 1 3 5.9",
  plus: "M12 5v14M5 12h14",
  send: "M12 19V5M6 11l6-6 6 6",
  sum: "M17 7V5H7l6 7-6 7h10v-2",
  upload: "M12 15V4M7 9l5-5 5 5M4 15v5h16v-5",
};
