import FirestoreClient
import FirestoreRules
import HTTPTransport
import HTTPTypes
import JSONText

/// The emulator in which rules are tested, and what only an emulator can do.
struct TestedServer: Sendable {
    let project: String
    let endpoint: FirestoreEndpoint
    let transport: any HTTPTransport

    /// Sets the project's rules.
    func setRules(_ file: SourceFile) async throws(RulesTestError) {
        let body = JSON.object([
            JSON.Member(
                "rules",
                .object([
                    JSON.Member(
                        "files",
                        .array([
                            .object([
                                JSON.Member("name", .string(file.name)),
                                JSON.Member("content", .string(file.content)),
                            ])
                        ]))
                ]))
        ])
        _ = try await send(.put, ":securityRules", body: body.compactText, to: "set the rules")
    }

    func clear() async throws(RulesTestError) {
        _ = try await send(.delete, "/databases/(default)/documents", to: "remove the documents")
    }

    /// Sends a request about the project.
    ///
    /// - Parameters:
    ///   - path: What follows the project's name.
    ///   - task: What it is for, as messages say it.
    func send(
        _ method: HTTPRequest.Method, _ path: String, body: String = "", to task: String
    ) async throws(RulesTestError) -> [UInt8] {
        var request = HTTPRequest(
            method: method, scheme: "http", authority: endpoint.authority,
            path: "/emulator/v1/projects/\(project)\(path)")
        request.headerFields[.authorization] = "Bearer owner"
        if !body.isEmpty { request.headerFields[.contentType] = "application/json" }
        let response: HTTPExchangeResponse
        do throws(HTTPTransportError) {
            response = try await transport.send(request, body: Array(body.utf8))
        } catch {
            throw RulesTestError("Cannot \(task) at \(endpoint): \(error.message)")
        }
        guard response.head.status.kind == .successful else {
            let message = (try? JSONParser.parse(response.body))?["error"]?["message"]?.string
            throw RulesTestError(
                "Cannot \(task) at \(endpoint): \(response.head.status) \(message ?? "")")
        }
        return response.body
    }
}
