/// What the head of an HTTP/1.1 message says about its end and that of the connection.
struct HTTPMessageHead: Sendable, Equatable {
    /// Request line or status line.
    let line: String
    /// The length in bytes, including the empty line.
    let length: Int
    private let fields: [(name: String, value: String)]

    static func == (left: HTTPMessageHead, right: HTTPMessageHead) -> Bool {
        left.line == right.line && left.length == right.length
            && left.fields.elementsEqual(right.fields, by: ==)
    }

    /// Reads the bytes up to and including the empty line.
    init(_ bytes: ArraySlice<UInt8>) {
        let lines = String(decoding: bytes, as: UTF8.self).split(separator: "\r\n")
        line = lines.first.map { String($0) } ?? ""
        length = bytes.count
        fields = lines.dropFirst().compactMap { line in
            guard let colon = line.firstIndex(of: ":") else { return nil }
            let value = line[line.index(after: colon)...].drop { $0 == " " || $0 == "\t" }
            return (line[..<colon].lowercased(), value.lowercased())
        }
    }

    /// The method of a request, or the version of an answer.
    var firstWord: String { line.split(separator: " ").first.map { String($0) } ?? "" }

    /// The status of an answer; nil for a request.
    var status: Int? {
        let words = line.split(separator: " ")
        return words.count > 1 && words[0].hasPrefix("HTTP/") ? Int(words[1]) : nil
    }

    /// True for an answer before the answer, such as `100 Continue`.
    var isInterim: Bool { status.map { (100..<200).contains($0) && $0 != 101 } ?? false }

    /// True when the sender holds the body back until it is asked for.
    var expectsContinue: Bool { values("expect").contains("100-continue") }

    /// True when the connection ends with this message.
    var closesConnection: Bool {
        values("connection").contains { $0.split(separator: ",").contains { $0.contains("close") } }
            || line.contains("HTTP/1.0")
    }

    /// True when the length of the body is told piece by piece.
    var isChunked: Bool { values("transfer-encoding").contains { $0.hasSuffix("chunked") } }

    /// The length that is told in the head; nil when none is, or one that is no length.
    var contentLength: Int? {
        values("content-length").first.flatMap { Int($0) }.flatMap { (0...Self.longestBody) ~= $0 ? $0 : nil }
    }

    private static let longestBody = 1 << 30

    private func values(_ name: String) -> [String] { fields.filter { $0.name == name }.map(\.value) }
}
