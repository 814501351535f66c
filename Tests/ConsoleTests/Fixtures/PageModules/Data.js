// Data modules.

async function nodes() {
  const { Tree } = await import("/tree/nodes.js");
  const { pageSize } = await import("/tree/database.js");
  const many = Object.fromEntries(Array.from({ length: pageSize + 10 }, (_, index) => [`k${1000 + index}`, "0"]));
  let data = { a: { b: "1", c: { d: "2" } }, many };
  let questions = 0;
  const at = (segments) => segments.reduce((value, key) => value?.[key], data) ?? "null";
  const database = { async look(segments, count) {
    questions += 1;
    const value = at(segments);
    if (typeof value === "string") return { json: value, keys: [], hasMore: false };
    return { json: null, keys: Object.keys(value).slice(0, count), hasMore: Object.keys(value).length > count };
  } };
  const found = new Tree(database, [], new Set());
  const shown = () => found.visible().map((node) => node.path);
  await found.refresh();
  same("what is closed is not looked into", [shown(), questions], [["", "a", "many"], 3]);
  found.setOpen(found.find("a"), true);
  await found.refresh(found.find("a"));
  same("what is open is", shown(), ["", "a", "a/b", "a/c", "many"]);
  same("what is seen first has not changed", found.visible().some((node) => node.isChanged), false);
  same("nothing new", await found.refresh(), false);
  data = { ...data, a: { b: "3", e: "4" } };
  same("something new", await found.refresh(), true);
  same("that is what has changed", found.visible().filter((node) => node.isChanged).map((node) => node.path), ["a/b", "a/e"]);
  found.setOpen(found.find("many"), true);
  await found.refresh(found.find("many"));
  same("a page of a long list", found.find("many").list.length, pageSize);
  await found.more(found.find("many"));
  same("and the rest", [found.find("many").list.length, found.find("many").hasMore, found.find(`many/k${1000 + pageSize}`).isChanged], [pageSize + 10, false, false]);
  // A read that began before more was requested, and whose response arrives afterwards.
  const long = new Tree(database, ["many"], new Set());
  await long.refresh();
  const { look } = database;
  let answer;
  database.look = (segments, limit) => new Promise((resolve) => (answer = () => resolve(look(segments, limit))));
  const late = long.refresh();
  const answerLate = answer;
  database.look = look;
  await long.more(long.root);
  answerLate();
  same("a late answer takes nothing away", [await late, long.root.list.length], [false, pageSize + 10]);
  database.look = async () => { throw new Error("away"); };
  same("a failure is something new", [await found.refresh(), await found.refresh()], [true, false]);
  same("what failed stays with its node, and what was known is shown", [found.root.error, shown().length], ["away", pageSize + 15]);
  database.look = look;
  same("it comes back", [await found.refresh(), found.root.error], [true, null]);
}

async function summaries() {
  const { filterText, isSameList, previewLine } = await import("/data/summaries.js");
  const integer = (number) => ({ integerValue: String(number) });
  const filter = (operator) => ({ field: "a.`b c`", operator, value: integer(3) });
  same("a filter and an order", filterText({ filter: filter("IN"), order: { field: "t", direction: "DESCENDING" } }, database), "a.b c in 3 · by t ↓");
  same("neither", filterText({}, database), "");
  const fields = { a: { mapValue: { fields: {} } }, b: integer(1), c: integer(2), d: integer(3), e: integer(4) };
  same("scalars come first", previewLine(fields, {}, database), "b: 1 · c: 2 · d: 3 · e: 4");
  same("what is filtered by comes before them", previewLine(fields, { filter: filter("LESS_THAN") }, database), "a: 0 fields · b: 1 · c: 2 · d: 3");
  same("unless it is the same everywhere", previewLine(fields, { filter: filter("EQUAL") }, database), "b: 1 · c: 2 · d: 3 · e: 4");
  same("no fields", previewLine({}, {}, database), "no fields");
  const documents = (...versions) => versions.map((updateTime, index) => ({ name: `d${index}`, updateTime }));
  same("the same list", [isSameList(documents("1", "2"), documents("1", "2")), isSameList(documents("1", "2"), documents("1", "3")), isSameList(documents("1"), documents("1", "2"))], [true, false, false]);
}

async function rebasing() {
  const { rebased } = await import("/shared/firestore/values.js");
  const text = (stringValue) => ({ stringValue });
  const before = { a: text("a"), b: text("b"), c: text("c") };
  same("changes on both sides are kept", rebased(before, { ...before, a: text("theirs") }, { ...before, b: text("mine") }), { a: text("theirs"), b: text("mine"), c: text("c") });
  same("mine win", rebased(before, { ...before, a: text("theirs") }, { ...before, a: text("mine") }).a, text("mine"));
  same("deleted and added fields", rebased(before, { ...before, d: text("theirs") }, { a: text("a"), b: text("b"), e: text("mine") }), { a: text("a"), b: text("b"), d: text("theirs"), e: text("mine") });
}

async function viewers() {
  const { identityOf, viewerFrom, viewerText } = await import("/data/viewers.js");
  same("viewers", [viewerFrom(" bob ", ""), viewerFrom("", ""), viewerFrom("bob", "{}"), viewerFrom("bob", "{\"admin\": true}"), viewerFrom("{x", "")],
    ["bob", "{}", "bob", "{\"sub\":\"bob\",\"admin\":true}", "{\"sub\":\"{x\"}"]);
  for (const bad of ["{", "[]", "1", "null"]) refused(`claims ${bad}`, () => viewerFrom("bob", bad));
  refused("claims of nobody", () => viewerFrom("", "{\"admin\": true}"));
  same("identities", ["bob", "{}", "{\"sub\":\"bob\",\"admin\":true}", "{\"sub\":\"{x\"}", "{broken"].map(identityOf),
    [{ user: "bob" }, { nobody: true }, { user: "bob", claims: { admin: true } }, { user: "{x" }, { user: "{broken" }]);
  same("in words", ["bob", "{}", "{\"sub\":\"bob\",\"admin\":true}"].map(viewerText), ["bob", "nobody signed in", "bob with {\"admin\":true}"]);
}

async function places() {
  const { valueAt } = await import("/data/places.js");
  const fields = { a: { mapValue: { fields: { b: { arrayValue: { values: [{ stringValue: "x" }, { mapValue: { fields: { c: { stringValue: "y" } } } }] } } } } }, "a.b": { stringValue: "dot" }, "q[0]": { stringValue: "bracket" } };
  same("places", ["a.b", "a.b[0]", "a.b[1].c", "q[0]", "a.x", "a.b[2]", "z"].map((place) => valueAt(fields, place)?.stringValue), ["dot", "x", "y", "bracket", undefined, undefined, undefined]);
}

checks.push(viewers, places, nodes, summaries, rebasing);
