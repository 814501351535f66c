import FirestoreRules
import Foundation

/// A source, and what Google's compiler reports while it parses it: `5:22 123-124 Unexpected 'x'.`, by line, column and
/// offsets. For a correct source that is nothing.
struct RecordedMistake: Decodable {
    private var source: String?
    /// The content of `match /databases/{d}/documents`.
    private var block: String?
    /// The expression after `allow read: if`.
    private var condition: String?
    let issues: [String]

    private static let fixtures = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        .deletingLastPathComponent().appendingPathComponent("Fixtures")

    /// What the parser reports about those mistakes that it words differently.
    static let wordings = fixtures.appendingPathComponent("mistakes.txt")

    static let all: [RecordedMistake] = {
        let file = fixtures.appendingPathComponent("mistakes.json")
        return (try? JSONDecoder().decode([RecordedMistake].self, from: Data(contentsOf: file))) ?? []
    }()

    /// What was recorded, on one line.
    var shortText: String { (block ?? condition ?? source ?? "").debugDescription }

    /// The offsets at which Google's compiler reports something.
    var offsets: [Int] {
        issues.compactMap { $0.split(separator: " ")[1].split(separator: "-").first.flatMap { Int($0) } }
    }

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
