import FirestoreModel
import FirestoreREST
import FirestoreRPC
import JSONText
import TestSupport
import Testing

/// What a client sends, a server reads, and what a server sends, a client reads.
struct ListenRoundTripTests {
    private static let database = "projects/demo/databases/(default)"
    private static let time = Timestamp(seconds: 1_700_000_000, nanoseconds: 123_456_789)

    private func read(_ bytes: [UInt8]) throws(RPCStatus) -> ListenResponse? {
        try WireDecoder.decode(bytes) { decoder, json throws(RPCStatus) in
            try ListenResponse.decode(json, &decoder)
        }
    }

    private func read(_ text: String) throws(RPCStatus) -> ListenResponse? { try read(Array(text.utf8)) }

    private func survives(_ response: ListenResponse) throws {
        #expect(try read(response.encoded()) == response)
        #expect(try read(Array(Wire.text(.pretty) { response.write(to: &$0) }.utf8)) == response)
    }

    private func survives(_ change: ListenRequest.Change) throws {
        let request = ListenRequest(database: ListenRoundTripTests.database, change)
        #expect(try ListenRequest.decode(request.encoded()) == request)
    }

    @Test func `requests`() throws {
        let parent = "\(Wire.root)/rooms/r1"
        let query = Target.Content.query(StructuredQuery(from: [.init("messages")], limit: 5), parent: parent)
        try survives(.removeTarget(4))
        try survives(.none)
        try survives(.addTarget(Target(query, id: 2)))
        try survives(.addTarget(Target(query, id: .max, resumePoint: .token([0, 255]), expectedCount: 0)))
        try survives(.addTarget(Target(query, id: 2, resumePoint: .readTime(Self.time), once: true)))
        let names = ["\(parent)/messages/é\"\\ 🍵", "\(parent)/messages/b"].map { WrittenName($0) }
        try survives(.addTarget(Target(.documents(names), id: 2, expectedCount: 7)))
    }

    @Test func `changes of targets`() throws {
        for kind: TargetChange.Kind in [.noChange, .add, .remove, .current, .reset] {
            try survives(.targetChange(TargetChange(kind)))
            try survives(
                .targetChange(
                    TargetChange(
                        kind, targetIDs: [2, .max], cause: RPCStatus(.permissionDenied, "no \"🍵\""),
                        resumeToken: [1, 2, 3], readTime: Self.time)))
        }
        try survives(.targetChange(TargetChange(.remove, targetIDs: [2], cause: RPCStatus(.aborted, nil))))
    }

    @Test func `filters`() throws {
        try survives(.filter(ExistenceFilter(targetID: 2, count: 0)))
        try survives(.filter(ExistenceFilter(targetID: 2, count: 5, unchangedNames: BloomFilter.none)))
        let names = BloomFilter(bitmap: [1, 2, 255], padding: 7, hashCount: 13)
        try survives(.filter(ExistenceFilter(targetID: 2, count: .max, unchangedNames: names)))
    }

    @Test(arguments: SeededGenerator.seeds(100))
    func `random requests and responses`(_ seed: UInt64) throws {
        var generator = SeededGenerator(seed: seed)
        func ids() -> [Int32] { generator.list(0...3) { Int32($0.int(1...Int(Int32.max))) } }
        let query = generator.randomQuery()
        try survives(
            .addTarget(
                Target(
                    .query(query, parent: Wire.root), id: Int32(generator.int(1...99)),
                    resumePoint: generator.perhaps { .token($0.bytes(1...40)) }, once: generator.oneIn(2),
                    expectedCount: generator.perhaps { Int32($0.int(0...1000)) })))

        let (created, updated) = (generator.randomVersionTime(), generator.randomVersionTime())
        let document = Document(
            name: generator.randomDocumentName(), fields: generator.randomFields(), createTime: created,
            updateTime: updated)
        try survives(.documentChange(DocumentChange(document, targetIDs: ids(), removedTargetIDs: ids())))
        let name = generator.randomDocumentName()
        let time = generator.perhaps { $0.randomTimestamp() }
        try survives(.documentDelete(DocumentDelete(name, removedTargetIDs: ids(), readTime: time)))
        try survives(.documentRemove(DocumentRemove(name, removedTargetIDs: ids(), readTime: time)))
        let padding = generator.int(0...7)
        let bitmap = generator.bytes(1...50)
        try survives(
            .filter(
                ExistenceFilter(
                    targetID: 2, count: Int32(generator.int(0...100)),
                    unchangedNames: BloomFilter(
                        bitmap: bitmap, padding: Int32(padding), hashCount: Int32(generator.int(0...30))))))
    }

    @Test func `members in other forms`() throws {
        #expect(
            try read(
                #"{"targetChange":{"targetChangeType":"CURRENT","targetIds":["2"],"resumeToken":"AQ","#
                    + #""readTime":"1970-01-01T00:00:05.000000001Z","new":{}}}"#)
                == .targetChange(
                    TargetChange(
                        .current, targetIDs: [2], resumeToken: [1],
                        readTime: Timestamp(seconds: 5, nanoseconds: 1))))
        #expect(
            try read(#"{"targetChange":{"targetChangeType":"NO_CHANGE","targetIds":null,"cause":null}}"#)
                == .targetChange(TargetChange(.noChange)))
        #expect(
            try read(#"{"filter":{"targetId":2,"count":"3","unchangedNames":{"hashCount":1}}}"#)
                == .filter(
                    ExistenceFilter(
                        targetID: 2, count: 3,
                        unchangedNames: BloomFilter(bitmap: [], padding: 0, hashCount: 1))))
    }

    @Test(arguments: [
        #"{"bits":{"bitmap":"AQ==","padding":8},"hashCount":1}"#, #"{"bits":{"padding":1},"hashCount":1}"#,
        #"{"bits":{"bitmap":"AQ==","padding":-1},"hashCount":1}"#,
        #"{"bits":{"bitmap":"AQ=="},"hashCount":-1}"#, #"{"bits":{"bitmap":"AQ=="},"hashCount":1001}"#,
    ])
    func `a filter that makes no sense says nothing of names, but has a number`(names: String) throws {
        #expect(
            try read(#"{"filter":{"targetId":2,"count":3,"unchangedNames":\#(names)}}"#)
                == .filter(ExistenceFilter(targetID: 2, count: 3, unchangedNames: BloomFilter.none)))
    }

    @Test func `what a later server may say is passed over`() throws {
        #expect(try read(#"{"newThing":{}}"#) == nil)
        #expect(try read("{}") == nil)
    }

    @Test(arguments: [
        "7", "[]", #"{"targetChange":7}"#, #"{"targetChange":{"targetChangeType":"NEW"}}"#,
        #"{"targetChange":{"targetIds":[1.5]}}"#, #"{"targetChange":{"targetIds":[99999999999]}}"#,
        #"{"targetChange":{"targetIds":7}}"#, #"{"targetChange":{"resumeToken":"é"}}"#,
        #"{"targetChange":{"readTime":"now"}}"#, #"{"targetChange":{"cause":7}}"#,
        #"{"documentChange":{}}"#, #"{"documentChange":{"document":7}}"#,
        #"{"documentChange":{"document":{"fields":{}}}}"#, #"{"documentDelete":{}}"#,
        #"{"documentDelete":{"document":"c/a"}}"#, #"{"documentRemove":{"document":7}}"#,
        #"{"filter":{"count":1},"targetChange":{}}"#,
    ])
    func `what is no response is refused`(text: String) {
        #expect(throws: RPCStatus.self) { try read(text) }
    }
}
