import FirestoreEmulator
import FirestoreModel
import FirestoreRPC
import Foundation
import Synchronization

let root = "projects/p/databases/(default)"
func name(_ c: String, _ i: Int) -> DocumentName {
    DocumentName(DatabaseID(project: "p"), DocumentPath(segments: [ResourceID(c), ResourceID("m\(i)")])!)
}
func write(_ c: String, _ i: Int, _ n: Int) -> Write {
    Write(.update(name(c, i), ["n": .integer(Int64(n)), "text": .string("hello there, this is a message \(i)"), "status": "sent"], mask: nil))
}
func rss() -> Int {
    let text = try! String(contentsOfFile: "/proc/self/status", encoding: .utf8)
    return text.split(separator: "\n").first { $0.hasPrefix("VmRSS") }.flatMap { Int($0.split(whereSeparator: { !$0.isNumber })[0]) } ?? 0
}
func ms(_ body: () -> Void) -> Double {
    let clock = ContinuousClock(); let d = clock.measure(body)
    return Double(d.components.attoseconds) / 1e15 + Double(d.components.seconds) * 1000
}
func drain(_ s: any RPCStream<ListenRequest, ListenResponse>) -> Int {
    var count = 0
    while true { let o = s.take(); count += o.responses.count; if !o.hasMore { return count } }
}
func target(_ id: Int32, _ c: String, limit: Int? = nil) -> ListenRequest {
    ListenRequest(database: root, .addTarget(Target(.query(StructuredQuery(from: [.init(c)], filter: .field(FieldPath(["status"]), .equal, "sent"), orderBy: [.init(FieldPath(["n"]))], limit: limit), parent: root + "/documents"), id: id)))
}
for (documents, limit) in [(500, Int?.none), (500, 50), (100_000, nil), (100_000, 50)] {
    let emulator = Emulator()
    let writer = try emulator.write(authorization: "Bearer owner", onOutput: {})
    writer.receive(WriteRequest(database: root)); _ = writer.take()
    for start in stride(from: 0, to: documents, by: 500) {
        writer.receive(WriteRequest(writes: Decoded((start..<start + 500).map { write("c", $0, $0) }))); _ = writer.take()
    }
    let listeners = documents == 500 ? 50 : 1
    var streams: [any RPCStream<ListenRequest, ListenResponse>] = []
    for _ in 0..<listeners {
        let s = try emulator.listen(authorization: "Bearer owner", onOutput: {})
        s.receive(target(1, "c", limit: limit)); streams.append(s)
    }
    let initial = ms { for s in streams { _ = drain(s) } }
    var one: [Double] = [], oneCommit: [Double] = [], many: [Double] = [], manyCommit: [Double] = []
    for round in 0..<20 {
        oneCommit.append(ms { writer.receive(WriteRequest(writes: Decoded([write("c", 7, 1000 + round)]))); _ = writer.take() })
        one.append(ms { for s in streams { _ = drain(s) } })
        manyCommit.append(ms { writer.receive(WriteRequest(writes: Decoded((0..<500).map { write("c", $0, 5000 + round * 500 + $0) }))); _ = writer.take() })
        many.append(ms { for s in streams { _ = drain(s) } })
    }
    func median(_ a: [Double]) -> String { String(format: "%.2f", a.sorted()[a.count / 2]) }
    print("\(documents) documents, \(listeners) listeners, limit \(limit ?? 0): initial \(String(format: "%.1f", initial)) ms; one write: commit \(median(oneCommit)) + all listeners \(median(one)) ms; 500 writes: commit \(median(manyCommit)) + all \(median(many)) ms")
}
do {
    let emulator = Emulator()
    let writer = try emulator.write(authorization: "Bearer owner", onOutput: {})
    writer.receive(WriteRequest(database: root)); _ = writer.take()
    writer.receive(WriteRequest(writes: Decoded((0..<500).map { write("c", $0, $0) }))); _ = writer.take()
    let before = rss()
    var streams: [any RPCStream<ListenRequest, ListenResponse>] = []
    for _ in 0..<1000 {
        let s = try emulator.listen(authorization: "Bearer owner", onOutput: {})
        s.receive(target(1, "c")); _ = drain(s); streams.append(s)
    }
    print("1,000 idle listeners of 500 documents: \(rss() - before) KB")
    print("one write to 1,000: \(ms { writer.receive(WriteRequest(writes: Decoded([write("c", 7, 99)]))); for s in streams { _ = drain(s) } }) ms")
    withExtendedLifetime(streams) {}
}
