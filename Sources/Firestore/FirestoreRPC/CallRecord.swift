package import FirestoreModel
import Synchronization

/// The protocol of a call.
package enum CallProtocol: String, Sendable {
    case rest = "REST"
    case grpc = "gRPC"
    case webChannel = "WebChannel"
}

/// What a call asks for, alike for all methods and protocols.
package enum CallContent: Sendable {
    case documents([DocumentName])
    case query(StructuredQuery, DatabaseID, parent: DocumentPath?)
    case aggregations(RunAggregationQueryRequest, DatabaseID, parent: DocumentPath?)
    case writes([Write], DatabaseID)
    /// A call about something else of a database, such as a transaction.
    case other(DatabaseID)

    /// The database; nil for no documents.
    package var database: DatabaseID? {
        switch self {
        case .documents(let names): names.first?.database
        case .query(_, let id, _), .aggregations(_, let id, _), .writes(_, let id), .other(let id): id
        }
    }
}

/// What becomes known of a call while it is answered.
package final class CallRecord: Sendable {
    package struct Facts: Sendable {
        /// Nil if the call was refused before its content was known.
        package var content: CallContent?
        /// The billed operations.
        package var reads = 0
        package var writes = 0
        package var deletes = 0
        /// The number of the rules' decision.
        package var decision: Int?
        /// Whether it is a listener that is still there.
        package var isOpen = false
        /// Why a listener was refused or removed.
        package var refusal: RPCStatus?
    }

    /// Its numbers, which commits keep.
    package let numbers = CallNumbers()
    private let state = Mutex(Facts())
    private let keepsContent: Bool

    /// - Parameter keepsContent: False for a call that is too large to be kept.
    package init(keepsContent: Bool) {
        self.keepsContent = keepsContent
    }

    package var facts: Facts { state.withLock { $0 } }

    package func note(_ content: CallContent) {
        state.withLock { $0.content = keepsContent ? content : content.database.map { .other($0) } }
    }

    package func note(_ change: (inout Facts) -> Void) { state.withLock { change(&$0) } }
}
