import Foundation
import Testing

/// The page that maps the requirements of the chat designs to tests.
@Suite("The page of the chat designs")
struct ChatDesignsTests {
    private static let root = URL(filePath: #filePath).deletingLastPathComponent()
        .appending(path: "../..").standardized

    private static func text(_ path: String) throws -> String {
        try String(contentsOf: root.appending(path: path), encoding: .utf8)
    }

    /// The rows of the page's tables.
    private static func rows() throws -> [(id: String, proofs: [Substring])] {
        try text("Documentation/ChatDesigns.md").split(separator: "\n").compactMap { line in
            let cells = line.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) }
            guard cells.count == 3, cells[0].wholeMatch(of: /[A-F]\d+/) != nil else { return nil }
            return (cells[0], cells[2].replacing("<br>", with: "\n").split(separator: "\n"))
        }
    }

    @Test func `every behaviour has a row`() throws {
        let asked = [("A", 19), ("B", 10), ("C", 7), ("D", 11), ("E", 8), ("F", 12)].flatMap {
            letter, count in
            (1...count).map { "\(letter)\($0)" }
        }
        #expect(try Self.rows().map(\.id) == asked)
    }

    @Test func `every test that is named exists, and begins with the id`() throws {
        for row in try Self.rows() {
            #expect(!row.proofs.isEmpty, "\(row.id)")
            for proof in row.proofs {
                let match = try #require(proof.wholeMatch(of: /\[\w+\]\(\.\.\/(.+?)\): (.+)/), "\(proof)")
                let ids = try Self.text(String(match.1)).matches(of: /func `([A-F0-9, ]+): ([^`]+)`/)
                    .filter { $0.2 == match.2 }.flatMap { $0.1.split(separator: ", ") }
                #expect(ids.contains(row.id[...]), "\(row.id): \(match.2)")
            }
        }
    }
}
