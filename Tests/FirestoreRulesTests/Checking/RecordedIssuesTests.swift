import FirestoreRules
import Foundation
import Testing

/// What Google's compiler says about several hundred sources, recorded from its emulator.
@Suite struct RecordedIssuesTests {
    struct Recording: Decodable, Sendable {
        let source: String
        /// `W 3:25 102-104 text`: severity, line and column, first and last offset.
        let issues: [String]
    }

    static let recordings: [Recording] = {
        let file = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .appendingPathComponent("Fixtures/checking.json")
        guard let data = try? Data(contentsOf: file) else { return [] }
        return (try? JSONDecoder().decode([Recording].self, from: data)) ?? []
    }()

    @Test func `the recording is there`() {
        #expect(Self.recordings.count > 300)
    }

    @Test(arguments: 0..<8) func `every recorded source has the issues of Google's compiler`(part: Int) {
        for index in stride(from: part, to: Self.recordings.count, by: 8) {
            let recording = Self.recordings[index]
            #expect(issues(of: recording.source) == recording.issues, "\(recording.source.prefix(2000))")
        }
    }

    private func issues(of source: String) -> [String] {
        Ruleset(SourceFile(content: source)).diagnostics.map { diagnostic in
            let severity = diagnostic.severity == .error ? "E" : "W"
            guard let range = diagnostic.range else { return "\(severity) \(diagnostic.message)" }
            let (start, end) = (range.start, range.endOffset)
            return "\(severity) \(start.line):\(start.column) \(start.offset)-\(end) \(diagnostic.message)"
        }
    }
}
