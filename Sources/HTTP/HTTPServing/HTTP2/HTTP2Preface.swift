/// The bytes with which a client begins HTTP/2 that knows that the server speaks it.
///
/// Source: <https://www.rfc-editor.org/rfc/rfc9113#section-3.4>.
enum HTTP2Preface {
    enum Verdict: Equatable {
        case http1, http2
        /// More bytes are needed.
        case undecided
    }

    private static let bytes = Array("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n".utf8)

    /// Which protocol the first bytes of a connection begin.
    static func verdict(on first: some Collection<UInt8>) -> Verdict {
        let beginning = first.prefix(bytes.count)
        guard bytes.starts(with: beginning) else { return .http1 }
        return beginning.count == bytes.count ? .http2 : .undecided
    }
}
