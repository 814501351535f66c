import ClientCore
import FirestoreClient
import FirestoreRPC
import HTTPTransport
import Synchronization
import TestSupport
import Testing

/// Listening when the server refuses something.
@Suite(.timeLimit(.minutes(1)))
struct RefusedChannelTests {
    private static let session: [ListenResponse] = [.add(2), .put("a", 1), .current(5), .boundary(5)]
    private static let resumed: [ListenResponse] = [.add(2), .put("a", 2), .current(6), .boundary(6)]

    private static func body(_ responses: [ListenResponse], _ request: ScriptedChannel.Request)
        -> ScriptedChannel.Reply
    {
        .body(ScriptedChannel.frames(responses, from: request.acknowledged + 1), .open)
    }

    /// An error of the stream itself.
    private static func error(_ status: String, _ id: Int) -> [UInt8] {
        ScriptedChannel.frame(#"[[\#(id),[{"error":{"code":1,"message":"no","status":"\#(status)"}}]]]"#)
    }

    /// Credentials that give another token each time, and count them.
    private final class Tokens: Sendable {
        private let count = Mutex(0)

        var given: Int { count.withLock { $0 } }

        var credentials: Credentials {
            .tokenProvider { [self] in
                "token-\(count.withLock { $0 += 1; return $0 })-of-a-length-that-is-secret"
            }
        }
    }

    // MARK: Tokens

    @Test func `a token goes with the first request of a session, in its body`() async throws {
        let channel = ScriptedChannel { request in
            request.kind == .back ? RefusedChannelTests.body(RefusedChannelTests.session, request) : nil
        }
        let listener = Listener(
            try makeFirestore(channel, credentials: .emulatorAdmin, clock: PacedClock()).collection("c")
                .snapshots)
        #expect(try await listener.next().words == "a=1")
        let headers = try #require(channel.requests(.handshake).first?.form["headers"])
        #expect(headers.contains("Authorization:Bearer owner\r\n"))
        #expect(headers.contains("google-cloud-resource-prefix:projects/p/databases/(default)\r\n"))
        #expect(channel.requests(.forward).allSatisfy { $0.form["headers"] == nil })
    }

    @Test(arguments: [true, false])
    func `a token that expires while listening is replaced once, and listening resumes`(
        isMessage: Bool
    ) async throws {
        let tokens = Tokens()
        let clock = PacedClock()
        let channel = ScriptedChannel { request in
            guard request.kind == .back else { return nil }
            if request.query["SID"] == "s1" {
                return RefusedChannelTests.body(RefusedChannelTests.resumed, request)
            }
            if request.acknowledged == 0 {
                let frames = ScriptedChannel.frames(RefusedChannelTests.session)
                return .body(
                    frames + (isMessage ? RefusedChannelTests.error("UNAUTHENTICATED", 5) : []), .complete)
            }
            return .text(errorJSON(401, "UNAUTHENTICATED"), status: 401, type: "application/json")
        }
        let listener = Listener(
            try makeFirestore(channel, credentials: tokens.credentials, clock: clock).collection("c")
                .snapshots(includeMetadataChanges: true))
        #expect(try await listener.next().words == "a=1")
        let second = try await listener.next()
        #expect(second.words == "a=2")
        #expect(!second.metadata.isFromCache)
        #expect(channel.requests(.handshake).map(\.asked) == [["+2"], ["+2 from t5 with 1"]])
        #expect(tokens.given == 2)
        #expect(channel.requests(.handshake)[1].form["headers"]?.contains("token-2-") == true)
        #expect(clock.sleeps.isEmpty, "the first new token is tried at once")
    }

    @Test func `a token that cannot be replaced ends the listener with unauthenticated`() async throws {
        let channel = ScriptedChannel { request in
            guard request.kind == .back else { return nil }
            if request.acknowledged == 0 {
                return RefusedChannelTests.body(RefusedChannelTests.session, request)
            }
            return .text(errorJSON(401, "UNAUTHENTICATED"), status: 401, type: "application/json")
        }
        let listener = Listener(
            try makeFirestore(
                channel, credentials: .bearerToken("a-token-of-some-length"), clock: PacedClock()
            )
            .collection("c").snapshots)
        #expect(try await listener.next().words == "a=1")
        channel.end()
        let error = try await listener.failure()
        #expect(error.code == .unauthenticated)
        #expect(!error.message.contains("a-token"))
    }

    @Test func `tokens that are all refused are tried a limited number of times, with waits`() async throws {
        let tokens = Tokens()
        let clock = PacedClock()
        let channel = ScriptedChannel { request in
            request.kind == .handshake
                ? .text(errorJSON(401, "UNAUTHENTICATED"), status: 401, type: "application/json") : nil
        }
        let listener = Listener(
            try makeFirestore(
                channel, credentials: tokens.credentials, retryPolicy: .default, clock: clock,
                generator: LargestNumbers()
            ).collection("c").snapshots)
        #expect(try await listener.failure().code == .unauthenticated)
        #expect(tokens.given == 6)
        #expect(clock.sleeps == [250, 500, 1000, 2000].map { .milliseconds($0) })
    }

    // MARK: Refusals

    @Test func `a target that the rules deny ends its listener alone`() async throws {
        let channel = ScriptedChannel { request in
            request.kind == .back ? RefusedChannelTests.body(RefusedChannelTests.session, request) : nil
        }
        let db = try makeFirestore(channel, clock: PacedClock())
        let listener = Listener(db.collection("c").snapshots)
        #expect(try await listener.next().words == "a=1")
        let other = Listener(db.collection("d").snapshots)
        await channel.until(.forward, 1)
        #expect(channel.requests(.forward).first?.asked == ["+4"])
        channel.push(
            ScriptedChannel.frames([.end(4, .permissionDenied), .put("a", 2), .boundary(6)], from: 5))
        let error = try await other.failure()
        #expect(error.code == .permissionDenied)
        #expect(error.message.contains("Listening to \"d\""))
        #expect(try await listener.next().words == "a=2")
    }

    @Test func `a permission that is lost while listening ends the listener`() async throws {
        let channel = ScriptedChannel { request in
            request.kind == .back ? RefusedChannelTests.body(RefusedChannelTests.session, request) : nil
        }
        let listener = Listener(try makeFirestore(channel, clock: PacedClock()).collection("c").snapshots)
        #expect(try await listener.next().words == "a=1")
        channel.push(ScriptedChannel.frames([.end(2, .permissionDenied)], from: 5))
        #expect(try await listener.failure().code == .permissionDenied)
        // Nobody listens any more.
        await channel.until(.terminate, 1)
        #expect(channel.requests(.handshake).count == 1)
    }

    @Test func `an error of the stream that is for good ends all its listeners`() async throws {
        let channel = ScriptedChannel { request in
            request.kind == .back ? .body(RefusedChannelTests.error("PERMISSION_DENIED", 1), .open) : nil
        }
        let db = try makeFirestore(channel, clock: PacedClock())
        let listeners = [Listener(db.collection("c").snapshots), Listener(db.collection("d").snapshots)]
        for listener in listeners { #expect(try await listener.failure().code == .permissionDenied) }
    }

    @Test(arguments: ["UNAVAILABLE", "RESOURCE_EXHAUSTED", "INTERNAL", "ABORTED", "NEW_STATUS"])
    func `an error of the stream that may pass is followed by another session`(status: String) async throws {
        let clock = PacedClock()
        let channel = ScriptedChannel { request in
            guard request.kind == .back else { return nil }
            if request.query["SID"] == "s0" {
                return .body(
                    ScriptedChannel.frames(RefusedChannelTests.session)
                        + RefusedChannelTests.error(status, 5),
                    .open)
            }
            return RefusedChannelTests.body(RefusedChannelTests.resumed, request)
        }
        let listener = Listener(try makeFirestore(channel, clock: clock).collection("c").snapshots)
        // Both may have come before the listener looked.
        var words = try await listener.next().words
        if words == "a=1" { words = try await listener.next().words }
        #expect(words == "a=2")
        #expect(clock.sleeps.count == 1)
        #expect(channel.requests(.handshake).map(\.asked) == [["+2"], ["+2 from t5 with 1"]])
    }

    @Test(arguments: ["stop", "close"])
    func `a channel that the server ends is followed by another one`(word: String) async throws {
        let channel = ScriptedChannel { request in
            guard request.kind == .back else { return nil }
            if request.query["SID"] == "s0" {
                return .body(
                    ScriptedChannel.frames(RefusedChannelTests.session)
                        + ScriptedChannel.frame("[[5,[\"\(word)\"]]]"), .open)
            }
            return RefusedChannelTests.body(RefusedChannelTests.resumed, request)
        }
        let listener = Listener(try makeFirestore(channel, clock: PacedClock()).collection("c").snapshots)
        var words = try await listener.next().words
        if words == "a=1" { words = try await listener.next().words }
        #expect(words == "a=2")
    }

    // MARK: Sessions that are gone

    @Test(arguments: ["", "<html>Unknown SID</html>"])
    func `a session that the server does not know is replaced without repetitions`(page: String) async throws
    {
        let clock = PacedClock()
        let channel = ScriptedChannel { request in
            guard request.kind == .back else { return nil }
            if request.query["SID"] == "s1" {
                return RefusedChannelTests.body(RefusedChannelTests.resumed, request)
            }
            if request.acknowledged > 0 { return .text(page, status: 400) }
            return .body(ScriptedChannel.frames(RefusedChannelTests.session), .complete)
        }
        let listener = Listener(try makeFirestore(channel, clock: clock).collection("c").snapshots)
        #expect(try await listener.next().words == "a=1")
        #expect(try await listener.next().words == "a=2")
        #expect(channel.requests(.back).map(\.identity) == ["s0 rpc 1", "s0 rpc 1", "s1 rpc 1"])
        #expect(clock.sleeps.count == 1)
    }

    @Test func `a session that is gone when something is asked is replaced, too`() async throws {
        let channel = ScriptedChannel { request in
            if request.kind == .forward { return .text("", status: 400) }
            guard request.kind == .back else { return nil }
            if request.query["SID"] == "s0" {
                return RefusedChannelTests.body(RefusedChannelTests.session, request)
            }
            return RefusedChannelTests.body(
                [
                    .add(2), .put("a", 2), .current(6), .boundary(6), .add(4), .put("a", 7, in: [4]),
                    .current(7, 4), .boundary(7),
                ], request)
        }
        let db = try makeFirestore(channel, clock: PacedClock())
        let listener = Listener(db.collection("c").snapshots)
        #expect(try await listener.next().words == "a=1")
        let other = Listener(db.collectionGroup("c").snapshots)
        #expect(try await other.next().words == "a=7")
        #expect(try await listener.next().words == "a=2")
        #expect(channel.requests(.forward).count == 1)
        #expect(channel.requests(.handshake).last?.asked == ["+2 from t5 with 1", "+4"])
    }

    @Test func `a request that got no answer is repeated with the same numbers`() async throws {
        let channel = ScriptedChannel { request in
            if request.kind == .forward, request.number < 2 {
                return request.number == 0
                    ? .failure(.connectionLost) : .text(errorJSON(503, "UNAVAILABLE"), status: 503)
            }
            return request.kind == .back
                ? RefusedChannelTests.body(RefusedChannelTests.session, request) : nil
        }
        let db = try makeFirestore(channel, clock: PacedClock())
        let listener = Listener(db.collection("c").snapshots)
        #expect(try await listener.next().words == "a=1")
        let other = Listener(db.collection("d").snapshots)
        await channel.until(.forward, 3)
        let forwards = channel.requests(.forward)
        #expect(Set(forwards.map(\.query["RID"])).count == 1)
        #expect(forwards.map(\.query["t"]) == ["1", "2", "3"])
        #expect(forwards.map(\.form["ofs"]) == ["1", "1", "1"])
        #expect(forwards.map(\.asked) == [["+4"], ["+4"], ["+4"]])
        #expect(forwards.map(\.acknowledged) == [4, 4, 4])
        #expect(channel.requests(.handshake).count == 1)
        other.cancel()
    }

    // MARK: Other servers

    @Test(arguments: [
        (404, "text/html", StatusCode.unimplemented), (200, "text/html", .unknown),
        (405, "text/plain", .unknown),
    ])
    func `a server that is not Firestore ends the listener`(status: Int, type: String, code: StatusCode)
        async throws
    {
        let channel = ScriptedChannel { request in
            request.kind == .handshake ? .text("<!DOCTYPE html><p>hello", status: status, type: type) : nil
        }
        let listener = Listener(try makeFirestore(channel, clock: PacedClock()).collection("c").snapshots)
        let error = try await listener.failure()
        #expect(error.code == code, "\(error)")
        #expect(error.message.contains("127.0.0.1:8080 is not a Firestore server"), "\(error)")
        #expect(channel.requests(.handshake).count == 1)
        #expect(channel.requests(.back).isEmpty)
        #expect(channel.requests(.terminate).isEmpty)
    }

    @Test func `a transport without streams is refused by name`() async throws {
        let listener = Listener(try makeFirestore().collection("c").snapshots)
        let error = try await listener.failure()
        #expect(error.code == .unimplemented)
        #expect(error.message.contains("HTTPStreamingTransport"))
    }

    @Test func `a server that cannot be reached is tried without limit, after waits that grow to a bound`()
        async throws
    {
        let clock = PacedClock()
        let policy = RetryPolicy(
            maximumAttempts: 3, initialDelay: .milliseconds(100), multiplier: 3, maximumDelay: .seconds(2))
        let channel = ScriptedChannel { request in
            if request.kind == .handshake, request.number < 8 { return .failure(.unreachable) }
            return request.kind == .back
                ? RefusedChannelTests.body(RefusedChannelTests.session, request) : nil
        }
        let listener = Listener(
            try makeFirestore(channel, retryPolicy: policy, clock: clock, generator: LargestNumbers())
                .collection("c").snapshots)
        #expect(try await listener.next().words == "a=1")
        let waits = [100, 300, 900, 2000, 2000, 2000, 2000, 2000].map { Duration.milliseconds($0) }
        #expect(Array(clock.sleeps.prefix(8)) == waits)
    }
}
