// Modules of the frame: the palette and the keyboard.

async function frame() {
  const { fit, search } = await import("/app/fuzzy.js");
  same("letters in their order", fit("alb", "alice, bob")?.places, [0, 1, 7]);
  same("not in their order", fit("bal", "alice, bob"), null);
  same("a whole word", fit("bob", "alice, bob")?.places, [7, 8, 9]);
  same("no text", fit("a", ""), null);
  same("capitals", fit("TEAM", "Release team")?.places, [8, 9, 10, 11]);
  const items = ["Requests", "Rules", "Realtime", "Faults and clock"].map((title) => ({ title, detail: "", kind: "Page" }));
  same("the best first", search("rul", items)[0].item.title, "Rules");
  same("beginnings of words", search("fc", items)[0].item.title, "Faults and clock");
  same("a detail counts less", search("x9", [{ title: "Team", detail: "x9" }, { title: "x9", detail: "" }]).map(({ item }) => item.title), ["x9", "Team"]);
  same("bounded", search("", Array.from({ length: 5000 }, () => ({ title: "a" }))).length, 40);
  for (let round = 0; round < 300; round += 1) {
    const title = Array.from({ length: random(30) }, () => "aB /.é😀İß"[random(9)]).join("");
    const query = Array.from({ length: random(8) }, () => "aB /😀i"[random(6)]).join("");
    const found = fit(query, title);
    const isRight = found === null || (found.places.every((place, index) => place < title.length && place >= 0 && (index === 0 || place > found.places[index - 1])) && Number.isFinite(found.score));
    if (!isRight) wrong.push(`fit(${text(query)}, ${text(title)}) is ${text(found)}`);
  }

  const { meaningOf } = await import("/app/shortcuts.js");
  const key = (name, more = {}) => ({ key: name, ctrlKey: false, metaKey: false, altKey: false, ...more });
  const state = { page: "requests", isText: false, hasDialog: false, isPrefixed: false, usesKeys: true };
  same("the palette", meaningOf(key("K", { metaKey: true }), { ...state, isText: true }), { kind: "palette" });
  same("the map", meaningOf(key("?"), state), { kind: "map" });
  same("a page", [meaningOf(key("g"), state), meaningOf(key("R"), { ...state, isPrefixed: true })], [{ kind: "prefix" }, { kind: "page", page: "rules" }]);
  same("no page", meaningOf(key("z"), { ...state, isPrefixed: true }), { kind: "none" });
  same("an action", meaningOf(key("p"), state).selector, "[data-action=pause]");
  same("not on this page", meaningOf(key("p"), { ...state, page: "data" }), { kind: "none" });
  for (const change of [{ isText: true }, { hasDialog: true }, { usesKeys: false }]) for (const name of ["?", "g", "p", "/"]) same(`${name} with ${text(change)}`, meaningOf(key(name), { ...state, ...change }), { kind: "none" });
  for (const name of ["p", "g", "?"]) same(`${name} with Control`, meaningOf(key(name, { ctrlKey: true }), state), { kind: "none" });

  const { pathItems } = await import("/app/commands.js");
  const both = { firestore: {}, realtimeDatabase: {} };
  same("paths", pathItems(both, "/a/b c/").map(({ href, kind }) => [href, kind]), [["#/data/a/b%20c", "Document"], ["#/tree/a/b%20c", "Node"]]);
  same("an address", pathItems({ firestore: {} }, "#/data/a/b/c").map(({ href, kind }) => [href, kind]), [["#/data/a/b/c", "Collection"]]);
  same("no path", [pathItems(both, "team"), pathItems(both, "/"), pathItems(both, `/${"a".repeat(3000)}`)], [[], [], []]);

  const { patience, waitFor, watchWaits } = await import("/shared/waits.js");
  const counts = [];
  const stop = watchWaits((count) => counts.push(count));
  let finish;
  await waitFor(Promise.resolve());
  const long = waitFor(new Promise((resolve) => (finish = resolve)));
  await new Promise((later) => setTimeout(later, patience + 100));
  const during = counts.at(-1);
  finish();
  await long;
  await Promise.resolve();
  same("only long waits show", [during > 0, counts.at(-1) === during - 1], [true, true]);
  stop();
}

checks.push(frame);
