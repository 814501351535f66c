import FirestoreClient
import FirestoreModel
import HTTPTransport

/// What a command has around it. Tests put their own in place.
struct CommandContext: Sendable {
    var environment: [String: String]
    var console: Console
    /// The lines of standard input, when a command asks for them.
    var readInput: @Sendable () -> [String]
    /// The next bytes of standard input, when a command asks for them as they come; nil at the end.
    var readBytes: @Sendable () async -> [UInt8]? = { await InputBytes.next() }
    /// Used in place of a connection over the network, when given.
    var transport: (any HTTPTransport)?
    /// Used for a Realtime Database in place of connections over the network, when given.
    var streams: (any HTTPStreamingTransport)?
    /// Tells the time, for the age of what is shown.
    var now: @Sendable () -> Timestamp = { Timestamp() }
    /// Waits, between two looks at files that may change.
    var sleep: @Sendable (Duration) async throws -> Void = { try await Task.sleep(for: $0) }
}
