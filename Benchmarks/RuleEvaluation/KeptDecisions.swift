import FirestoreEmulator
import FirestoreModel
import FirestoreRules

/// What a decision costs about which nobody asks, beside the same by the plain plan alone: on commits of 500 receipts, in turns.
enum KeptDecisions {
    private static let database = DatabaseID(project: "benchmark")
    private static let messages = 500
    private static let rounds = 40

    static func measure(_ condition: String) throws {
        let emulator = Emulator()
        emulator.setRules(Ruleset.updatingMessages(if: condition).source, project: database.project)
        let front = emulator.direct(database)
        let readers = (0..<rounds).map { "reader\($0)" }
        var writes = [
            Write(
                .update(
                    try name("conversations/c"), ["participants": .array(readers.map { .string($0) })],
                    mask: nil))
        ]
        for number in 0..<messages - 1 {
            let fields: MapValue = [
                "senderId": "alice", "text": .string("Message number \(number)"), "status": "sent",
                "readBy": .array([]),
            ]
            writes.append(Write(.update(try name("conversations/c/messages/m\(number)"), fields, mask: nil)))
        }
        try front.perform(.commit(writes), authorization: "Bearer owner")
        var times: [DirectFront.Keeping: [Duration]] = [:]
        let clock = ContinuousClock()
        for reader in readers {
            let marks = try (0..<messages - 1).map { try mark($0, by: reader) }
            let authorization = "Bearer \(CommitsInProcess.token(reader))"
            for keeping in [DirectFront.Keeping.nothing, .everything] {
                let time = try clock.measure {
                    let isAllowed = try front.decide(
                        on: marks, authorization: authorization, keeping: keeping)
                    if !isAllowed { print("the rules deny it") }
                }
                times[keeping, default: []].append(time)
            }
        }
        let (plain, kept) = (median(times[.nothing]), median(times[.everything]))
        let ratio = (Double(kept.components.attoseconds) / Double(plain.components.attoseconds) * 100)
            .rounded()
        print(
            "in process, a decision on a receipt in a commit of 500: \(CommitsInProcess.text(plain)) µs by the "
                + "plan alone, \(CommitsInProcess.text(kept)) µs with what is kept of it, \(ratio / 100) times"
        )
    }

    private static func median(_ times: [Duration]?) -> Duration {
        guard let times = times?.sorted(), !times.isEmpty else { return .zero }
        return times[times.count / 2] / (messages - 1)
    }

    private static func mark(_ number: Int, by reader: String) throws -> Write {
        let status = FieldPath(["status"])
        return Write(
            .update(
                try name("conversations/c/messages/m\(number)"), ["status": "read"],
                mask: DocumentMask([status])),
            transforms: [FieldTransform(FieldPath(["readBy"]), .appendMissingElements([.string(reader)]))],
            precondition: .exists(true))
    }

    private static func name(_ path: String) throws -> DocumentName {
        let ids = path.split(separator: "/").map { ResourceID(String($0)) }
        guard let path = DocumentPath(segments: ids) else { throw RPCStatus.invalidArgument(path) }
        return DocumentName(database, path)
    }
}
