import FirestoreModel

/// Whose behaviour an emulator has where Google's emulator and production differ.
///
/// The page about production lists each difference, with its source.
public enum EmulatorProfile: String, Sendable, CaseIterable {
    /// Google's emulator, apart from the listed differences.
    case emulator
    /// Production: as far as its documentation and recorded answers say.
    case production
}

extension EmulatorProfile {
    /// The refusal of a transaction that has ended or expired.
    var endedTransaction: RPCStatus {
        switch self {
        case .emulator: .invalidArgument("Transaction is invalid or closed.")
        case .production: .invalidArgument("The referenced transaction has expired or is no longer valid.")
        }
    }

    /// The refusal of a malformed token.
    var malformedToken: RPCStatus {
        switch self {
        case .emulator: .invalidArgument("invalid jwt")
        case .production: RPCStatus(.unauthenticated, "Missing or invalid authentication.")
        }
    }

    /// How far in the past reads may be, in seconds. Production has an hour, and seven days with point-in-time recovery.
    var readTimeWindow: Int64 {
        switch self {
        case .emulator: 7 * 86_400
        case .production: 3600
        }
    }

    /// The refusal of a read that is too far in the past.
    var tooOld: RPCStatus {
        let code: StatusCode =
            switch self {
            case .emulator: .failedPrecondition
            case .production: .invalidArgument
            }
        return RPCStatus(code, "The requested 'read_time' is too old.")
    }

    /// The answer to a read of a document that does not exist.
    func notFound(_ name: DocumentName) -> RPCStatus {
        switch self {
        case .emulator: RPCStatus(.notFound, "Document (\(name)) not found.")
        case .production: RPCStatus(.notFound, "Document \"\(name)\" not found.")
        }
    }

    /// The refusal of an update of a document that does not exist.
    func missing(_ name: DocumentName) -> RPCStatus {
        switch self {
        case .emulator: .missingEntity(name)
        case .production: RPCStatus(.notFound, "No document to update: \(name)")
        }
    }

    /// The refusal of a creation of a document that exists.
    func existing(_ name: DocumentName) -> RPCStatus {
        switch self {
        case .emulator: .existingEntity(name)
        case .production: RPCStatus(.alreadyExists, "Document already exists: \(name)")
        }
    }
}
