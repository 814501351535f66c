// Modules of the page of faults.

async function faults() {
  const { aheadText, callsText, faultText, groups, onTexts, shortText } = await import("/shared/fault-words.js");
  same("all calls", callsText({}), "All calls");
  same("some of one method", callsText({ methods: ["Commit"], share: 0.2 }), "20% of Commit calls");
  same("a group in another order", callsText({ methods: [...groups.writes].reverse() }), "All writes");
  same("an unknown set", callsText({ methods: ["Commit", "Listen", "RunQuery"], share: 0.001 }), "0.1% of calls of 3 methods");
  same("a range", faultText({ latency: { from: "0.05s", to: "2s" } }), "All calls are answered 0.05 to 2 s late");
  same("a cut", faultText({ cutAfter: 1, times: 3 }), "All streams break after 1 message, 3 times at most");
  same("a rate", [faultText({ documentRate: 1 }), shortText({ collectionRate: 500 })], ["A document takes 1 write a second", "500/s a collection"]);
  same("a lost answer", faultText({ status: "UNAVAILABLE", afterwards: true, share: 0.5, methods: groups.reads }), "50% of reads fail with UNAVAILABLE after they were carried out");
  same("ahead", [0, 5, -90, 93_600, 86_400 * 400].map(aheadText), ["+0 s", "+5 s", "-1 min 30 s", "+1 d 2 h", "+400 d"]);
  const clock = (isSet, stoppedAt, ahead) => ({ isSet, stoppedAt, ahead });
  same("nothing yet", onTexts(null), []);
  same("everything", onTexts({ firestore: { faults: [{ wrongCount: true }] }, clock: clock(true, "2030-01-01T00:00:00Z", 0), devices: [{ user: "bob", online: 1, offline: 2 }] }), ["Wrong counts", "Clock stopped", "bob offline at times"]);

  const { countOf, faultOf, numberOf } = await import("/faults/reading.js");
  const read = (values) => (name, parse) => {
    try {
      return parse(values[name] ?? "");
    } catch {
      return null;
    }
  };
  const common = { calls: "", share: "100", times: "", seed: "" };
  same("an error", faultOf("status", read({ ...common, status: "ABORTED", when: "after", calls: "writes", share: "12.5", times: "3" })), { status: "ABORTED", afterwards: true, methods: groups.writes, share: 0.125, times: 3 });
  same("a late answer", faultOf("latency", read({ ...common, from: "0.2", to: "" })), { latency: "0.2s" });
  same("late answers", faultOf("latency", read({ ...common, from: "0.2", to: "2" })), { latency: { from: "0.2s", to: "2s" } });
  same("a rate has no methods", faultOf("documentRate", read({ ...common, rate: "2", calls: "reads" })), { documentRate: 2 });
  for (const wrong of [{ from: "2", to: "1" }, { from: "0" }, { from: "1e2" }, { from: "1", share: "101" }, { from: "1", times: "1.5" }]) same(`wrong ${text(wrong)}`, faultOf("latency", read({ ...common, ...wrong })), null);
  for (const wrong of ["", "x", "-1", "1e3", "0x10", "1.2345", "Infinity"]) refused(`number ${wrong}`, () => numberOf(wrong, 0, 1000));
  for (const wrong of ["x", "-1", "1.0", "1e3", "9999999999"]) refused(`count ${wrong}`, () => countOf(wrong, 0));
}

checks.push(faults);
