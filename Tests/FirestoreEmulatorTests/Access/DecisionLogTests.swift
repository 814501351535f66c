import FirestoreModel
import FirestoreREST
import FirestoreRules
import HTTPTransport
import HTTPTypes
import Synchronization
import Testing

@testable import FirestoreEmulator

/// What an emulator remembers of the decisions of rules.
@Suite struct DecisionLogTests {
    private static let rules = """
        rules_version = '2';
        service cloud.firestore {
          match /databases/{database}/documents {
            match /notes/{note} { allow get: if note != 'secret'; }
          }
        }
        """

    private func emulator(_ configuration: EmulatorConfiguration = EmulatorConfiguration()) -> Emulator {
        let emulator = Emulator(configuration: configuration)
        emulator.setRules(SourceFile(content: Self.rules), project: "p")
        return emulator
    }

    private func send(
        _ path: String, to emulator: Emulator, authorization: String? = nil, origin: String? = nil
    ) -> HTTPExchangeResponse {
        var request = HTTPRequest(method: .get, scheme: "http", authority: "127.0.0.1:1", path: path)
        request.headerFields[.authorization] = authorization
        request.headerFields[.origin] = origin
        return emulator.adapter.respond(to: request, body: [])
    }

    @discardableResult
    private func get(_ note: String, from emulator: Emulator, authorization: String? = nil)
        -> HTTPExchangeResponse
    {
        send(
            "/v1/projects/p/databases/(default)/documents/notes/\(note)", to: emulator,
            authorization: authorization)
    }

    @Test func `decisions are remembered in order, allowed ones too`() throws {
        let emulator = emulator()
        get("n1", from: emulator)
        get("secret", from: emulator)
        let decisions = emulator.recentDecisions(project: "p")
        #expect(decisions.map(\.isAllowed) == [true, false])
        #expect(decisions.map(\.number) == [1, 2])
        #expect(
            decisions.map(\.explanation.headline) == [
                "ALLOWED get notes/n1 as nobody", "DENIED get notes/secret as nobody",
            ])
        #expect(emulator.recentDecisions(project: "other").isEmpty)
    }

    @Test func `an administrator is nothing that rules decide about`() {
        let emulator = emulator()
        get("secret", from: emulator, authorization: "Bearer owner")
        #expect(emulator.recentDecisions(project: "p").isEmpty)
    }

    @Test func `only the latest decisions are remembered`() {
        let emulator = emulator(EmulatorConfiguration(rememberedDecisions: 3))
        for number in 1...7 { get("n\(number)", from: emulator) }
        #expect(emulator.recentDecisions(project: "p").map(\.number) == [5, 6, 7])
    }

    @Test func `denials outlast what is allowed, as many of them again`() {
        let emulator = emulator(EmulatorConfiguration(rememberedDecisions: 3))
        for _ in 1...5 { get("secret", from: emulator) }
        for number in 1...9 { get("n\(number)", from: emulator) }
        let decisions = emulator.recentDecisions(project: "p")
        #expect(decisions.map(\.number) == [3, 4, 5, 12, 13, 14])
        #expect(decisions.prefix(3).allSatisfy { !$0.isAllowed })
    }

    @Test func `none are remembered where none are wanted, but told all the same`() {
        let told = Mutex<[Bool]>([])
        let emulator = emulator(
            EmulatorConfiguration(rememberedDecisions: 0) { decision in
                told.withLock { $0.append(decision.isAllowed) }
            })
        get("n1", from: emulator)
        get("secret", from: emulator)
        #expect(emulator.recentDecisions(project: "p").isEmpty)
        #expect(told.withLock { $0 } == [true, false])
    }

    @Test func `a decision is explained by the rules that made it`() {
        let emulator = emulator()
        get("secret", from: emulator)
        emulator.setRules(
            SourceFile(name: "new.rules", content: "service cloud.firestore { match /a/b { allow read; } }"),
            project: "p")
        get("n1", from: emulator)
        let texts = emulator.recentDecisions(project: "p").map(\.text)
        #expect(texts.count == 2)
        #expect(texts.first?.contains("note != 'secret'") == true)
        #expect(texts.last?.contains("no match block") == true)
    }

    @Test func `a reset forgets them`() {
        let emulator = emulator()
        get("n1", from: emulator)
        emulator.adapter.core.reset()
        #expect(emulator.recentDecisions(project: "p").isEmpty)
    }

    @Test func `they are served as JSON`() throws {
        let emulator = emulator()
        get("n1", from: emulator)
        get("secret", from: emulator)
        let response = send("/emulator/v1/projects/p:explain?denied=true", to: emulator)
        #expect(response.head.status == .ok)
        let decisions = try #require(try JSONParser.parse(response.body)["decisions"]?.array)
        #expect(decisions.count == 1)
        #expect(decisions.first?["number"] == .number("2"))
        #expect(decisions.first?["allowed"] == .boolean(false))
        #expect(decisions.first?["headline"] == .string("DENIED get notes/secret as nobody"))
        let finding = decisions.first?["attempts"]?.array?.first?["finding"]
        #expect(finding?["expression"] == .string("note != 'secret'"))
        #expect(finding?["value"] == .string("false"))
        #expect(finding?["values"]?.array?.first?["value"] == .string("\"secret\""))
    }

    @Test func `they are served as text, the latest last`() {
        let emulator = emulator()
        for note in ["n1", "secret", "n2"] { get(note, from: emulator) }
        let response = send("/emulator/v1/projects/p:explain?format=text&limit=2", to: emulator)
        let text = String(decoding: response.body, as: UTF8.self)
        let headlines = text.split(separator: "\n").filter { $0.hasPrefix("#") }
        #expect(headlines.count == 2)
        #expect(headlines.first?.hasSuffix("DENIED get notes/secret as nobody") == true)
        #expect(headlines.last?.hasSuffix("ALLOWED get notes/n2 as nobody") == true)
    }

    @Test(arguments: ["format=xml", "limit=-1", "limit=x"])
    func `a parameter that means nothing is refused`(parameter: String) {
        let response = send("/emulator/v1/projects/p:explain?\(parameter)", to: emulator())
        #expect(response.head.status == .badRequest)
    }

    @Test func `web pages from elsewhere are told nothing`() {
        let response = send("/emulator/v1/projects/p:explain", to: emulator(), origin: "https://example.com")
        #expect(response.head.status == .forbidden)
    }

    @Test func `a decision on much data is explained at once, so that the data can go`() throws {
        let emulator = Emulator()
        emulator.setRules(
            SourceFile(
                content: """
                    service cloud.firestore {
                      match /databases/{database}/documents/notes/{note} {
                        allow create: if request.resource.data.text.size() < 10;
                      }
                    }
                    """), project: "p")
        for size in [10, 500_000] {
            let body = "{\"fields\":{\"text\":{\"stringValue\":\"\(String(repeating: "x", count: size))\"}}}"
            let request = HTTPRequest(
                method: .post, scheme: "http", authority: "127.0.0.1",
                path: "/v1/projects/p/databases/(default)/documents/notes")
            #expect(emulator.adapter.respond(to: request, body: Array(body.utf8)).head.status == .forbidden)
        }
        let isKept = emulator.recentDecisions(project: "p").map { decision in
            if case .recorded = decision.content { true } else { false }
        }
        #expect(isKept == [true, false])
        #expect(
            emulator.recentDecisions(project: "p").last?.text.contains(
                "request.resource.data.text.size() is 500000") == true)
    }
}
