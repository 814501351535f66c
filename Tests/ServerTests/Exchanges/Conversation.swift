import CurlHTTP
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
        placeholders = Placeholders(project: project)
    }

    /// With Google's emulator, about a project that nobody has used before.
    init(withGoogles address: String) throws {
        let endpoint = try FirestoreEndpoint.emulator(address)
        transport = Conversation.client
        authority = "\(endpoint.host):\(endpoint.port)"
        isGoogles = true
        // As long as the other name: some messages count characters.
        let letters = Array("abcdefghijklmnopqrstuvwxyz0123456789")
        project = "r" + String((1..<Conversation.project.count).map { _ in letters.randomElement() ?? "a" })
        placeholders = Placeholders(project: project)
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

    /// The answers so far, masked.
    ///
    /// - Parameter indices: Those that are not to count.
    func maskedAnswers(leavingOut indices: Set<Int> = []) -> [ExchangeAnswer] {
        let answers = answers.enumerated().map { indices.contains($0) ? .missing : $1 }
        return AnswerMask.masked(answers, project: project, as: Conversation.project)
    }

    private static let client: HTTPClient = {
        var configuration = HTTPClientConfiguration()
        configuration.requestTimeout = .seconds(5)
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
