import FirestoreModel
import FirestoreRPC
import Synchronization
import Testing

@testable import FirestoreEmulator

@Suite("Streams of writes")
struct WriteStreamTests {
    private let core = EmulatorCore(configuration: EmulatorConfiguration())
    private let outputs = OutputCounter()

    private func open(_ authorization: String? = "Bearer owner") throws -> any RPCStream<
        WriteRequest, WriteResponse
    > {
        try FirestoreService(core: core).write(CallMetadata(authorization: authorization)) { [outputs] in
            outputs.add()
        }
    }

    /// A stream after its handshake.
    private func opened(_ authorization: String? = "Bearer owner") throws -> any RPCStream<
        WriteRequest, WriteResponse
    > {
        let stream = try open(authorization)
        stream.receive(.handshake)
        _ = stream.take()
        return stream
    }

    private func fields(_ path: String) -> MapValue? {
        core.database(.test).latestState.document(DocumentName.make(path).path)?.fields
    }

    @Test func `the handshake is answered with an id and a token alone`() throws {
        let stream = try open()
        stream.receive(.handshake)
        let output = stream.take()
        let response = try #require(output.responses.first)
        #expect(output.responses.count == 1 && output.end == nil)
        #expect(!response.streamID.isEmpty && !response.streamToken.isEmpty)
        #expect(response.writeResults.isEmpty && response.commitTime == nil)
        let other = try open()
        other.receive(.handshake)
        #expect(other.take().responses.first?.streamID != response.streamID)
    }

    @Test func `each request is one commit, answered in order with the next token`() throws {
        let stream = try opened()
        stream.receive(.commit([.make("c/a", ["n": 1]), .make("c/b", ["n": 2])]))
        stream.receive(.commit([Write(.delete(.make("c/a")))]))
        let responses = stream.take().responses
        #expect(responses.map(\.writeResults.count) == [2, 1])
        #expect(Set(responses.map(\.streamToken)).count == 2)
        let (first, second) = (try #require(responses[0].commitTime), try #require(responses[1].commitTime))
        #expect(first < second)
        #expect(responses[0].writeResults.map(\.updateTime) == [first, first])
        #expect(responses[1].writeResults.map(\.updateTime) == [nil])
        #expect(responses.map(\.streamID) == ["", ""])
        #expect(fields("c/a") == nil && fields("c/b") == ["n": 2])
    }

    @Test func `ten commits may be sent with the token of the handshake`() throws {
        let stream = try open()
        stream.receive(.handshake)
        let token = try #require(stream.take().responses.first?.streamToken)
        for number in 1...10 {
            stream.receive(.commit([.make("c/\(number)", ["n": 1])], token: token))
        }
        let output = stream.take()
        #expect(output.responses.count == 10 && output.end == nil)
        #expect((1...10).allSatisfy { fields("c/\($0)") != nil })
    }

    @Test func `an error comes after the answers before it, ends the stream, and drops what follows`() throws
    {
        let stream = try opened()
        stream.receive(.commit([.make("c/a", ["n": 1])]))
        stream.receive(
            .commit([.make("c/b", ["n": 1]), Write(.delete(.make("c/no")), precondition: .exists(true))]))
        stream.receive(.commit([.make("c/c", ["n": 1])]))
        let output = stream.take()
        #expect(output.responses.count == 1)
        guard case .failed(let status)? = output.end else {
            Issue.record("the stream has not failed")
            return
        }
        #expect(status.code == .notFound)
        #expect(fields("c/a") != nil && fields("c/b") == nil && fields("c/c") == nil)
    }

    @Test func `a request without writes is the goodbye`() throws {
        let stream = try opened()
        stream.receive(WriteRequest())
        stream.receive(.commit([.make("c/late", [:])]))
        let output = stream.take()
        #expect(output.responses.count == 1 && output.end == .ok)
        #expect(output.responses.first?.streamToken.isEmpty == false)
        #expect(fields("c/late") == nil)
    }

    @Test func `a stream whose client sends no more ends well`() throws {
        let stream = try opened()
        stream.receive(.commit([.make("c/a", [:])]))
        stream.receiveEnd()
        let output = stream.take()
        #expect(output.responses.count == 1 && output.end == .ok)
    }

    @Test func `commits count although the client has gone`() throws {
        let stream = try opened()
        stream.receive(.commit([.make("c/a", [:])]))
        stream.cancel()
        stream.receive(.commit([.make("c/b", [:])]))
        #expect(stream.take().responses.isEmpty)
        #expect(fields("c/a") != nil && fields("c/b") == nil)
    }

    @Test(arguments: [
        (WriteRequest(database: ""), "'database' must be set on an initial write request."),
        (WriteRequest(database: "projects/p/databases/(default)", streamID: "1"), "do not set stream ID."),
        (
            WriteRequest(database: "projects/p/databases/(default)", streamToken: [1]),
            "'stream_token' must not"
        ),
        (
            WriteRequest(database: "projects/p/databases/(default)", writes: Decoded([.make("c/a", [:])])),
            "'writes' must not be set"
        ),
        (WriteRequest(database: "nonsense"), "Database name"),
    ])
    func `a handshake names the database and nothing else`(request: WriteRequest, words: String) throws {
        let stream = try open()
        stream.receive(request)
        let output = stream.take()
        guard case .failed(let status)? = output.end else {
            Issue.record("the stream has not failed")
            return
        }
        #expect(output.responses.isEmpty && status.code == .invalidArgument)
        #expect(status.message?.contains(words) == true)
        #expect(fields("c/a") == nil)
    }

    @Test func `a refusal of the content ends the stream`() throws {
        let stream = try opened()
        stream.receive(WriteRequest(writes: Decoded([.make("c/a", [:])], refusal: .invalidArgument("bad"))))
        #expect(stream.take().end == .failed(.invalidArgument("bad")))
        #expect(fields("c/a") == nil)
    }

    @Test func `the rules decide with the caller of the stream, as they are at the time of the commit`()
        throws
    {
        let token = "Bearer eyJhbGciOiJub25lIn0.eyJzdWIiOiJhbGljZSIsInVzZXJfaWQiOiJhbGljZSJ9."
        let stream = try opened(token)
        core.rules.set(.allowing("write: if request.auth.uid == 'alice'"), project: "p")
        stream.receive(.commit([.make("c/a", [:])]))
        #expect(stream.take().end == nil)
        core.rules.set(.allowing("write: if request.auth.uid == 'bob'"), project: "p")
        stream.receive(.commit([.make("c/b", [:])]))
        guard case .failed(let status)? = stream.take().end else {
            Issue.record("the stream has not failed")
            return
        }
        #expect(status.code == .permissionDenied)
        #expect(fields("c/a") != nil && fields("c/b") == nil)
    }

    @Test func `an invalid token is refused at once`() {
        #expect(throws: RPCStatus.self) { try open("Bearer nonsense") }
    }

    @Test func `there is something to take after each request and after the end`() throws {
        let stream = try open()
        stream.receive(.handshake)
        #expect(outputs.count == 1)
        stream.receive(.commit([.make("c/a", [:])]))
        #expect(outputs.count == 2)
        stream.receiveEnd()
        #expect(outputs.count == 3)
        stream.receive(.commit([.make("c/a", [:])]))
        stream.receiveEnd()
        #expect(outputs.count == 3)
    }
}

/// Counts how often a stream says that there is something to take.
final class OutputCounter: Sendable {
    private let number = Mutex(0)

    var count: Int { number.withLock { $0 } }

    func add() { number.withLock { $0 += 1 } }
}

extension WriteRequest {
    static let handshake = WriteRequest(database: DatabaseID.test.description)

    static func commit(_ writes: [Write], token: [UInt8] = []) -> WriteRequest {
        WriteRequest(writes: Decoded(writes), streamToken: token)
    }
}

extension Write {
    /// Replaces a document of the tests' database.
    static func make(_ path: String, _ fields: MapValue) -> Write {
        Write(.update(.make(path), fields, mask: nil))
    }
}

extension ProjectRules {
    /// Rules with one permission for all documents, such as `read: if true`.
    static func allowing(_ permission: String) -> ProjectRules {
        ProjectRules([
            File(
                name: nil,
                content: "service cloud.firestore { match /databases/{d}/documents { match /{x=**} { allow "
                    + permission + "; } } }")
        ])
    }
}
