import FirestoreClient
import FirestoreModel
import HTTPTransport

/// A server elsewhere.
struct ClientConnection: SuiteConnection {
    private let server: TestedServer
    /// The client of somebody who is not signed in.
    private let firestore: Firestore

    init(_ server: TestedServer) throws(FirestoreError) {
        self.server = server
        firestore = try server.firestore()
    }

    func prepare(_ shared: [SuiteDocument], _ own: [SuiteDocument]) async throws {
        try await server.clear()
        let admin = try firestore.acting(as: .emulatorAdmin)
        for commit in (shared + own).merged.inCommits {
            do throws(FirestoreError) {
                _ = try await admin.commit(commit)
            } catch {
                guard error.hasAnswer else { throw ServerFailure(error) }
                throw ServerFailure("the documents cannot be stored: \(error.answer)", isOfCase: true)
            }
        }
    }

    func answer(
        _ call: SuiteCall, by identity: SuiteIdentity, in transaction: [UInt8]?
    ) async throws -> SuiteAnswer {
        let caller = try firestore.acting(as: identity.credentials)
        let transaction = transaction.map { ServerTransaction(id: $0) }
        do throws(FirestoreError) {
            try await perform(call, by: caller, in: transaction)
            return .allowed
        } catch {
            return try SuiteAnswer(error)
        }
    }

    private func perform(
        _ call: SuiteCall, by caller: Firestore, in transaction: ServerTransaction?
    ) async throws(FirestoreError) {
        switch call {
        case .get(let paths):
            _ = try await caller.batchGet(paths.map { DocumentName(server.database, $0) }, in: transaction)
        case .query(let query): _ = try await caller.runQuery(parent: query.parent, query.query)
        case .count(let query):
            _ = try await caller.runAggregationQuery(parent: query.parent, query.query, [SuiteCall.count])
        case .commit(let writes):
            if let transaction {
                _ = try await caller.commit(writes, in: transaction)
            } else {
                _ = try await caller.commit(writes)
            }
        }
    }

    func begin(by identity: SuiteIdentity) async throws -> SuiteBeginning {
        let caller = try firestore.acting(as: identity.credentials)
        do throws(FirestoreError) {
            return .transaction(try await caller.beginServerTransaction().id)
        } catch {
            return .refused(try SuiteAnswer(error))
        }
    }

    func rollBack(_ transaction: [UInt8], by identity: SuiteIdentity) async throws {
        try await firestore.acting(as: identity.credentials).rollBack(ServerTransaction(id: transaction))
    }
}

extension SuiteAnswer {
    fileprivate init(_ error: FirestoreError) throws(ServerFailure) {
        guard error.hasAnswer else { throw ServerFailure(error) }
        self.init(error.code, error.serverMessage, refusal: error.answer)
    }
}

extension ServerFailure {
    fileprivate init(_ error: FirestoreError) {
        self.init(error.message, underlying: error.underlying as? HTTPTransportError)
    }
}

extension FirestoreError {
    /// Whether a Firestore server has answered, or the client has refused the request.
    fileprivate var hasAnswer: Bool { serverMessage != nil || attempts == 0 && underlying == nil }

    /// The answer in short: `INVALID_ARGUMENT: The query …`.
    fileprivate var answer: String { serverMessage.map { "\(code.name): \($0)" } ?? message }
}
