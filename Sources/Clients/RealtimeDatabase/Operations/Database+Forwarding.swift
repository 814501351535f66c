import ClientCore
package import HTTPTransport
package import HTTPTypes

extension Database {
    /// Forwards a request to this database once, with this client's identity.
    ///
    /// - Parameters:
    ///   - method: What to do.
    ///   - keys: The keys of the path, or such as `.settings` and `rules`; not encoded, and without `.json`.
    ///   - parameters: Names and values of the URL's query, not encoded. What names the database and the user is added.
    ///   - fields: More header fields.
    ///   - body: The JSON to send; empty for none.
    /// - Returns: Any answer, including refusals.
    /// - Throws: ``DatabaseError`` when there is no answer.
    package func forward(
        _ method: HTTPRequest.Method, _ keys: [String], parameters: [(name: String, value: String)],
        fields: HTTPFields = HTTPFields(), body: [UInt8] = []
    ) async throws(DatabaseError) -> HTTPExchangeResponse {
        let call = Call(forwarding: method, keys, parameters: parameters, fields: fields, body: body)
        let channel = try usableChannel()
        do throws(AttemptFailure<DatabaseError>) {
            return try await channel.forward(call)
        } catch {
            throw error.error
        }
    }
}
