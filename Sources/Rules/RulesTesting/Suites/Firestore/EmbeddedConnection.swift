import EmulatorAccess
import FirestoreClient
import FirestoreEmulator
import FirestoreModel
import FirestoreRules
import Synchronization

/// An embedded server for the cases of one suite, one after the other.
///
/// It goes back to the documents of the suite before each case, instead of storing them again.
final class EmbeddedConnection: SuiteConnection {
    private let front: DirectFront
    /// The client of somebody who is not signed in, which checks identities.
    private let firestore: Firestore
    private let database: DatabaseID
    private let empty: DirectFront.Checkpoint
    /// The database with the documents of the suite; nil if they cannot be stored.
    private let prepared: DirectFront.Checkpoint?
    /// The Authorization headers of the callers so far.
    private let headers = Mutex<[SuiteIdentity: String]>([:])

    init(
        rules: SourceFile, now: Timestamp?, database: DatabaseID, documents: [SuiteDocument],
        onDecision: @escaping @Sendable (DecisionRecord) -> Void
    ) throws(FirestoreError) {
        let clock = now.map { now in EmulatorClock { now } } ?? .system
        let emulator = Emulator(
            configuration: EmulatorConfiguration(clock: clock, historySize: 0, rememberedDecisions: 0))
        emulator.setRules(rules, project: database.project, onDecision: onDecision)
        firestore = try TestedServer(
            database: database, endpoint: .emulator(host: "localhost", port: 8080),
            transport: emulator.transport
        ).firestore()
        self.database = database
        front = emulator.direct(database)
        empty = front.checkpoint()
        do throws(RPCStatus) {
            try EmbeddedConnection.store(documents.merged, in: front)
            prepared = front.checkpoint()
        } catch {
            prepared = nil
        }
    }

    private static func store(_ writes: [Write], in front: DirectFront) throws(RPCStatus) {
        for commit in writes.inCommits {
            try front.perform(.commit(commit), authorization: EmbeddedConnection.admin)
        }
    }

    func prepare(_ shared: [SuiteDocument], _ own: [SuiteDocument]) async throws {
        front.restore(prepared ?? empty)
        // Documents of the suite that cannot be stored may be replaced by the case's.
        let writes =
            prepared == nil
            ? (shared + own).merged : own.map { $0.write ?? Write(.delete(DocumentName(database, $0.path))) }
        do throws(RPCStatus) {
            try EmbeddedConnection.store(writes, in: front)
        } catch {
            throw ServerFailure("the documents cannot be stored: \(error)", isOfCase: true)
        }
    }

    func answer(
        _ call: SuiteCall, by identity: SuiteIdentity, in transaction: [UInt8]?
    ) async throws -> SuiteAnswer {
        let authorization = try await authorization(of: identity)
        do throws(RPCStatus) {
            try front.perform(directCall(call), in: transaction, authorization: authorization)
            return .allowed
        } catch {
            return SuiteAnswer(error)
        }
    }

    func begin(by identity: SuiteIdentity) async throws -> SuiteBeginning {
        let authorization = try await authorization(of: identity)
        do throws(RPCStatus) {
            return .transaction(try front.begin(authorization: authorization))
        } catch {
            return .refused(SuiteAnswer(error))
        }
    }

    func rollBack(_ transaction: [UInt8], by identity: SuiteIdentity) async throws {
        try front.rollBack(transaction, authorization: try await authorization(of: identity))
    }

    private func directCall(_ call: SuiteCall) -> DirectCall {
        switch call {
        case .get(let paths): .batchGet(paths.map { DocumentName(database, $0) })
        case .query(let query): .runQuery(query.query, parent: query.parent)
        case .count(let query): .runAggregationQuery(query.query, [SuiteCall.count], parent: query.parent)
        case .commit(let writes): .commit(writes)
        }
    }

    private static let admin = "Bearer owner"

    private func authorization(of identity: SuiteIdentity) async throws -> String? {
        switch identity {
        case .nobody: return nil
        case .admin: return EmbeddedConnection.admin
        case .user: break
        }
        if let known = headers.withLock({ $0[identity] }) { return known }
        // Refuses identities that nobody can have.
        _ = try firestore.acting(as: identity.credentials)
        let token = try await identity.credentials.token(projectID: database.project)
        let header = "Bearer \(token ?? "")"
        headers.withLock { $0[identity] = header }
        return header
    }
}

extension SuiteAnswer {
    fileprivate init(_ status: RPCStatus) {
        self.init(status.code, status.message, refusal: status.description)
    }
}
