import FirestoreClient
import FirestoreModel
import HTTPTransport
import HTTPTypes

/// Forwards requests of the page to Firestore's REST API, with the console's credentials or, on an emulator, those of any user.
struct FirestoreProxy: Sendable {
    private let firestore: Firestore
    /// Whether requests can act as any user.
    private let isEmulator: Bool

    init(_ firestore: Firestore, _ panes: ConsoleConfiguration.Panes) {
        self.firestore = firestore
        isEmulator = panes == .asTheirUsers
    }

    /// The database that the page shows.
    var database: DatabaseID {
        DatabaseID(project: firestore.settings.projectID, database: firestore.settings.databaseID)
    }

    /// Sends a request.
    ///
    /// - Parameters:
    ///   - request: The page's request.
    ///   - path: The path and query at Firestore.
    ///   - body: The request's body.
    /// - Returns: Firestore's response, whatever its status.
    func send(
        _ request: HTTPRequest, to path: Substring, body: [UInt8]
    ) async throws -> HTTPExchangeResponse {
        try check(path, request.method)
        let settings = firestore.settings
        var forwarded = HTTPRequest(
            method: request.method, scheme: settings.endpoint.isSecure ? "https" : "http",
            authority: settings.endpoint.authority, path: String(path))
        if !body.isEmpty { forwarded.headerFields[.contentType] = "application/json" }
        if let tag = request.headerFields[.ifNoneMatch], tag.utf8.count <= FirestoreProxy.maximumTagLength {
            forwarded.headerFields[.ifNoneMatch] = tag
        }
        let credentials =
            try PageIdentity.credentials(of: request, isEmulator: isEmulator) ?? settings.credentials
        forwarded.headerFields[.authorization] = try await credentials.authorization(
            projectID: settings.projectID)
        if let quotaProject = settings.quotaProjectID, let name = HTTPField.Name("X-Goog-User-Project") {
            forwarded.headerFields[name] = quotaProject
        }
        let response: HTTPExchangeResponse
        do throws(HTTPTransportError) {
            response = try await firestore.transport.send(forwarded, body: body)
        } catch {
            throw ConsoleFailure(.badGateway, "\(settings.endpoint) cannot be reached: \(error.message)")
        }
        return HTTPExchangeResponse(
            head: HTTPResponse(
                status: response.head.status, headerFields: response.head.headerFields.forPage),
            body: response.body)
    }

    /// The longest forwarded tag, in bytes.
    private static let maximumTagLength = 200

    /// Whether a request may change documents. Most reads use POST too.
    static func isWrite(_ method: HTTPRequest.Method, _ path: Substring) -> Bool {
        switch method {
        case .patch, .put, .delete: return true
        case .post:
            let last = path.prefix { $0 != "?" }.split(separator: "/").last ?? ""
            return !last.contains(":") || last.hasSuffix(":commit") || last.hasSuffix(":batchWrite")
        case _: return false
        }
    }

    /// Whether a request asks for commits or versions. A DELETE of such a path would delete documents.
    private static func isOfPast(_ method: HTTPRequest.Method, _ path: Substring) -> Bool {
        method == .get && (path.hasSuffix(":commits") || path.hasSuffix(":versions"))
    }

    /// Checks that a path is inside the console's project.
    private func check(_ path: Substring, _ method: HTTPRequest.Method) throws(ConsoleFailure) {
        let project = firestore.settings.projectID
        let plain = path.prefix { $0 != "?" }
        let isPlain =
            !plain.contains("//") && !plain.contains("\\")
            && !plain.split(separator: "/").contains { segment in
                ["..", "."].contains(segment.lowercased().replacing("%2e", with: "."))
            }
        let documents = "/v1/projects/\(project)/databases/"
        let emulator = "/emulator/v1/projects/\(project)"
        let isOfEmulator =
            plain.hasPrefix("\(emulator):") || FaultsDesk.concerns(plain)
            || FirestoreProxy.isOfPast(method, plain) && plain.hasPrefix("\(emulator)/databases/")
        guard isPlain, plain.hasPrefix(documents) || isOfEmulator else {
            throw ConsoleFailure(
                .forbidden, "the console only forwards requests for documents and rules of project \(project)"
            )
        }
        if !isEmulator, isOfEmulator {
            throw ConsoleFailure(.notFound, "this is for emulators only")
        }
    }
}
