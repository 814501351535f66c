import HTTPTransport
import RealtimeDatabase
import TestSupport
import Testing

/// A client of the database `db` of the project `p` on an emulator, with a script in the place of a server.
func makeDatabase(
    _ transport: any HTTPStreamingTransport = ScriptedServer([]),
    endpoint: DatabaseEndpoint = .emulator(host: "127.0.0.1", port: 9000), credentials: Credentials = .none,
    retryPolicy: RetryPolicy = .never, clock: any Clock<Duration> = InstantClock(),
    generator: any RandomNumberGenerator & Sendable = SeededGenerator(seed: 1),
    log: RecordingLogHandler.Log = RecordingLogHandler.Log(),
    milliseconds: @escaping @Sendable () -> UInt64 = { 1_700_000_000_000 }
) throws -> Database {
    try Database(
        DatabaseSettings(
            projectID: "p", name: "db", endpoint: endpoint, credentials: credentials,
            retryPolicy: retryPolicy),
        transport: transport, logger: log.logger, clock: clock, generator: generator,
        milliseconds: milliseconds)
}

/// Runs something that must fail, and gives the error.
func failure<T>(_ work: () async throws(DatabaseError) -> T) async throws -> DatabaseError {
    do throws(DatabaseError) {
        _ = try await work()
    } catch {
        return error
    }
    throw DidNotFail()
}

private struct DidNotFail: Error {}

/// Waits until something is so.
func until(_ condition: () -> Bool) async {
    while !condition() { await Task.yield() }
}
