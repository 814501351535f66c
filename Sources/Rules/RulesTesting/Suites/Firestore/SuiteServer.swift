import EmulatorAccess
import FirestoreClient
import FirestoreEmulator
package import FirestoreModel
import FirestoreREST
import FirestoreRPC
package import HTTPTransport
import HTTPTypes
import JSONText
package import RulesCore

/// The server that cases run on, one after the other: an embedded one of their own, or one elsewhere.
package struct SuiteServer: Sendable {
    let transport: any HTTPTransport
    let authority: String
    package let database: DatabaseID
    /// The decisions of the rules; nil for a server elsewhere.
    let decisions: DecisionCollector?

    /// An embedded server.
    init(rules: SourceFile, now: Timestamp?, database: DatabaseID) {
        let clock = now.map { now in EmulatorClock { now } } ?? .system
        let emulator = Emulator(
            configuration: EmulatorConfiguration(clock: clock, historySize: 0, rememberedDecisions: 0))
        let decisions = DecisionCollector()
        emulator.setRules(rules, project: database.project) { decisions.append($0) }
        transport = emulator.transport
        authority = "localhost"
        self.database = database
        self.decisions = decisions
    }

    /// A server elsewhere.
    package init(transport: any HTTPTransport, authority: String, database: DatabaseID) {
        self.transport = transport
        self.authority = authority
        self.database = database
        decisions = nil
    }

    /// Gives rules to a server elsewhere.
    package func load(_ rules: SourceFile) async throws {
        let file = JSON.object([
            JSON.Member("name", .string(rules.name)), JSON.Member("content", .string(rules.content)),
        ])
        let files = JSON.object([JSON.Member("files", .array([file]))])
        let body = JSON.object([JSON.Member("rules", files)]).compactText
        let answer = try await send(
            .put, "/emulator/v1/projects/\(database.project):securityRules", Array(body.utf8),
            as: .emulatorAdmin)
        if case .failure(let status) = answer {
            throw ServerFailure(message: "\(authority) does not take the rules: \(status)")
        }
    }

    /// Removes all documents, then stores those of a case.
    func prepare(_ documents: [SuiteDocument]) async throws {
        let name = "/emulator/v1/\(database)/documents"
        if case .failure(let status) = try await send(.delete, name, [], as: .emulatorAdmin) {
            throw ServerFailure(message: "\(authority) cannot be cleared: \(status)")
        }
        let writes = SuiteServer.merged(documents)
        for start in stride(from: 0, to: writes.count, by: 500) {
            let part = Array(writes[start..<min(start + 500, writes.count)])
            if case .failure(let status) = try await commit(part, as: .emulatorAdmin) {
                throw ServerFailure(message: "the documents cannot be stored: \(status)", isOfCase: true)
            }
        }
    }

    /// The documents that remain: later ones replace or remove earlier ones.
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
        let caller = step.identity.credentials
        switch step.operation {
        case .get(let path): return (try await get([path], nil, as: caller).answer, false)
        case .query(let query):
            let request = RunQueryRequest(query: query.query)
            return (
                try await send(.post, url(query.parent, "runQuery"), request.encoded(), as: caller).answer,
                false
            )
        case .count(let query):
            let request = RunAggregationQueryRequest(
                query: query.query, aggregations: [Aggregation(.count(upTo: nil), alias: "count")])
            let path = url(query.parent, "runAggregationQuery")
            return (try await send(.post, path, request.encoded(), as: caller).answer, false)
        case .commit(let writes): return (try await commit(writes, as: caller).answer, false)
        case .transaction(let reads, let writes): return try await transaction(reads, writes, as: caller)
        }
    }

    private func transaction(
        _ reads: [DocumentPath], _ writes: [Write], as caller: Credentials
    ) async throws -> (SuiteAnswer, isPartial: Bool) {
        let begin = BeginTransactionRequest(options: .readWrite(retry: nil))
        let begun = try await send(.post, url(nil, "beginTransaction"), begin.encoded(), as: caller)
        guard case .success(let body) = begun else { return (begun.answer, true) }
        let id = try BeginTransactionResponse(body: body).transaction
        if !reads.isEmpty {
            let answer = try await get(reads, id, as: caller).answer
            if answer != .allowed {
                let end = RollbackRequest(transaction: id).encoded()
                _ = try await send(.post, url(nil, "rollback"), end, as: caller)
                return (answer, !writes.isEmpty)
            }
        }
        return (try await commit(writes, in: id, as: caller).answer, false)
    }

    private func get(
        _ paths: [DocumentPath], _ transaction: [UInt8]?, as caller: Credentials
    ) async throws -> Result<[UInt8], RPCStatus> {
        let request = BatchGetDocumentsRequest(
            documents: paths.map { DocumentName(database, $0) },
            consistency: transaction.map { .transaction($0) })
        return try await send(.post, url(nil, "batchGet"), request.encoded(), as: caller)
    }

    private func commit(
        _ writes: [Write], in transaction: [UInt8]? = nil, as caller: Credentials
    ) async throws -> Result<[UInt8], RPCStatus> {
        let request = CommitRequest(writes: writes, transaction: transaction)
        return try await send(.post, url(nil, "commit"), request.encoded(), as: caller)
    }

    private func url(_ parent: DocumentPath?, _ verb: String) -> String {
        var url = "/v1/\(database)/documents"
        for segment in parent?.segments ?? [] { url += "/" + SuiteServer.encoded(segment.string) }
        return "\(url):\(verb)"
    }

    private static func encoded(_ segment: String) -> String {
        var text = ""
        for byte in segment.utf8 {
            let scalar = Unicode.Scalar(byte)
            let isPlain = byte < 0x80 && (scalar.properties.isAlphabetic || (0x30...0x39).contains(byte))
            if isPlain || "-._~".utf8.contains(byte) {
                text.unicodeScalars.append(scalar)
            } else {
                let digits = String(byte, radix: 16, uppercase: true)
                text += byte < 16 ? "%0\(digits)" : "%\(digits)"
            }
        }
        return text
    }

    private func send(
        _ method: HTTPRequest.Method, _ path: String, _ body: [UInt8], as caller: Credentials
    ) async throws -> Result<[UInt8], RPCStatus> {
        var request = HTTPRequest(method: method, scheme: "http", authority: authority, path: path)
        request.headerFields[.authorization] = try await caller.authorization(projectID: database.project)
        if !body.isEmpty { request.headerFields[.contentType] = "application/json" }
        let response = try await transport.send(request, body: body)
        let code = response.head.status.code
        // A stream can start with success and still hold an error.
        if code == 200, !response.body.starts(with: Array("[{\"error\"".utf8)) {
            return .success(response.body)
        }
        if let status = ErrorBody.decode(response.body, httpStatus: code) { return .failure(status) }
        if code == 200 { return .success(response.body) }
        throw ServerFailure(message: "\(authority) answers \(code), which is no answer of Firestore")
    }
}

/// A server that cannot do what a suite needs of any server.
package struct ServerFailure: Error, Sendable, CustomStringConvertible {
    package var message: String
    /// Whether it concerns only one case.
    package var isOfCase = false

    package var description: String { message }
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

extension Result<[UInt8], RPCStatus> {
    /// The rules' answer: they are asked before anything else that depends on stored data.
    fileprivate var answer: SuiteAnswer {
        switch self {
        case .success: .allowed
        case .failure(let status):
            switch status.code {
            case .permissionDenied: .denied(status.message ?? "")
            case .ok, .notFound, .alreadyExists, .failedPrecondition, .aborted: .allowed
            case .cancelled, .unknown, .invalidArgument, .deadlineExceeded, .resourceExhausted, .outOfRange,
                .unimplemented, .internal, .unavailable, .dataLoss, .unauthenticated:
                .refused(status.description)
            }
        }
    }
}
