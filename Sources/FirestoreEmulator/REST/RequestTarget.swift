import FirestoreModel
import FirestoreREST

/// The path of a request and the items of its query, percent-decoded.
///
/// As in Google's emulator the whole path is decoded before it is cut at its slashes, and `+` stays a plus.
struct RequestTarget: Sendable {
    let path: String
    private let items: [(name: String, value: String)]

    /// Reads a request's target; nil when it holds a broken percent-encoding.
    init?(_ text: String) {
        let parts = text.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
        guard let path = RequestTarget.decoded(parts[0]) else { return nil }
        self.path = path
        var items: [(String, String)] = []
        for item in parts.count > 1 ? parts[1].split(separator: "&") : [] {
            let pair = item.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            guard let name = RequestTarget.decoded(pair[0]),
                let value = RequestTarget.decoded(pair.count > 1 ? pair[1] : "")
            else { return nil }
            items.append((RequestTarget.camelCased(name), value))
        }
        self.items = items
    }

    /// The last value of an item; nil when the item is missing.
    func value(_ name: String) -> String? { items.last { $0.name == name }?.value }

    /// All values of an item, in order.
    func values(_ name: String) -> [String] { items.filter { $0.name == name }.map(\.value) }

    /// A whole number; nil when the item is missing or empty.
    func integer(_ name: String) throws(RPCStatus) -> Int? {
        guard let text = value(name), !text.isEmpty else { return nil }
        guard let number = Int32(text) else {
            throw .invalidArgument("The parameter \(name) must be a whole number, not \"\(text)\".")
        }
        return Int(number)
    }

    /// A list of field paths; nil when the item is missing.
    func mask(_ name: String) throws(RPCStatus) -> DocumentMask? {
        let texts = values(name)
        if texts.isEmpty { return nil }
        var paths: [FieldPath] = []
        for text in texts { paths.append(try FieldPath(wire: text)) }
        return DocumentMask(paths)
    }

    private static func decoded(_ text: Substring) -> String? {
        guard text.utf8.contains(UInt8(ascii: "%")) else { return String(text) }
        var bytes: [UInt8] = []
        var rest = text.utf8[...]
        while let byte = rest.popFirst() {
            guard byte == UInt8(ascii: "%") else {
                bytes.append(byte)
                continue
            }
            let digits = rest.prefix(2)
            guard digits.count == 2, let code = UInt8(String(Substring(digits)), radix: 16) else { return nil }
            bytes.append(code)
            rest = rest.dropFirst(2)
        }
        return String(validating: bytes, as: UTF8.self)
    }

    /// `mask.field_paths` is `mask.fieldPaths`.
    private static func camelCased(_ name: String) -> String {
        guard name.contains("_") else { return name }
        let words = name.split(separator: "_", omittingEmptySubsequences: false)
        return words.dropFirst().reduce(into: String(words[0])) { $0 += $1.prefix(1).uppercased() + $1.dropFirst() }
    }
}
