import CoreValues
import HTTPTransport
import HTTPTypes
import JSONText
import RealtimeDatabaseModel
import Synchronization

@testable import RealtimeDatabaseEmulator

/// An emulator of a test's own, spoken to as clients do.
struct TestDatabase: Sendable {
    let emulator: DatabaseEmulator

    /// What a request was answered.
    struct Answer: Sendable {
        let status: Int
        let text: String
        let headers: HTTPFields
    }

    init(_ configuration: DatabaseEmulatorConfiguration = DatabaseEmulatorConfiguration()) {
        emulator = DatabaseEmulator(configuration: configuration)
    }

    /// The database of requests that name none.
    var instance: DatabaseInstance {
        emulator.adapter.databases.database(emulator.configuration.defaultNamespace)
    }

    @discardableResult
    func send(
        _ method: HTTPRequest.Method, _ path: String, _ body: String = "", _ headers: HTTPFields = [:],
        host: String = "localhost:9000"
    ) async throws -> Answer {
        let request = HTTPRequest(
            method: method, scheme: "http", authority: host, path: path, headerFields: headers)
        let response = try await emulator.transport.send(request, body: Array(body.utf8))
        return Answer(
            status: response.head.status.code, text: String(decoding: response.body, as: UTF8.self),
            headers: response.head.headerFields)
    }

    func get(_ path: String, _ headers: HTTPFields = [:]) async throws -> String {
        try await send(.get, path, "", headers).text
    }

    @discardableResult
    func put(_ path: String, _ body: String, _ headers: HTTPFields = [:]) async throws -> Answer {
        try await send(.put, path, body, headers)
    }

    @discardableResult
    func patch(_ path: String, _ body: String) async throws -> Answer { try await send(.patch, path, body) }

    /// Begins to listen.
    func open(_ path: String) async throws -> OpenStream {
        let request = HTTPRequest(
            method: .get, scheme: "http", authority: "localhost", path: path,
            headerFields: [.accept: "text/event-stream"])
        return OpenStream(try await emulator.transport.open(request, body: []))
    }
}

/// A stream, whose events are taken one after the other.
final class OpenStream {
    let status: Int
    let headers: HTTPFields
    private var iterator: any AsyncIteratorProtocol<[UInt8], HTTPTransportError>
    private var reader = ServerSentMessages()
    private var waiting: [ServerSentMessage] = []

    init(_ response: HTTPOpenResponse) {
        status = response.head.status.code
        headers = response.head.headerFields
        iterator = OpenStream.iterator(response.body)
    }

    private static func iterator(
        _ body: some AsyncSequence<[UInt8], HTTPTransportError>
    ) -> any AsyncIteratorProtocol<[UInt8], HTTPTransportError> { body.makeAsyncIterator() }

    /// The next event as it stands on the wire, `put {…}`; nil at the end.
    func next() async throws -> String? {
        try await message().map { "\($0.event) \($0.data)" }
    }

    /// The next event; nil at the end.
    func event() async throws -> StreamEvent? {
        guard let message = try await message() else { return nil }
        return try StreamEvent(message)
    }

    private func message() async throws -> ServerSentMessage? {
        while waiting.isEmpty {
            guard let piece = try await iterator.next(isolation: nil) else { return nil }
            waiting += try reader.take(piece)
        }
        return waiting.removeFirst()
    }
}

/// A clock that shows what it is told to.
final class StandingClock: Sendable {
    private let time = Mutex(Timestamp(seconds: 1_700_000_000, nanoseconds: 0))

    var now: Timestamp { time.withLock { $0 } }

    func advance(by seconds: Int64) {
        time.withLock { $0 = Timestamp(seconds: $0.seconds + seconds, nanoseconds: $0.nanoseconds) }
    }
}

/// An administrator's credentials.
let owner: HTTPFields = [.authorization: "Bearer owner"]

/// A token that says what an object says, signed by nobody.
func token(_ claims: String) -> String {
    "\(Base64.encodeURLSafe(Array(#"{"alg":"none"}"#.utf8))).\(Base64.encodeURLSafe(Array(claims.utf8)))."
}

/// A node from its JSON.
func node(_ json: String) throws -> DataNode { try DataNode(json: Array(json.utf8)) }

extension String {
    /// The text as it stands in a URL.
    var encoded: String {
        utf8.map { byte in
            byte.isLetterOrDigit
                ? String(UnicodeScalar(byte)) : "%" + (byte < 16 ? "0" : "") + String(byte, radix: 16)
        }.joined()
    }
}
