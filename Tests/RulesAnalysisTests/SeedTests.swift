import CoreValues
import FirestoreModel
import FirestoreRules
import RulesAnalysis
import RulesCore
import Testing

@Suite("Seeds of a search")
struct SeedTests {
    /// A text that no search makes up.
    private static let secret = "7f3a-91bc"
    private static let condition =
        "resource.data.key == 'k' && resource.data.code.lower() == resource.data.name"
    private static let rules = [
        AnalysisExample.note("get", if: "false"), AnalysisExample.note("get", if: condition),
    ]

    private struct Documents: RulesDataSource {
        let fields: [DocumentPath: MapValue]

        func document(_ path: DocumentPath) -> MapValue? { fields[path] }
        func documentAfter(_ path: DocumentPath) -> MapValue? { fields[path] }
    }

    private let path = DocumentPath(segments: ["notes", "n7"])
    private let fields: MapValue = ["key": "k", "code": "7F3A-91BC", "name": .string(secret)]

    @Test func `the documents of a database are tried first`() throws {
        var comparison = try RulesComparison(old: Self.rules[0], new: Self.rules[1], seed: 1)
        let seeds = DocumentSeeds.scenarios(of: [(try #require(path), fields)], for: comparison.rules)
        #expect(!seeds.isEmpty)
        comparison.sow(seeds)
        for _ in seeds { comparison.advance() }
        #expect(comparison.findings.map(\.kind) == [.allowedNow])
        #expect(comparison.requests <= 2 * seeds.count)
    }

    @Test func `a request that was sent becomes a scenario with the documents that it needs`() throws {
        let chat = try #require(DocumentPath(segments: ["chats", "c1"]))
        let message = try #require(DocumentPath(segments: ["chats", "c1", "messages", "m1"]))
        let rules = try AnalysedRules(
            AnalysisExample.rules(
                """
                match /chats/{c}/messages/{m} {
                  allow update: if request.auth.uid in get(/databases/$(database)/documents/chats/$(c)).data.members;
                }
                """))
        let source = Documents(fields: [chat: ["members": ["dora"]], message: ["text": "hi"]])
        let request = RulesRequest(
            auth: RulesAuth(uid: "dora", token: RuleMap(stored: ["sub": "dora", "role": "guest"])),
            time: Timestamp(seconds: 1_700_000_000, nanoseconds: 0), database: AnalysedRequest.database,
            operations: [
                .write(WriteOperation(path: message, kind: .set, exists: true, knownFields: ["text": "ho"]))
            ])
        let scenario = try #require(
            RequestSeeds.scenarios(of: request, source, by: [rules]).first)
        #expect(scenario.request.method == .update && scenario.request.data == ["text": "ho"])
        #expect(scenario.request.user == .init(uid: "dora", claims: ["role": "guest"]))
        #expect(Set(scenario.world.documents.map(\.path)) == [chat, message])
        #expect(scenario.isAllowed(by: rules.plan))
    }
}
