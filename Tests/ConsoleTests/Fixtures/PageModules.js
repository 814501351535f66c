// What the page's modules compute, checked in the browser that runs them: the body of a function whose last argument is called with the
// list of what is wrong.

const [seed, done] = arguments;
const database = "projects/p/databases/(default)";
const wrong = [];

const text = (value) => JSON.stringify(value);
const sorted = (value) =>
  Array.isArray(value) ? value.map(sorted)
    : value !== null && typeof value === "object" ? Object.fromEntries(Object.keys(value).sort().map((key) => [key, sorted(value[key])]))
      : value;

function same(what, found, expected) {
  if (text(sorted(found)) !== text(sorted(expected))) wrong.push(`${what}: ${text(found)}, not ${text(expected)}`);
}

function refused(what, call) {
  try {
    wrong.push(`${what}: not refused, but ${text(call())}`);
  } catch (error) {
    if (!(error instanceof Error) || !error.message) wrong.push(`${what}: refused without a word`);
  }
}

/** Numbers that look random and are the same each time. */
let state = seed;
function random(limit) {
  state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
  return state % limit;
}

async function heights() {
  const { Heights, windowOf } = await import("/chat-heights.js");
  for (let round = 0; round < 40; round += 1) {
    const plain = Array.from({ length: random(300) }, () => random(200));
    const tree = new Heights();
    tree.reset(plain);
    for (let change = 0; change < 30 && plain.length > 0; change += 1) {
      const index = random(plain.length);
      plain[index] = random(200);
      tree.set(index, plain[index]);
    }
    const total = plain.reduce((sum, height) => sum + height, 0);
    if (tree.total !== total) wrong.push(`heights, seed ${seed}: total ${tree.total}, not ${total}`);
    for (let look = 0; look < 20; look += 1) {
      const index = random(plain.length + 1);
      const offset = plain.slice(0, index).reduce((sum, height) => sum + height, 0);
      if (tree.offset(index) !== offset) wrong.push(`heights, seed ${seed}: offset of ${index} is ${tree.offset(index)}, not ${offset}`);
      const position = random(total + 100);
      let row = 0;
      let end = plain[0] ?? 0;
      while (row < plain.length - 1 && end <= position) end += plain[(row += 1)];
      if (tree.indexAt(position) !== (plain.length === 0 ? -1 : row)) wrong.push(`heights, seed ${seed}: row at ${position} is ${tree.indexAt(position)}, not ${row}`);
      const { start, end: after } = windowOf(tree, position, 500, 300, 80);
      if (plain.length > 0 && !(start <= row && row < after)) wrong.push(`window, seed ${seed}: ${start} to ${after} is without ${row}`);
    }
  }
}

async function values() {
  const { types, fromText, toText, typeOf, convert, emptyValue, isSame, changedPlaces, cut } = await import("/data-values.js");
  const read = (type, words) => fromText(type, words, database);
  same("the largest integer", read("integer", " +9223372036854775807 "), { integerValue: "9223372036854775807" });
  for (const words of ["9223372036854775808", "1.5", "", "1e3"]) refused(`integer ${words}`, () => read("integer", words));
  same("a double", read("double", "1e6").doubleValue, 1e6);
  same("minus infinity", read("double", "-Infinity").doubleValue, "-Infinity");
  for (const words of ["1e999", "abc"]) refused(`double ${words}`, () => read("double", words));
  same("a whole double shows that it is one", toText({ doubleValue: 2 }, database), "2.0");
  same("a time with a zone", read("timestamp", "2026-01-02T11:00:00.123456+02:00").timestampValue, "2026-01-02T09:00:00.123456Z");
  for (const words of ["2026-06-31T11:00:00Z", "2026-01-02T25:00:00Z", "x"]) refused(`time ${words}`, () => read("timestamp", words));
  same("a reference", read("reference", "users/alice").referenceValue, `${database}/documents/users/alice`);
  refused("a reference to a collection", () => read("reference", "users"));
  for (const words of ["91,0", "1", ","]) refused(`place ${words}`, () => read("geopoint", words));
  same("bytes", read("bytes", "aGVsbG8").bytesValue, "aGVsbG8=");
  for (const words of ["a", "!!"]) refused(`bytes ${words}`, () => read("bytes", words));
  for (const type of types) for (const other of types) same(`${type} as ${other}`, typeOf(convert(emptyValue(type), other, database)), other);
  same("an integer is no double", isSame({ integerValue: "1" }, { doubleValue: 1 }), false);
  same("the same time", isSame({ timestampValue: "2026-01-01T00:00:00.500Z" }, { timestampValue: "2026-01-01T00:00:00.5Z" }), true);
  same("where fields differ", [...changedPlaces({ a: { mapValue: { fields: { b: { integerValue: "1" } } } } }, { a: { mapValue: { fields: { b: { integerValue: "2" } } } } })].sort(), ["a", "a.b"]);
  same("an emoji is not cut", cut("😀😀😀😀", 3), "😀😀…");
}

async function paths() {
  const { segmentsOf, hashOf, segmentsFromText, checkID, fieldPathFromText, fieldNames, quotedField } = await import("/data-paths.js");
  same("a path in the address", segmentsOf("#/data/a/b%20c/%2F"), ["a", "b c", "/"]);
  same("and back", hashOf(["a", "b c"]), "#/data/a/b%20c");
  same("a whole name", segmentsFromText(`${database}/documents/a/b`, database), ["a", "b"]);
  refused("an empty segment", () => segmentsFromText("a//b", database));
  refused("a reserved id", () => checkID("__x__"));
  same("a quoted field", quotedField("a b`\\"), "`a b\\`\\\\`");
  same("a path of fields", fieldPathFromText("a.b-c"), "a.`b-c`");
  same("its names", fieldNames("a.`b.\\`c`.d"), ["a", "b.`c", "d"]);
}

async function rules() {
  const { Source } = await import("/rules-source.js");
  const { expressions, kindOf } = await import("/rules-coverage.js");
  const { writeOf } = await import("/rules-json.js");
  const source = new Source("// ü😀\nallow: if a == 'ü😀';\n");
  const range = source.range({ currentOffset: 16, endOffset: 24 });
  same("places behind an emoji", source.text.slice(range.start, range.end), "a == 'ü😀'");
  same("their line", source.lineAt(range.start), 2);
  same("a place without an offset is the first", source.range({ line: 1, column: 1 }), { start: 0, end: 1 });
  const report = [{ sourcePosition: { currentOffset: 16, endOffset: 24 }, values: [{ value: { boolValue: true }, count: 2 }, { value: {}, count: 1 }], children: [{ sourcePosition: { currentOffset: 16, endOffset: 16 }, values: [] }] }];
  same("what coverage says", expressions(report, source).map(({ kind, total }) => [kind, total]), [["true", 2], ["never", 0]]);
  same("an error", kindOf([{ value: { undefined: { causeMessage: "x" } }, count: 1 }]), "error");
  const write = writeOf({ a: 1, b: { c: { $serverTime: true } }, d: { e: 2, f: { $arrayUnion: ["x"] } }, g: { $delete: true } }, database, true);
  same("a write's fields", write.fields, { a: { integerValue: "1" }, d: { mapValue: { fields: { e: { integerValue: "2" } } } } });
  same("its mask", write.mask, ["a", "d", "g"]);
  same("its transforms", write.transforms, [{ fieldPath: "b.c", setToServerValue: "REQUEST_TIME" }, { fieldPath: "d.f", appendMissingElements: { values: [{ stringValue: "x" }] } }]);
  for (const json of [{ a: [{ $serverTime: true }] }, { a: { $x: 1 } }, { a: { $timestamp: 1, b: 1 } }, { a: { $geopoint: 5 } }, { a: 1e20 }]) refused(text(json), () => writeOf(json, database, false));
}

async function photos() {
  const { avatar } = await import("/chat-avatar.js");
  const count = (photoURL) => avatar({ id: "a", initials: "A", photoURL }).querySelectorAll("img").length;
  for (const address of ["https://example.com/a.png", "data:image/png;base64,AA=="]) same(`a photo from ${address}`, count(address), 1);
  for (const address of ["http://example.com/a.png", "//example.com/a.png", "/app.js", "data:text/html,a", "javascript:a", "blob:a", "", null, 7]) same(`no photo from ${address}`, count(address), 0);
}

async function worker() {
  const { rates, niceMaximum, durationText, withSample } = await import("/worker-rates.js");
  const sample = (time, stored, settled) => ({ outbox: "o", time, stored, settled, queued: 0, deadLetters: 0 });
  same("rates", rates([sample(1000, 10, 0), sample(3000, 30, 16)]), { in: 10, out: 8 });
  same("rates of one look", rates([sample(1000, 10, 0)]), null);
  same("another outbox begins anew", withSample([sample(1, 9, 9)], { ...sample(2, 1, 1), outbox: "p" }).length, 1);
  same("ends of scales", [3, 11, 301].map(niceMaximum), [10, 20, 500]);
  same("a duration", durationText(3700), "1 h 1 min");
}

(async () => {
  for (const check of [heights, values, paths, rules, photos, worker]) {
    try {
      await check();
    } catch (error) {
      wrong.push(`${check.name}: ${error.stack ?? error}`);
    }
  }
  done(wrong.slice(0, 20));
})();
