// The simulation is built without the testing library, which has no archive to link.
#if canImport(Testing)
    package import HTTPTransport
    package import HTTPTypes
    package import Testing

    extension HTTPTransport {
        /// The error that a request ends with; a recorded issue if it succeeds.
        package func failure(
            of request: HTTPRequest, body: [UInt8] = [], sourceLocation: SourceLocation = #_sourceLocation
        ) async -> HTTPTransportError {
            do {
                let response = try await send(request, body: body)
                Issue.record(
                    "the request succeeded with \(response.head.status)", sourceLocation: sourceLocation)
                return HTTPTransportError(.other, "none")
            } catch {
                return error
            }
        }
    }
#endif
