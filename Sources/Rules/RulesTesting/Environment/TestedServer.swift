import FirestoreClient
import FirestoreModel
import FirestoreRules
import HTTPTransport
import HTTPTypes
import JSONText

/// The emulator in which rules are tested, and the requests that only an emulator takes.
struct TestedServer: Sendable {
    let database: DatabaseID
    let endpoint: FirestoreEndpoint
    let transport: any HTTPTransport

    /// The client of the database, for somebody who is not signed in. It sends each call once.
    func firestore() throws(FirestoreError) -> Firestore {
        let settings = FirestoreSettings(
            projectID: database.project, databaseID: database.database, endpoint: endpoint,
            retryPolicy: .never)
        return try Firestore(settings, transport: transport)
    }

    /// Sets the project's rules.
    func setRules(_ file: SourceFile) async throws(ServerFailure) {
        let source = JSON.object([
            JSON.Member("name", .string(file.name)), JSON.Member("content", .string(file.content)),
        ])
        let rules = JSON.object([JSON.Member("files", .array([source]))])
        let body = JSON.object([JSON.Member("rules", rules)])
        _ = try await send(
            .put, "projects/\(database.project):securityRules", body: body.compactText, to: "set the rules")
    }

    /// Deletes all documents.
    func clear() async throws(ServerFailure) {
        _ = try await send(.delete, "\(database)/documents", to: "delete the documents")
    }

    /// Asks for something about the project.
    ///
    /// - Parameters:
    ///   - method: What follows the project's name in the path, such as `:ruleCoverage`.
    ///   - task: The purpose, as messages name it.
    func get(_ method: String, to task: String) async throws(ServerFailure) -> [UInt8] {
        try await send(.get, "projects/\(database.project)\(method)", to: task)
    }

    private func send(
        _ method: HTTPRequest.Method, _ path: String, body: String = "", to task: String
    ) async throws(ServerFailure) -> [UInt8] {
        var request = HTTPRequest(
            method: method, scheme: "http", authority: endpoint.authority, path: "/emulator/v1/\(path)")
        request.headerFields[.authorization] = "Bearer owner"
        if !body.isEmpty { request.headerFields[.contentType] = "application/json" }
        let response: HTTPExchangeResponse
        do throws(HTTPTransportError) {
            response = try await transport.send(request, body: Array(body.utf8))
        } catch {
            throw ServerFailure("Cannot \(task) at \(endpoint): \(error.message)", underlying: error)
        }
        guard response.head.status.kind == .successful else {
            let message = (try? JSONParser.parse(response.body))?["error"]?["message"]?.string
            throw ServerFailure("Cannot \(task) at \(endpoint): \(response.head.status) \(message ?? "")")
        }
        return response.body
    }
}
