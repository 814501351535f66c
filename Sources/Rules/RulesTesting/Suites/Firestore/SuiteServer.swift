package import FirestoreClient
package import FirestoreModel
package import HTTPTransport
package import RulesCore

/// The server that cases run on, one after the other: an embedded one of their own, or one elsewhere.
package struct SuiteServer: Sendable {
    private let connection: any SuiteConnection
    /// A server elsewhere.
    private let server: TestedServer?
    /// The decisions of the rules; nil for a server elsewhere.
    let decisions: DecisionCollector?
    package let database: DatabaseID

    /// Starts an embedded server for the cases of a suite.
    init(_ suite: RulesSuite, rules: SourceFile, database: DatabaseID) throws(FirestoreError) {
        let decisions = DecisionCollector()
        connection = try EmbeddedConnection(
            rules: rules, now: suite.now, database: database, documents: suite.given
        ) { decisions.append($0) }
        self.decisions = decisions
        self.database = database
        server = nil
    }

    /// Uses a server elsewhere.
    ///
    /// - Throws: ``FirestoreError`` for an address that cannot be used.
    package init(
        transport: any HTTPTransport, endpoint: FirestoreEndpoint, database: DatabaseID
    ) throws(FirestoreError) {
        let server = TestedServer(database: database, endpoint: endpoint, transport: transport)
        connection = try ClientConnection(server)
        self.server = server
        self.database = database
        decisions = nil
    }

    /// Gives rules to a server elsewhere.
    package func load(_ rules: SourceFile) async throws(ServerFailure) { try await server?.setRules(rules) }

    /// Deletes all documents, then stores those of a suite and of a case.
    func prepare(_ shared: [SuiteDocument], _ own: [SuiteDocument]) async throws {
        try await connection.prepare(shared, own)
    }

    func perform(_ step: RulesSuite.Step) async throws -> (answer: SuiteAnswer, isPartial: Bool) {
        func answer(_ call: SuiteCall) async throws -> (answer: SuiteAnswer, isPartial: Bool) {
            (try await connection.answer(call, by: step.identity, in: nil), false)
        }
        switch step.operation {
        case .get(let path): return try await answer(.get([path]))
        case .query(let query): return try await answer(.query(query))
        case .count(let query): return try await answer(.count(query))
        case .commit(let writes): return try await answer(.commit(writes))
        case .transaction(let reads, let writes):
            return try await transaction(reads, writes, by: step.identity)
        }
    }

    private func transaction(
        _ reads: [DocumentPath], _ writes: [Write], by identity: SuiteIdentity
    ) async throws -> (SuiteAnswer, isPartial: Bool) {
        let transaction: [UInt8]
        switch try await connection.begin(by: identity) {
        case .refused(let answer): return (answer, true)
        case .transaction(let id): transaction = id
        }
        if !reads.isEmpty {
            let read = try await connection.answer(.get(reads), by: identity, in: transaction)
            if read != .allowed {
                try? await connection.rollBack(transaction, by: identity)
                return (read, !writes.isEmpty)
            }
        }
        return (try await connection.answer(.commit(writes), by: identity, in: transaction), false)
    }
}
