package import HTTPTypes

/// Builds a response's head from the lines that curl's header callback passes, one at a time.
///
/// Curl has already undone the framing of HTTP/1.1 and HTTP/2: every line is whole, and in both it begins with a
/// status line and ends with an empty one.
package struct ResponseHeadParser: Sendable {
    /// The result of a line.
    package enum Step: Sendable, Equatable {
        /// More lines must follow.
        case more
        /// An interim response (1xx) has ended; the real one follows.
        case interim
        /// The head is complete.
        case complete(HTTPResponse)
        /// This is not HTTP.
        case malformed
    }

    private var response: HTTPResponse?

    /// Creates a parser that waits for a status line.
    package init() {}

    /// Takes the next line.
    ///
    /// - Parameter line: The line, with or without its line break.
    /// - Returns: What to do now.
    package mutating func consume(_ line: some BidirectionalCollection<UInt8>) -> Step {
        let line = Self.trimmed(line)
        guard var response else {
            guard let status = Self.status(line) else { return .malformed }
            self.response = HTTPResponse(status: status)
            return .more
        }
        guard let first = line.first else {
            self.response = nil
            return response.status.kind == .informational ? .interim : .complete(response)
        }
        // Appending in place needs the only reference.
        self.response = nil
        if first == UInt8(ascii: " ") || first == UInt8(ascii: "\t") {
            Self.fold(line, into: &response)
        } else if let field = Self.field(line) {
            response.headerFields.append(field)
        }
        // Other lines are ignored, as browsers do.
        self.response = response
        return .more
    }

    private static func status(_ line: some BidirectionalCollection<UInt8>) -> HTTPResponse.Status? {
        guard line.starts(with: "HTTP/".utf8) else { return nil }
        let parts = line.split(separator: UInt8(ascii: " "), maxSplits: 2)
        guard parts.count >= 2, parts[1].count == 3 else { return nil }
        var code = 0
        for byte in parts[1] {
            guard (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) else { return nil }
            code = code * 10 + Int(byte - UInt8(ascii: "0"))
        }
        guard (100...999).contains(code) else { return nil }
        let reason = parts.count > 2 ? String(decoding: parts[2], as: UTF8.self) : ""
        return HTTPResponse.Status(code: code, reasonPhrase: reason)
    }

    private static func field(_ line: some BidirectionalCollection<UInt8>) -> HTTPField? {
        guard let colon = line.firstIndex(of: UInt8(ascii: ":")) else { return nil }
        guard let name = HTTPField.Name(String(decoding: line[..<colon], as: UTF8.self)) else { return nil }
        return HTTPField(name: name, value: trimmed(line[line.index(after: colon)...].drop(while: isBlank)))
    }

    /// A value that continues on the next line, as old servers write it: the break counts as one space.
    private static func fold(_ line: some BidirectionalCollection<UInt8>, into response: inout HTTPResponse) {
        guard let last = response.headerFields.indices.last else { return }
        let more = String(decoding: line.drop(while: isBlank), as: UTF8.self)
        response.headerFields[last].value += " " + more
    }

    private static func trimmed<Bytes: BidirectionalCollection<UInt8>>(_ bytes: Bytes) -> Bytes.SubSequence {
        var end = bytes.endIndex
        while end > bytes.startIndex {
            let previous = bytes.index(before: end)
            guard isBlank(bytes[previous]) else { break }
            end = previous
        }
        return bytes[..<end]
    }

    private static func isBlank(_ byte: UInt8) -> Bool {
        byte == 0x20 || byte == 0x09 || byte == 0x0D || byte == 0x0A
    }
}
