import HTTPTransport
import HTTPTypes
import RealtimeDatabase

/// Forwards requests of the page to the REST API of a Realtime Database, with the console's credentials or, on an emulator, those of
/// any user.
struct DatabaseProxy: Sendable {
    /// The forwarded header fields: entity tags, for conditional writes and reads.
    private static let forwarded = [
        HTTPField.Name.ifMatch, HTTPField.Name.ifNoneMatch, HTTPField.Name("X-Firebase-ETag"),
    ].compactMap(\.self)
    /// The longest of these fields, in bytes.
    private static let maximumFieldLength = 200

    private let database: Database
    /// Whether requests can act as any user, and pages can see the rules.
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
    /// - Returns: The database's response, whatever its status.
    func send(
        _ request: HTTPRequest, to path: Substring, body: [UInt8]
    ) async throws -> HTTPExchangeResponse {
        guard request.method == .get || DatabaseProxy.isWrite(request.method) else {
            throw ConsoleFailure(.methodNotAllowed, "use GET, PUT, PATCH, POST or DELETE for a database")
        }
        let target = try DatabaseTarget(path)
        guard target.isKnown else {
            throw ConsoleFailure(
                .forbidden, "the console only forwards requests for data and rules of its database")
        }
        if !isEmulator, target.isAdministrative {
            throw ConsoleFailure(.notFound, "this is for emulators only")
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

    /// Whether a request may change data.
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
        // Not 401: the browser does have access to the console.
        case .unauthenticated: .forbidden
        case _: .badGateway
        }
    }
}
