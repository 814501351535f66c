import NIOHTTP2

/// The errors that NIO reports to a connection although they end one stream only: requests that are malformed in themselves.
///
/// Source: <https://www.rfc-editor.org/rfc/rfc9113#section-8.1.1>.
enum StreamErrors {
    private static let types: [any Error.Type] = [
        NIOHTTP2Errors.StreamError.self,
        // Pseudo-header fields
        NIOHTTP2Errors.MissingPseudoHeader.self, NIOHTTP2Errors.DuplicatePseudoHeader.self,
        NIOHTTP2Errors.PseudoHeaderAfterRegularHeader.self, NIOHTTP2Errors.UnknownPseudoHeader.self,
        NIOHTTP2Errors.UnsupportedPseudoHeader.self, NIOHTTP2Errors.InvalidPseudoHeaders.self,
        NIOHTTP2Errors.InvalidPseudoHeaderValue.self, NIOHTTP2Errors.EmptyPathHeader.self,
        // Other fields
        NIOHTTP2Errors.InvalidHTTP2HeaderFieldName.self, NIOHTTP2Errors.InvalidHTTP2HeaderFieldValue.self,
        NIOHTTP2Errors.ForbiddenHeaderField.self, NIOHTTP2Errors.TrailersWithoutEndStream.self,
        // Lengths
        NIOHTTP2Errors.ContentLengthViolated.self, NIOHTTP2Errors.ContentLengthHeadersMismatch.self,
        NIOHTTP2Errors.ContentLengthHeaderNegative.self,
        NIOHTTP2Errors.ContentLengthHeaderMalformedValue.self,
    ]

    static func contains(_ error: any Error) -> Bool { types.contains { $0 == type(of: error) } }
}
