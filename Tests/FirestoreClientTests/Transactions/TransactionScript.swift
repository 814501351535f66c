import FirestoreClient
import TestSupport

/// The answers of a server to the calls of a transaction, and the client that gets them.
struct TransactionScript {
    let db: Firestore
    let transport: ScriptedTransport
    let clock = InstantClock()

    init(_ steps: [ScriptedTransport.Step], _ policy: RetryPolicy? = nil) throws {
        transport = ScriptedTransport(steps)
        db = try makeFirestore(
            transport, retryPolicy: policy ?? RetryPolicy(maximumAttempts: 2, initialDelay: .seconds(1)),
            clock: clock, generator: LargestNumbers())
    }

    /// The methods that were called, in order.
    var methods: [String] {
        transport.requests.map { request in request.line.split(separator: ":").last.map(String.init) ?? "" }
    }

    /// What was sent, in order.
    var bodies: [String] { transport.requests.map(\.text) }
}

extension ScriptedTransport.Step {
    /// The begin of a transaction whose id is one byte.
    static func begun(_ id: String = "AQ==") -> Self { .json(#"{"transaction":"\#(id)"}"#) }

    /// A document with a number.
    static func found(_ path: String = "c/d", n: Int = 1) -> Self {
        .json(
            #"[{"found":\#(documentJSON(path, #"{"n":{"integerValue":"\#(n)"}}"#)),"readTime":"2026-01-02T03:04:07Z"}]"#
        )
    }

    static func missing(_ path: String = "c/d") -> Self {
        .json(#"[{"missing":"\#(root)/\#(path)","readTime":"2026-01-02T03:04:07Z"}]"#)
    }

    static let committed = Self.json(commitJSON())
    static let rolledBack = Self.json("{}")
    static let aborted = Self.json(errorJSON(409, "ABORTED"), status: 409)
    static let closed = Self.json(
        errorJSON(400, "INVALID_ARGUMENT", "Transaction is invalid or closed."), status: 400)
}
