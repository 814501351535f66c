import Dispatch
import Foundation
import Fuzzing
import Testing

@Suite("Inputs that a fuzzer has found")
struct CorpusTests {
    private static let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .appending(path: "Corpora")

    private static func files(_ target: String) throws -> [URL] {
        try FileManager.default.contentsOfDirectory(
            at: root.appending(path: target), includingPropertiesForKeys: nil)
    }

    @Test(arguments: FuzzTarget.all)
    func `each is read or refused, as promised`(target: FuzzTarget) async throws {
        let files = try CorpusTests.files(target.name)
        #expect((1...100).contains(files.count), "\(target.name)")
        for file in files {
            let input = Array(try Data(contentsOf: file))
            await #expect(throws: Never.self, "\(target.name)/\(file.lastPathComponent)") {
                try await target.check(input)
            }
        }
    }

    @Test func `every folder belongs to a target`() throws {
        let folders = try FileManager.default.contentsOfDirectory(atPath: CorpusTests.root.path())
        #expect(Set(folders.filter { !$0.hasSuffix(".dictionary") }) == Set(FuzzTarget.all.map(\.name)))
    }
}
