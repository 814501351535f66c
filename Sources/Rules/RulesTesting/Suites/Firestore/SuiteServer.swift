import EmulatorAccess
package import FirestoreClient
import FirestoreEmulator
package import FirestoreModel
package import HTTPTransport
package import RulesCore

/// The server that cases run on, one after the other: an embedded one of their own, or one elsewhere.
package struct SuiteServer: Sendable {
    private let server: TestedServer
    /// The client of somebody who is not signed in.
    private let firestore: Firestore
    /// The decisions of the rules; nil for a server elsewhere.
    let decisions: DecisionCollector?

    package var database: DatabaseID { server.database }

    /// Starts an embedded server.
    init(rules: SourceFile, now: Timestamp?, database: DatabaseID) throws(FirestoreError) {
        let clock = now.map { now in EmulatorClock { now } } ?? .system
        let emulator = Emulator(
            configuration: EmulatorConfiguration(clock: clock, historySize: 0, rememberedDecisions: 0))
        let decisions = DecisionCollector()
        emulator.setRules(rules, project: database.project) { decisions.append($0) }
        server = TestedServer(
            database: database, endpoint: .emulator(host: "localhost", port: 8080),
            transport: emulator.transport)
        firestore = try server.firestore()
        self.decisions = decisions
    }

    /// Uses a server elsewhere.
    ///
    /// - Throws: ``FirestoreError`` for an address that cannot be used.
    package init(
        transport: any HTTPTransport, endpoint: FirestoreEndpoint, database: DatabaseID
    ) throws(FirestoreError) {
        server = TestedServer(database: database, endpoint: endpoint, transport: transport)
        firestore = try server.firestore()
        decisions = nil
    }

    /// Gives rules to a server elsewhere.
    package func load(_ rules: SourceFile) async throws(ServerFailure) { try await server.setRules(rules) }

    /// Deletes all documents, then stores those of a case.
    func prepare(_ documents: [SuiteDocument]) async throws {
        try await server.clear()
        let admin = try firestore.acting(as: .emulatorAdmin)
        let writes = SuiteServer.merged(documents)
        for start in stride(from: 0, to: writes.count, by: 500) {
            do throws(FirestoreError) {
                _ = try await admin.commit(Array(writes[start..<min(start + 500, writes.count)]))
            } catch {
                guard error.hasAnswer else { throw ServerFailure(error) }
                throw ServerFailure("the documents cannot be stored: \(error.answer)", isOfCase: true)
            }
        }
    }

    /// The documents that remain: later ones replace or delete earlier ones.
    private static func merged(_ documents: [SuiteDocument]) -> [Write] {
        var last: [DocumentPath: Write?] = [:]
        var order: [DocumentPath] = []
        for document in documents {
            if last.updateValue(document.write, forKey: document.path) == nil { order.append(document.path) }
        }
        return order.compactMap { last[$0] ?? nil }
    }

    // MARK: Requests

    func perform(_ step: RulesSuite.Step) async throws -> (answer: SuiteAnswer, isPartial: Bool) {
        let caller = try firestore.acting(as: step.identity.credentials)
        let answer: SuiteAnswer
        switch step.operation {
        case .get(let path):
            answer = try await self.answer { () throws(FirestoreError) in
                _ = try await caller.batchGet([DocumentName(database, path)])
            }
        case .query(let query):
            answer = try await self.answer { () throws(FirestoreError) in
                _ = try await caller.runQuery(parent: query.parent, query.query)
            }
        case .count(let query):
            let count = Aggregation(.count(upTo: nil), alias: "count")
            answer = try await self.answer { () throws(FirestoreError) in
                _ = try await caller.runAggregationQuery(parent: query.parent, query.query, [count])
            }
        case .commit(let writes):
            answer = try await self.answer { () throws(FirestoreError) in _ = try await caller.commit(writes)
            }
        case .transaction(let reads, let writes): return try await transaction(reads, writes, by: caller)
        }
        return (answer, false)
    }

    private func transaction(
        _ reads: [DocumentPath], _ writes: [Write], by caller: Firestore
    ) async throws -> (SuiteAnswer, isPartial: Bool) {
        let transaction: ServerTransaction
        do throws(FirestoreError) {
            transaction = try await caller.beginServerTransaction()
        } catch {
            return (try SuiteAnswer(error), true)
        }
        let names = reads.map { DocumentName(database, $0) }
        let read = try await answer { () throws(FirestoreError) in
            _ = try await caller.batchGet(names, in: transaction)
        }
        if read != .allowed {
            try? await caller.rollBack(transaction)
            return (read, !writes.isEmpty)
        }
        let written = try await answer { () throws(FirestoreError) in
            _ = try await caller.commit(writes, in: transaction)
        }
        return (written, false)
    }

    private func answer(
        _ call: () async throws(FirestoreError) -> Void
    ) async throws(ServerFailure) -> SuiteAnswer {
        do throws(FirestoreError) {
            try await call()
            return .allowed
        } catch {
            return try SuiteAnswer(error)
        }
    }
}

extension SuiteIdentity {
    fileprivate var credentials: Credentials {
        switch self {
        case .nobody: .none
        case .admin: .emulatorAdmin
        case .user(let uid, let claims): .emulatorUser(uid: uid, claims: claims)
        }
    }
}

extension SuiteAnswer {
    /// The rules' answer: rules are evaluated before anything else that depends on stored data.
    fileprivate init(_ error: FirestoreError) throws(ServerFailure) {
        guard error.hasAnswer else { throw ServerFailure(error) }
        switch error.code {
        case .permissionDenied: self = .denied(error.serverMessage ?? "")
        case .ok, .notFound, .alreadyExists, .failedPrecondition, .aborted: self = .allowed
        case .cancelled, .unknown, .invalidArgument, .deadlineExceeded, .resourceExhausted, .outOfRange,
            .unimplemented, .internal, .unavailable, .dataLoss, .unauthenticated:
            self = .refused(error.answer)
        }
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
