import FirestoreClient
import HTTPTypes
import ReadReceipts
import ReceiptWorker

/// Why a request of the page failed: one line for people, and a status.
struct ConsoleFailure: Error, Equatable {
    let status: HTTPResponse.Status
    let reason: String
    /// The decision of the rules that denied it, if an emulator can explain it.
    let decision: RefusedDecision?

    init(_ status: HTTPResponse.Status, _ reason: String, decision: RefusedDecision? = nil) {
        self.status = status
        self.reason = reason
        self.decision = decision
    }

    /// The page is not open, or no longer.
    static let notConnected = ConsoleFailure(.notFound, "this page is not connected; reload it")

    /// Describes any error.
    init(any error: any Error) {
        switch error {
        case let failure as ConsoleFailure: self = failure
        case let error as ReceiptsError: self.init(error)
        case let error as FirestoreError: self.init(ReceiptsError(error))
        case let error as OutboxError: self.init(.serviceUnavailable, error.description)
        default: self.init(.internalServerError, "internal error: \(error)")
        }
    }

    init(_ error: ReceiptsError) {
        let status: HTTPResponse.Status =
            switch error.code {
            case .invalidArgument, .invalidConversation: .badRequest
            case .notFound: .notFound
            case .notAMember, .permissionDenied: .forbidden
            // Not 401: the browser does have access to the console.
            case .notAuthenticated: .forbidden
            case .otherSchema: .conflict
            case .offline, .cancelled: .serviceUnavailable
            case .server: .badGateway
            }
        self.init(status, error.message, decision: RefusedDecision(error))
    }
}
