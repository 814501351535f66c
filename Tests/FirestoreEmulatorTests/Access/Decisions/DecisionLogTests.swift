import FirestoreModel
import FirestoreRules
import HTTPTransport
import HTTPTypes
import JSONText
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
        _ path: String, to emulator: Emulator, authorization: String? = nil, origin: String? = nil,
        log: String? = nil
    ) -> HTTPExchangeResponse {
        var request = HTTPRequest(method: .get, scheme: "http", authority: "127.0.0.1:1", path: path)
        request.headerFields[.authorization] = authorization
        request.headerFields[.origin] = origin
        request.headerFields[.rulesLog] = log
        return emulator.front.respond(to: request, body: [])
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
        emulator.front.core.reset()
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

    @Test func `web pages from elsewhere learn nothing`() {
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
            #expect(emulator.front.respond(to: request, body: Array(body.utf8)).head.status == .forbidden)
        }
        let isKept = emulator.recentDecisions(project: "p").map { decision in
            if case .decided = decision.content { true } else { false }
        }
        #expect(isKept == [true, false])
        #expect(
            emulator.recentDecisions(project: "p").last?.text.contains(
                "request.resource.data.text.size() is 500000") == true)
    }

    // MARK: From a refusal to its explanation

    @Test func `a refusal tells under which number it is explained`() {
        let emulator = emulator()
        let allowed = get("n1", from: emulator)
        #expect(allowed.head.headerFields[.rulesDecision] == nil)
        let denied = get("secret", from: emulator)
        #expect(denied.head.headerFields[.rulesDecision] == "2")
        #expect(denied.head.headerFields[.accessControlExposeHeaders] == "X-Rules-Decision")
        let text = send("/emulator/v1/projects/p:explain?format=text&number=2", to: emulator)
        #expect(String(decoding: text.body, as: UTF8.self).hasPrefix("#2 "))
    }

    @Test func `a write that is denied tells its number too, and its transaction none that is allowed`() {
        let emulator = emulator()
        let write = #"{"writes":[{"delete":"projects/p/databases/(default)/documents/notes/n1"}]}"#
        let request = HTTPRequest(
            method: .post, scheme: "http", authority: "127.0.0.1:1",
            path: "/v1/projects/p/databases/(default)/documents:commit")
        let denied = emulator.front.respond(to: request, body: Array(write.utf8))
        #expect(denied.head.status == .forbidden)
        #expect(denied.head.headerFields[.rulesDecision] == "1")
        var owner = request
        owner.headerFields[.authorization] = "Bearer owner"
        let allowed = emulator.front.respond(to: owner, body: Array(write.utf8))
        #expect(allowed.head.status == .ok)
        #expect(allowed.head.headerFields[.rulesDecision] == nil)
    }

    @Test func `what is not kept has no number`() {
        let emulator = emulator(EmulatorConfiguration(rememberedDecisions: 0))
        #expect(get("secret", from: emulator).head.headerFields[.rulesDecision] == nil)
    }

    @Test func `one decision is reported by its number, and none by another`() throws {
        let emulator = emulator()
        for note in ["n1", "secret", "n2"] { get(note, from: emulator) }
        func numbers(_ parameters: String) throws -> [String] {
            let response = send("/emulator/v1/projects/p:explain?\(parameters)", to: emulator)
            let decisions = try JSONParser.parse(response.body)["decisions"]?.array ?? []
            return decisions.compactMap { $0["number"]?.compactText }
        }
        #expect(try numbers("number=2") == ["2"])
        #expect(try numbers("number=9") == [])
        #expect(try numbers("") == ["1", "2", "3"])
    }

    // MARK: Reads that nobody has asked for

    @Test
    func `allowed reads in the background are left out when they are not wanted, and drive out nothing`()
        throws
    {
        let emulator = emulator(EmulatorConfiguration(rememberedDecisions: 3))
        let documents = "/v1/projects/p/databases/(default)/documents/notes"
        get("n1", from: emulator)
        for _ in 0..<9 { _ = send("\(documents)/n2", to: emulator, log: "background") }
        get("n3", from: emulator)
        let decisions = emulator.recentDecisions(project: "p")
        #expect(decisions.map(\.number) == [1, 8, 9, 10, 11])
        #expect(decisions.map(\.isBackground) == [false, true, true, true, false])
        let response = send("/emulator/v1/projects/p:explain?background=false", to: emulator)
        let told = try JSONParser.parse(response.body)["decisions"]?.array ?? []
        #expect(told.compactMap { $0["number"]?.compactText } == ["1", "11"])
    }

    @Test func `nobody hides a denial or a write by saying that it is in the background`() throws {
        let emulator = Emulator()
        emulator.setRules(
            SourceFile(
                content: """
                    service cloud.firestore { match /databases/{d}/documents/notes/{note} {
                      allow get: if note != 'secret'; allow create: if true; } }
                    """), project: "p")
        let documents = "/v1/projects/p/databases/(default)/documents/notes"
        _ = send("\(documents)/secret", to: emulator, log: "background")
        var request = HTTPRequest(
            method: .post, scheme: "http", authority: "127.0.0.1:1", path: "\(documents)?documentId=a")
        request.headerFields[.rulesLog] = "background"
        #expect(emulator.front.respond(to: request, body: Array("{}".utf8)).head.status == .ok)
        #expect(emulator.recentDecisions(project: "p").map(\.isAllowed) == [false, true])
        #expect(emulator.recentDecisions(project: "p").map(\.isBackground) == [false, false])
    }
}
