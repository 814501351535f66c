import FirestoreModel
import Testing

@testable import FirestoreEmulator

/// The table was taken from Google's emulator, pair by pair.
@Suite("Conditions of several writes to one document")
struct WriteConditionTests {
    /// Writes by their names in the tables: `set`, `set+` with exists, `set-` without, `set@1` at a version.
    private static func write(_ text: String) -> Write {
        let name = DocumentName.make("c/a")
        var precondition: Precondition?
        if text.hasSuffix("+") { precondition = .exists(true) }
        if text.hasSuffix("-") { precondition = .exists(false) }
        if let version = text.split(separator: "@").dropFirst().first.flatMap({ Int64($0) }) {
            precondition = .updateTime(.make(version))
        }
        let operation: Write.Operation =
            text.hasPrefix("delete")
            ? .delete(name) : text.hasPrefix("add") ? .transform(name) : .update(name, [:], mask: nil)
        return Write(operation, precondition: precondition)
    }

    private static func condition(_ texts: String) throws(RPCStatus) -> WriteCondition {
        let writes = texts.split(separator: " ").map { write(String($0)) }
        var condition = WriteCondition(writes.first ?? write("set"))
        for write in writes.dropFirst() { try condition.add(write) }
        return condition
    }

    @Test(
        arguments: [
            ("set set-", "upsert then insert"), ("set delete-", "upsert then delete"),
            ("set+ set-", "update then insert"),
            ("set- set-", "insert then insert"), ("set- delete-", "insert then delete"),
            ("set@1 add-", "update then insert"),
            ("add add-", "upsert then insert"), ("delete set+", "delete then update"),
            ("delete set@1", "delete then update"),
            ("delete- delete+", "delete then delete"), ("delete@1 set+", "delete then update"),
            ("delete set set-", "upsert then insert"), ("delete+ set set-", "update then insert"),
            ("delete- set- delete-", "insert then delete"), ("delete@1 set set-", "upsert then insert"),
            ("set@0 set-", "insert then insert"), ("set- set@0", "insert then insert"),
            ("set set+ delete add+", "delete then update"),
        ])
    func `kinds that do not go together are refused`(writes: String, words: String) {
        let text = "Cannot \(words) an entity in the same request."
        #expect(refusal { () throws(RPCStatus) in try Self.condition(writes) } == .invalidArgument(text))
    }

    @Test(
        arguments: [
            ("set set@1", "null", 1), ("set@1 set@2", "1", 2), ("delete delete@1", "null", 1),
            ("set+ delete@3", "null", 3),
            ("delete@1 delete@2", "1", 2), ("set set delete@0", "null", 0),
        ] as [(String, String, Int)])
    func `versions that differ are refused`(writes: String, first: String, second: Int) {
        func text(_ version: String) -> String {
            version == "null"
                ? version
                : "VersionPrecondition{exactBaseVersion=\(version == "0" ? "0" : version + "000000"), maxBaseVersion=null}"
        }
        let expected =
            "Cannot collapse mutations with different version preconditions (\(text(first)) and \(text("\(second)")))"
        #expect(refusal { () throws(RPCStatus) in try Self.condition(writes) } == .invalidArgument(expected))
    }

    private enum Outcome: String { case fine, missing, exists, version }

    /// What is asked first is checked against a missing document, one of version 1, and one deleted at 1.
    @Test(
        arguments: [
            ("set", "fine fine fine"), ("set+", "missing fine missing"), ("set-", "fine exists fine"),
            ("set@1", "version fine missing"), ("set@2", "version version version"),
            ("set@0", "fine version version"),
            ("delete", "fine fine fine"), ("delete+", "missing fine missing"),
            ("delete-", "fine exists fine"),
            ("delete@1", "version fine fine"), ("delete@0", "fine version version"),
            ("add+", "missing fine missing"),
            ("set set+", "fine fine fine"), ("set- set+ delete", "fine exists fine"),
            ("delete+ set- set+", "missing fine missing"),
            ("set@1 set@1 set", "version fine missing"), ("delete@1 set set@1", "version fine fine"),
        ])
    func `what the first write asks is asked of the stored document`(writes: String, expected: String) throws
    {
        let condition = try Self.condition(writes)
        let stored = StoredDocument.make("c/a")
        let situations: [(StoredDocument?, Timestamp?)] = [(nil, nil), (stored, nil), (nil, .make(1))]
        let outcomes = situations.map { document, deletionTime -> Outcome in
            let refusal = refusal { () throws(RPCStatus) in
                try condition.check(.make("c/a"), stored: document, deletionTime: deletionTime)
            }
            return switch refusal?.code {
            case nil: .fine
            case .notFound?: .missing
            case .alreadyExists?: .exists
            default: .version
            }
        }
        #expect(outcomes.map(\.rawValue).joined(separator: " ") == expected)
    }
}
