import CurlHTTP
import EmulatorAccess
import FirestoreClient
import FirestoreEmulator
import FirestoreModel
import HTTPTransport
import HTTPTypes
import Synchronization
import TestSupport

/// Requests to one server about one project, one after the other, and its answers.
struct Conversation {
    /// The id of the project where nothing else is called for; in texts that are compared it stands for all of them.
    static let project = "recorded"
    /// The id of another project.
    private static let other = "other"

    private let transport: any HTTPTransport
    private let authority: String
    private let isGoogles: Bool
    private let project: String
    private var placeholders: Placeholders
    private var hasRules = false
    private(set) var answers: [ExchangeAnswer] = []

    /// With an emulator of our own that holds nothing.
    ///
    /// Its clock advances by 3 ms each time it is read, so that no two of its times are equal by chance, not even the
    /// times of requests, which are cut to milliseconds.
    init(with configuration: EmulatorConfiguration = EmulatorConfiguration()) {
        var configuration = configuration
        let ticks = Ticks()
        configuration.clock = EmulatorClock { ticks.next() }
        transport = Emulator(configuration: configuration).transport
        authority = "embedded"
        isGoogles = false
        project = Conversation.project
        placeholders = Placeholders(project: project, other: Conversation.other)
    }

    /// With Google's emulator, about a project that nobody has used before.
    init(withGoogles address: String) throws {
        let endpoint = try FirestoreEndpoint.emulator(address)
        transport = Conversation.client
        authority = "\(endpoint.host):\(endpoint.port)"
        isGoogles = true
        project = Conversation.randomID(like: Conversation.project)
        placeholders = Placeholders(
            project: project, other: Conversation.randomID(like: Conversation.other))
    }

    /// An id as long as another one: some messages count characters.
    private static func randomID(like id: String) -> String {
        let letters = Array("abcdefghijklmnopqrstuvwxyz0123456789")
        return id.prefix(1) + String((1..<id.count).map { _ in letters.randomElement() ?? "a" })
    }

    /// Asks, and keeps the answer.
    mutating func ask(_ request: ExchangeRequest) async throws {
        let body = placeholders.filled(request.bodyText)
        var head = HTTPRequest(
            method: request.method, scheme: "http", authority: authority,
            path: placeholders.filled(request.target, isInURL: true))
        head.headerFields[.authorization] = request.authorization
        if request.body != .none { head.headerFields[.contentType] = "application/json" }
        for header in request.headers {
            if let name = HTTPField.Name(header.name) { head.headerFields[name] = header.value }
        }
        // The time of a request is cut to milliseconds and shall not come before what was answered just now. Rules see it.
        if request.target.hasSuffix(":securityRules") { hasRules = true }
        if isGoogles, hasRules || body.contains("REQUEST_TIME") {
            try await Task.sleep(for: .milliseconds(2))
        }
        let answer: ExchangeAnswer
        do throws(HTTPTransportError) {
            answer = ExchangeAnswer(try await transport.send(head, body: Array(body.utf8)))
        } catch {
            guard error.kind == .timedOut else { throw error }
            answer = .missing
        }
        answers.append(answer)
        if let label = request.label { placeholders.keep(answer, as: label) }
    }

    /// Gives up all that the server holds for this conversation: Google's emulator forgets nothing by itself.
    func end() async throws {
        let root = placeholders.filled("{{documents}}")
        for transaction in placeholders.transactions {
            try await send(.post, "/v1/\(root):rollback", #"{"transaction":"\#(transaction)"}"#)
        }
        try await send(.delete, "/emulator/v1/\(root)", "")
    }

    private func send(_ method: HTTPRequest.Method, _ path: String, _ body: String) async throws {
        var head = HTTPRequest(method: method, scheme: "http", authority: authority, path: path)
        head.headerFields[.authorization] = "Bearer owner"
        if !body.isEmpty { head.headerFields[.contentType] = "application/json" }
        _ = try await transport.send(head, body: Array(body.utf8))
    }

    /// The answers so far, masked.
    ///
    /// - Parameter indices: Those that are not to count.
    func maskedAnswers(leavingOut indices: Set<Int> = []) -> [ExchangeAnswer] {
        let answers = answers.enumerated().map { index, answer in
            if indices.contains(index) { return ExchangeAnswer.missing }
            let body = answer.body.replacing(
                "projects/\(placeholders.other)/", with: "projects/\(Conversation.other)/"
            ).replacing("projects\\/\(placeholders.other)\\/", with: "projects\\/\(Conversation.other)\\/")
            return ExchangeAnswer(status: answer.status, body: body)
        }
        return AnswerMask.masked(answers, project: project, as: Conversation.project)
    }

    private static let client: HTTPClient = {
        var configuration = HTTPClientConfiguration()
        // Some requests Google's emulator never answers; others wait for their turn, among all the tests that run at once, on
        // a machine that may be busy.
        configuration.requestTimeout = .seconds(20)
        return HTTPClient(configuration: configuration)
    }()

    private final class Ticks: Sendable {
        private let count = Atomic(0)
        // Half a millisecond off, so that a time cut to milliseconds is another one.
        private let start = EmulatorClock.system.now().seconds * 1_000_000 + 500

        func next() -> Timestamp {
            Timestamp(microseconds: start + Int64(count.add(3000, ordering: .relaxed).newValue))
        }
    }
}

extension ExchangeAnswer {
    fileprivate init(_ response: HTTPExchangeResponse) {
        let type = response.head.headerFields[.contentType].map { " " + $0 } ?? ""
        self.init(
            status: "\(response.head.status.code)\(type)",
            body: String(decoding: response.body, as: UTF8.self))
    }
}
