import HTTPTransport
import HTTPTypes
import RealtimeDatabase

/// Hands requests of the page on to the REST API of a Realtime Database, with the credentials of the console or, on an emulator,
/// of a user.
struct DatabaseProxy: Sendable {
    /// What a page may say about tags, by which it notices that somebody else was faster; nothing else goes along.
    private static let forwarded = [HTTPField.Name.ifMatch, HTTPField.Name("X-Firebase-ETag")].compactMap(
        \.self)
    /// The longest of these fields, in bytes.
    private static let maximumFieldLength = 200

    private let database: Database
    /// Whether anybody can be acted as, and rules can be seen.
    private let isEmulator: Bool

    init(_ database: Database, isEmulator: Bool) {
        self.database = database
        self.isEmulator = isEmulator
    }

    /// Sends a request.
    ///
    /// - Parameters:
    ///   - request: The page's request.
    ///   - path: The path and query at the database, such as `/messages.json?shallow=true`.
    ///   - body: The request's body.
    /// - Returns: What the database said, refusals included.
    func send(
        _ request: HTTPRequest, to path: Substring, body: [UInt8]
    ) async throws -> HTTPExchangeResponse {
        guard request.method == .get || DatabaseProxy.isWrite(request.method) else {
            throw ConsoleFailure(.methodNotAllowed, "a database is asked by GET, PUT, PATCH, POST or DELETE")
        }
        let target = try DatabaseTarget(path)
        guard target.isKnown else {
            throw ConsoleFailure(.forbidden, "the console leads to the data and rules of one database only")
        }
        if !isEmulator, target.isAdministrative {
            throw ConsoleFailure(.notFound, "only emulators have this")
        }
        let credentials = try PageIdentity.credentials(of: request, isEmulator: isEmulator)
        let fields = try fields(of: request)
        let response: HTTPExchangeResponse
        do throws(DatabaseError) {
            response = try await database(as: credentials).forward(
                request.method, target.keys, parameters: target.parameters, fields: fields, body: body)
        } catch {
            throw ConsoleFailure(DatabaseProxy.status(of: error), error.message)
        }
        return handedOn(response)
    }

    /// Whether a request may change something.
    static func isWrite(_ method: HTTPRequest.Method) -> Bool {
        [.put, .patch, .post, .delete].contains(method)
    }

    private func database(as credentials: Credentials?) throws(DatabaseError) -> Database {
        guard let credentials else { return database }
        return try database.acting(as: credentials)
    }

    private func fields(of request: HTTPRequest) throws(ConsoleFailure) -> HTTPFields {
        var fields = HTTPFields()
        for name in DatabaseProxy.forwarded {
            guard let value = request.headerFields[name] else { continue }
            guard value.utf8.count <= DatabaseProxy.maximumFieldLength else {
                throw ConsoleFailure(.badRequest, "the header \(name.rawName) is too long")
            }
            fields[name] = value
        }
        return fields
    }

    private func handedOn(_ response: HTTPExchangeResponse) -> HTTPExchangeResponse {
        HTTPExchangeResponse(
            head: HTTPResponse(
                status: response.head.status, headerFields: response.head.headerFields.forPage),
            body: response.body)
    }

    private static func status(of error: DatabaseError) -> HTTPResponse.Status {
        switch error.code {
        case .invalidArgument: .badRequest
        // Not 401: the browser's own access to the console is not in doubt.
        case .unauthenticated: .forbidden
        case _: .badGateway
        }
    }
}
