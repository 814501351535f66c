// Chat modules.

async function heights() {
  const { Heights, windowOf } = await import("/chat/heights.js");
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

async function photos() {
  const { avatar } = await import("/chat/avatar.js");
  const count = (photoURL) => avatar({ id: "a", initials: "A", photoURL }).querySelectorAll("img").length;
  for (const address of ["https://example.com/a.png", "data:image/png;base64,AA=="]) same(`a photo from ${address}`, count(address), 1);
  for (const address of ["http://example.com/a.png", "//example.com/a.png", "/app/app.js", "data:text/html,a", "javascript:a", "blob:a", "", null, 7]) same(`no photo from ${address}`, count(address), 0);
}

async function overview() {
  const { byActivity, faceOf, firstDevices, isFound, previewOf, titlesOf, unreadText } = await import("/chat/overview.js");
  const person = (id, name = id) => ({ id, name, initials: name[0], photoURL: null });
  const [alice, bob, carol] = [person("alice", "Alice"), person("bob", "Bob"), person("carol", "Carol")];
  const last = (time, sender = "bob", more = {}) => ({ time, sender, senderName: sender, text: "Hi\n there", system: false, ...more });
  const talk = (id, members, more = {}) => ({ id, title: id, isNamed: false, isGroup: members.length > 2, members, last: null, ...more });
  same("by activity", byActivity([talk("b", []), talk("c", [], { last: last(1) }), talk("a", []), talk("d", [], { last: last(5) })]).map(({ id }) => id), ["d", "c", "a", "b"]);
  const two = talk("t", [alice, bob]);
  same("between two: the other's face", [faceOf(two, "alice").id, faceOf(two, "bob").id, faceOf(two, "carol").id], ["bob", "alice", "alice"]);
  same("a group has none", faceOf(talk("g", [alice, bob, carol]), "alice"), null);
  same("talking to oneself", faceOf(talk("o", [alice]), "alice").id, "alice");
  same("titles", [...titlesOf([two, talk("u", [bob, alice]), talk("n", [alice, bob], { isNamed: true, title: "Team" }), talk("e", [])], "alice").values()], ["Bob (t)", "Bob (u)", "Team", "e"]);
  same("many names", [...titlesOf([talk("m", [alice, bob, carol, person("d"), person("e")])], "alice").values()], ["Bob, Carol, d and 1 more"]);
  same("previews", [previewOf(two, "alice"), previewOf({ ...two, last: last(1) }, "alice"), previewOf({ ...two, last: last(1) }, "bob"), previewOf({ ...two, isGroup: true, last: last(1) }, "alice"), previewOf({ ...two, last: last(1, "bob", { text: null }) }, "alice"), previewOf({ ...two, isGroup: true, last: last(1, "bob", { system: true }) }, "alice")],
    ["No messages yet", "Hi there", "You: Hi there", "bob: Hi there", "A message without text", "Hi there"]);
  same("unread", [undefined, { unread: null, isMore: false }, { unread: 0, isMore: false }, { unread: 3, isMore: false }, { unread: 100, isMore: true }].map(unreadText), ["", "", "", "3", "99+"]);
  same("found", [isFound(two, "Bob", "bo"), isFound(two, "Bob", "alic"), isFound(two, "Bob", "x")], [true, true, false]);
  same("devices", [firstDevices(two, "bob"), firstDevices(talk("g", [alice, bob, carol]), "carol"), firstDevices(two, "nobody"), firstDevices(talk("e", []), null)], [["bob", "alice"], ["carol", "alice"], ["alice", "bob"], []]);
}

async function times() {
  const { age, clockTime, shortTime } = await import("/chat/time.js");
  const now = new Date(2026, 4, 20, 12).getTime();
  const agesAgo = [0, 400, 59_999, 5 * 60_000, 3_600_000, 86_400_000, 3 * 86_400_000, 8 * 86_400_000, -120_000];
  same("ages", agesAgo.map((elapsed) => age(now - elapsed, now)), ["now", "now", "59 seconds ago", "5 minutes ago", "1 hour ago", "yesterday", "3 days ago", "last week", "in 2 minutes"]);
  const { withTime } = await import("/chat/receipt.js");
  const read = { text: "Read at {time}", label: "Read at {time}", time: now };
  same("the time of a receipt", [withTime(read).text, withTime(read).label, withTime({ text: null, label: "Sent", time: null }).label], [`Read at ${clockTime(now)}`, `Read at ${clockTime(now)}`, "Sent"]);
  same("short times", [shortTime(new Date(2026, 4, 19, 23).getTime(), now), shortTime(new Date(2025, 4, 20).getTime(), now).includes("2025"), shortTime(new Date(2026, 0, 2).getTime(), now).includes("2026"), /\d/.test(shortTime(new Date(2026, 4, 20, 1, 5).getTime(), now))], ["Yesterday", true, false, true]);
}

async function timelines() {
  const { afterText, costOf, stepText } = await import("/chat/timeline-texts.js");
  const people = new Map([["a", "Alice"], ["b", "Bob"]]);
  const step = (kind, more) => stepText({ kind, name: null, member: null, user: null, isAdmin: false, ...more }, people);
  same("sent", [step("sent", { user: "a" }), step("sent", { isAdmin: true }), step("sent", {})], ["Alice sent it", "An administrator wrote it", "It was imported"]);
  same("reached", [step("reached", { name: "read", member: "b", user: "b" }), step("reached", { name: "delivered", member: "b", isAdmin: true }), step("reached", { name: "played", member: "x", user: "a" })],
    ["Bob read it", "Bob received it", "x reached “played”, as Alice reported"]);
  same("others", [step("status", { name: "read" }), step("edited", { user: "x" }), step("deleted", { isAdmin: true })], ["The status became “read”", "x edited the text", "An administrator deleted it"]);
  const after = (seconds) => afterText("2026-01-02T11:00:00Z", new Date(Date.UTC(2026, 0, 2, 11) + seconds * 1000).toISOString());
  same("after", [after(0), after(0.25), after(1.25), after(61), after(7260), after(-1)], ["+0 ms", "+250 ms", "+1.3 s", "+1 min 1 s", "+2 h 1 min", "+0 ms"]);
  same("costs", [costOf({}), costOf({ writes: 1 }), costOf({ reads: 1, writes: 25 })], ["", "cost 1 write", "cost 1 read, 25 writes"]);
}

async function costs() {
  const { Meter, millisecondsOf, summaryOf, sumOf, waitsOf, waitText } = await import("/chat/costs/meter.js");
  const device = (user, reads, writes) => ({ schema: "s", user, reads, writes });
  const meter = new Meter();
  same("no devices", meter.devices(), []);
  meter.add(0, [device("a", 10, 1)]);
  same("the first look", meter.devices(), [{ ...device("a", 10, 1), minuteReads: 0, minuteWrites: 0 }]);
  meter.add(30_000, [device("a", 15, 1), device("b", 3, 0)]);
  same("half a minute", meter.devices().map((one) => [one.minuteReads, one.minuteWrites]), [[5, 0], [3, 0]]);
  meter.add(70_000, [device("a", 18, 2)]);
  same("the last minute", meter.devices().map((one) => [one.minuteReads, one.minuteWrites]), [[8, 1]]);
  meter.add(80_000, [device("a", 2, 0)]);
  same("opened again", meter.devices().map((one) => [one.minuteReads, one.reads]), [[2, 2]]);
  same("sum", sumOf([{ reads: 1, writes: 2, minuteReads: 3, minuteWrites: 4 }, { reads: 1, writes: 1, minuteReads: 1, minuteWrites: 1 }]), { reads: 2, writes: 3, minuteReads: 4, minuteWrites: 5 });
  const commits = [50, 100, 200, 300].map((time) => ({ time }));
  same("waits", waitsOf(60, commits, [{ time: 110, user: "a" }, { time: 120, user: "b" }, { time: 305, user: "a" }]).map(({ user, wait }) => [user, wait]), [["a", 10], ["b", 20], ["a", 105], ["a", 5]]);
  same("too late", waitsOf(0, [{ time: 10 }], [{ time: 40_011, user: "a" }]), []);
  same("summaries", [summaryOf([]), summaryOf([{ wait: 5 }, { wait: 1 }, { wait: 9 }])], [null, { count: 3, median: 5, largest: 9 }]);
  same("words", [waitText(0.42), waitText(12.4), waitText(1234)], ["0.4 ms", "12 ms", "1.2 s"]);
  same("microseconds", [millisecondsOf("1970-01-01T00:00:01.0025Z"), millisecondsOf("1970-01-01T00:00:01Z")], [1002.5, 1000]);
}

/** Sends requests through a fetch whose answers the test releases. */
async function afterLeaving() {
  const { Conversations } = await import("/chat/conversations.js");
  const real = window.fetch;
  const answers = [];
  const json = (value) => new Response(JSON.stringify(value), { status: 200 });
  window.fetch = (path) => new Promise((resolve) => answers.push({ path, resolve }));
  try {
    let changes = 0;
    const list = new Conversations({ every: null, changed: () => (changes += 1) });
    const loaded = list.load("status");
    answers.pop().resolve(json({ conversations: [{ id: "c", members: [] }], isComplete: true, isSettled: true }));
    await loaded;
    list.show(["c"], "alice");
    list.stop();
    answers.pop().resolve(json({ conversations: { c: { last: null } } }));
    await new Promise((resolve) => setTimeout(resolve, 20));
    same("a list that was left changes nothing anymore", changes, 1);
  } finally {
    window.fetch = real;
  }
}

async function lastReport() {
  const { Reading } = await import("/chat/reading.js");
  const row = document.createElement("p");
  row.textContent = "unread";
  document.body.prepend(row);
  let arrive;
  const sent = new Promise((resolve) => {
    const reading = new Reading(() => new Promise((done) => {
      arrive = done;
      resolve(reading);
    }));
    reading.watch(row, "m");
    reading.begin();
  });
  const reading = await sent;
  let isOver = false;
  const stopped = reading.stop().then(() => (isOver = true));
  await new Promise((resolve) => setTimeout(resolve, 20));
  same("stopping waits for the report that is under way", isOver, false);
  arrive();
  await stopped;
  row.remove();
}

checks.push(afterLeaving, lastReport, costs, timelines, heights, photos, overview, times);
