import FirestoreRules
import Foundation

/// A source, and what Google's compiler says about it while it reads: `5:22 123-124 Unexpected 'x'.`, by line, column
/// and offsets. A source without mistakes has nothing said about it.
struct RecordedMistake: Decodable {
    private var source: String?
    /// What stands inside of `match /databases/{d}/documents`.
    private var block: String?
    /// What stands after `allow read: if`.
    private var condition: String?
    let issues: [String]

    static let all: [RecordedMistake] = {
        let file = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .appendingPathComponent("Fixtures").appendingPathComponent("mistakes.json")
        return (try? JSONDecoder().decode([RecordedMistake].self, from: Data(contentsOf: file))) ?? []
    }()

    var text: String {
        if let block { return Self.source(block: block) }
        return condition.map { Self.source(condition: $0) } ?? source ?? ""
    }

    static func source(block: String) -> String {
        "rules_version = '2';\nservice cloud.firestore {\n  match /databases/{d}/documents {\n\(block)\n  }\n}\n"
    }

    static func source(condition: String) -> String {
        source(block: "    match /a/{id} {\n      allow read: if \(condition);\n    }")
    }
}

extension Diagnostic {
    /// As recorded.
    var recorded: String {
        guard let range else { return "0:0 0-0 \(message)" }
        let start = range.start
        return "\(start.line):\(start.column) \(start.offset)-\(range.endOffset) \(message)"
    }
}
