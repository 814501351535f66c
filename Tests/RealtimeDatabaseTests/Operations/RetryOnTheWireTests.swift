import HTTPTransport
import RealtimeDatabase
import TestSupport
import Testing

@Suite struct RetryOnTheWireTests {
    private static let unavailable = ScriptedTransport.Step.json(#"{"error":"busy"}"#, status: 503)
    private static let silent = ScriptedTransport.Step.text("", type: nil, status: 204)

    private func run(
        _ steps: [ScriptedTransport.Step],
        _ work: @Sendable (DatabaseReference) async throws(DatabaseError) -> Void
    ) async throws -> (error: DatabaseError?, server: ScriptedServer, clock: InstantClock, database: Database)
    {
        let (server, clock) = (ScriptedServer(steps), InstantClock())
        let database = try makeDatabase(
            server, retryPolicy: RetryPolicy(maximumAttempts: 3, initialDelay: .seconds(1)), clock: clock,
            generator: LargestNumbers())
        do throws(DatabaseError) {
            try await work(database.reference(withPath: "r"))
        } catch {
            return (error, server, clock, database)
        }
        return (nil, server, clock, database)
    }

    @Test func `a read is tried again after waits, and counted`() async throws {
        let (error, server, clock, database) = try await run([
            Self.unavailable, .failure(.connectionLost), .json("1"),
        ]) { reference throws(DatabaseError) in _ = try await reference.getData() }
        #expect(error == nil)
        #expect(server.requests.count == 3)
        #expect(Set(server.requests.map(\.line)).count == 1)
        #expect(clock.sleeps == [.seconds(1), .seconds(2)])
        #expect(database.usage.requests == 3)
        #expect(database.usage.retries == 2)
    }

    @Test func `the last failure is thrown when the attempts are used up`() async throws {
        let (error, server, _, _) = try await run(Array(repeating: Self.unavailable, count: 5)) {
            reference throws(DatabaseError) in _ = try await reference.getData()
        }
        #expect(error?.code == .unavailable)
        #expect(error?.attempts == 3)
        #expect(error?.isRetryable == true)
        #expect(error?.isOutcomeUnknown == false, "a read leaves nothing open")
        #expect(server.remaining == 2)
    }

    @Test(arguments: [Write.value, .update, .removal, .newChild])
    func `a write that can be repeated is, after its answer was lost`(_ write: Write) async throws {
        for lost in [
            ScriptedTransport.Step.failure(.connectionLost), .failure(.timedOut), Self.unavailable,
            .json(#"{"error":"oops"}"#, status: 500),
        ] {
            let (error, server, _, _) = try await run([lost, Self.silent], write.perform)
            #expect(error == nil)
            #expect(server.requests.count == 2)
            #expect(Set(server.requests.map(\.line)).count == 1)
            #expect(server.requests.first?.body == server.requests.last?.body)
        }
    }

    @Test(arguments: [Write.increment, .deepIncrement, .updateWithIncrement])
    func `an increment is repeated only if it certainly was not carried out`(_ write: Write) async throws {
        for lost in [
            ScriptedTransport.Step.failure(.connectionLost), .failure(.timedOut), Self.unavailable,
        ] {
            let (error, server, _, _) = try await run([lost, Self.silent], write.perform)
            #expect(server.requests.count == 1)
            #expect(error?.isOutcomeUnknown == true)
            #expect(error?.message.contains("may have succeeded") == true)
        }
        for unsent in [
            ScriptedTransport.Step.failure(.unreachable), .json(#"{"error":"x"}"#, status: 429),
        ] {
            let (error, server, _, _) = try await run([unsent, Self.silent], write.perform)
            #expect(error == nil)
            #expect(server.requests.count == 2)
        }
    }

    @Test(arguments: [400, 401, 403, 404, 412])
    func `what another attempt cannot help is not tried again`(_ status: Int) async throws {
        let (error, server, _, _) = try await run([.json(#"{"error":"no"}"#, status: status)]) {
            reference async throws(DatabaseError) in try await reference.setValue(1)
        }
        #expect(server.requests.count == 1)
        #expect(error?.isRetryable == false)
        #expect(error?.isOutcomeUnknown == false)
    }

    @Test func `Retry-After is respected`() async throws {
        let (_, _, clock, _) = try await run([
            .json(#"{"error":"slow down"}"#, status: 429, retryAfter: "7"), .json("1"),
        ]) { reference throws(DatabaseError) in _ = try await reference.getData() }
        #expect(clock.sleeps == [.seconds(7)])
    }

    @Test func `a cancelled task sends nothing`() async throws {
        let server = ScriptedServer([])
        let reference = try makeDatabase(server).reference(withPath: "r")
        let task = Task { () async throws in
            withUnsafeCurrentTask { $0?.cancel() }
            return try await failure { () async throws(DatabaseError) in try await reference.removeValue() }
        }
        let error = try await task.value
        #expect(error.code == .cancelled)
        #expect(error.attempts == 0)
        #expect(server.requests.isEmpty)
    }
}

/// The ways to write.
enum Write: Sendable {
    case value, update, removal, newChild
    case increment, deepIncrement, updateWithIncrement

    func perform(_ reference: DatabaseReference) async throws(DatabaseError) {
        switch self {
        case .value: try await reference.setValue(["a": 1, "t": ServerValue.timestamp()])
        case .update: try await reference.updateChildValues(["a/b": 1])
        case .removal: try await reference.removeValue()
        case .newChild: try await reference.childByAutoId().setValue("x")
        case .increment: try await reference.setValue(ServerValue.increment(0.5))
        case .deepIncrement: try await reference.setValue(["a": ["b": [ServerValue.increment(1)]]])
        case .updateWithIncrement:
            try await reference.updateChildValues(["a/b": ServerValue.increment(-1)])
        }
    }
}
