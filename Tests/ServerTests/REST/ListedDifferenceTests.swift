import Foundation
import Testing

@Suite("Listed differences")
struct ListedDifferenceTests {
    @Test func `the page and the tests know the same differences`() throws {
        let page = URL(filePath: #filePath).deletingLastPathComponent()
            .appending(path: "../../../Documentation/Differences.md")
        let rows = try String(contentsOf: page, encoding: .utf8).split(separator: "\n")
            .filter { $0.hasPrefix("| `") }.compactMap { $0.split(separator: "`").dropFirst().first }
        #expect(rows.map(String.init) == ListedDifference.allCases.map(\.rawValue))
    }
}
