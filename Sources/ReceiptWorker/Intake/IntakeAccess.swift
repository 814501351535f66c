import HTTPTypes

/// Who may speak to a worker over HTTP.
struct IntakeAccess: Sendable {
    /// What whoever asks has to know; nil for nothing, which is good enough on this machine only.
    let token: String?

    /// Why a request is refused; nil when it may be.
    func refusal(of request: HTTPRequest) -> (status: HTTPResponse.Status, reason: String)? {
        // A page of some other site, in the browser of somebody on this machine.
        if let origin = request.headerFields[.origin], !isSame(origin, request.authority) {
            return (.forbidden, "web pages of other sites may not report receipts")
        }
        guard let token else {
            // A name of some other site that leads to this machine.
            return IntakeAccess.isLoopback(request.authority ?? "")
                ? nil : (.forbidden, "without a token the worker is spoken to by a name of this machine only")
        }
        guard let given = request.headerFields[.authorization], given.utf8.count > 7,
            given.prefix(7).lowercased() == "bearer ", IntakeAccess.isSame(given.dropFirst(7), token)
        else { return (.unauthorized, "the Authorization header must be \"Bearer\" and the worker's token") }
        return nil
    }

    private func isSame(_ origin: String, _ authority: String?) -> Bool {
        guard let authority, let scheme = origin.firstRange(of: "://") else { return false }
        return origin[scheme.upperBound...].lowercased() == authority.lowercased()
    }

    /// Compares in a time that tells nothing of where they differ.
    private static func isSame(_ given: Substring, _ token: String) -> Bool {
        let (given, token) = (Array(given.utf8), Array(token.utf8))
        var difference = given.count ^ token.count
        for (index, byte) in given.enumerated() {
            difference |= Int(byte ^ token[token.isEmpty ? 0 : index % max(token.count, 1)])
        }
        return difference == 0 && !token.isEmpty
    }

    /// Whether a host, with or without a port, is this machine as it calls itself.
    static func isLoopback(_ authority: String) -> Bool {
        let host: Substring
        if authority.hasPrefix("[") {
            host = authority.dropFirst().prefix { $0 != "]" }
        } else {
            host = authority.prefix { $0 != ":" }
        }
        let parts = host.split(separator: ".", omittingEmptySubsequences: false)
        let isAddress = parts.count == 4 && parts[0] == "127" && parts.allSatisfy { UInt8($0) != nil }
        return isAddress || host == "::1" || host.lowercased() == "localhost"
    }
}
