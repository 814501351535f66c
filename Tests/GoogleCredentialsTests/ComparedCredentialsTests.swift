import Foundation
import Testing

@testable import GoogleCredentials

/// What `Scripts/compare-credentials` has this library do, next to google-auth for Python. The script looks at the requests.
@Suite(.timeLimit(.minutes(5))) struct ComparedCredentialsTests {
    private static let folder = ProcessInfo.processInfo.environment["CREDENTIALS_TO_COMPARE"]

    @Test(.enabled(if: folder != nil)) func `each file of a folder gives a token`() async throws {
        let folder = URL(filePath: try #require(ComparedCredentialsTests.folder))
        let names = try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
        for name in names where name.hasSuffix(".json") {
            let variables = folder.appending(path: name.replacing(".json", with: ".env"))
            var environment: [String: String] = [:]
            for line in try String(contentsOf: variables, encoding: .utf8).split(separator: "\n") {
                let parts = line.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
                environment[String(parts[0])] = parts.count == 2 ? String(parts[1]) : ""
            }
            let google = try GoogleCredentials.file(
                folder.appending(path: name).path(percentEncoded: false), environment: environment)
            #expect(try await !google.tokens.token().value.isEmpty, "\(name)")
        }
    }
}
