import FirestoreModel

/// What the steps of cases need of a server: that of this process, or one elsewhere.
protocol SuiteConnection: Sendable {
    /// Deletes all documents, then stores those of a case.
    ///
    /// - Parameters:
    ///   - shared: The documents with which all cases of the suite begin.
    ///   - own: What the case adds, replaces and deletes.
    func prepare(_ shared: [SuiteDocument], _ own: [SuiteDocument]) async throws

    /// Makes a call.
    ///
    /// - Throws: ``ServerFailure`` if no server answers.
    func answer(
        _ call: SuiteCall, by identity: SuiteIdentity, in transaction: [UInt8]?
    ) async throws -> SuiteAnswer

    /// Begins a transaction.
    func begin(by identity: SuiteIdentity) async throws -> SuiteBeginning

    /// Ends a transaction without writes.
    func rollBack(_ transaction: [UInt8], by identity: SuiteIdentity) async throws
}

/// The beginning of a transaction.
enum SuiteBeginning: Sendable {
    case transaction([UInt8])
    case refused(SuiteAnswer)
}

extension [SuiteDocument] {
    /// The documents that remain: later ones replace or delete earlier ones.
    var merged: [Write] {
        var last: [DocumentPath: Write?] = [:]
        var order: [DocumentPath] = []
        for document in self where last.updateValue(document.write, forKey: document.path) == nil {
            order.append(document.path)
        }
        return order.compactMap { last[$0] ?? nil }
    }
}

extension [Write] {
    /// The writes in commits that any server takes.
    var inCommits: [[Write]] {
        stride(from: 0, to: count, by: 500).map { Array(self[$0..<Swift.min($0 + 500, count)]) }
    }
}

extension SuiteAnswer {
    /// The rules' answer: rules are evaluated before anything else that depends on stored data.
    ///
    /// - Parameters:
    ///   - message: The server's message.
    ///   - refusal: The whole refusal, as failures show it.
    init(_ code: StatusCode, _ message: String?, refusal: String) {
        switch code {
        case .permissionDenied: self = .denied(message ?? "")
        case .ok, .notFound, .alreadyExists, .failedPrecondition, .aborted: self = .allowed
        case .cancelled, .unknown, .invalidArgument, .deadlineExceeded, .resourceExhausted, .outOfRange,
            .unimplemented, .internal, .unavailable, .dataLoss, .unauthenticated:
            self = .refused(refusal)
        }
    }
}

extension SuiteIdentity {
    var credentials: Credentials {
        switch self {
        case .nobody: .none
        case .admin: .emulatorAdmin
        case .user(let uid, let claims): .emulatorUser(uid: uid, claims: claims)
        }
    }
}
