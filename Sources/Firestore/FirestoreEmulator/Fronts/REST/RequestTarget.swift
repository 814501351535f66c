import FirestoreModel
import FirestoreREST

/// The path of a request and the items of its query, percent-decoded.
///
/// As in Google's emulator, the whole path is decoded before it is split at its slashes, `+` stays a plus, and
/// `mask.field_paths` is another way to write `mask.fieldPaths`.
struct RequestTarget: Sendable {
    let path: String
    private let items: [(name: String, value: String)]

    /// Reads a request's target.
    ///
    /// - Throws: INVALID_ARGUMENT for a broken percent-encoding.
    init(_ text: String) throws(RPCStatus) {
        // A fragment does not belong in a request and is ignored.
        let whole = text.utf8.prefix { $0 != UInt8(ascii: "#") }
        let pathEnd = whole.firstIndex(of: UInt8(ascii: "?")) ?? whole.endIndex
        path = try RequestTarget.decoded(whole[..<pathEnd])
        var items: [(String, String)] = []
        for item in whole[pathEnd...].dropFirst().split(separator: UInt8(ascii: "&")) {
            let nameEnd = item.firstIndex(of: UInt8(ascii: "=")) ?? item.endIndex
            let name = RequestTarget.camelCased(try RequestTarget.decoded(item[..<nameEnd]))
            items.append((name, try RequestTarget.decoded(item[nameEnd...].dropFirst())))
        }
        self.items = items
    }

    /// The value of an item; nil if the item is missing.
    ///
    /// - Throws: INVALID_ARGUMENT for a repeated item.
    func value(_ name: String) throws(RPCStatus) -> String? {
        var found: String?
        for item in items where item.name == name {
            if found != nil { throw .invalidPayload }
            found = item.value
        }
        return found
    }

    /// All values of an item, in order.
    func values(_ name: String) -> [String] { items.filter { $0.name == name }.map(\.value) }

    /// True for a request from one of Google's generated clients, all of which send this parameter.
    ///
    /// The Python one accepts nothing after the array of a streaming method.
    var isOfGeneratedClient: Bool { values("$alt").contains("json;enum-encoding=int") }

    /// A whole number; nil if the item is missing or empty.
    func integer(_ name: String) throws(RPCStatus) -> Int? {
        guard let text = try value(name), !text.isEmpty else { return nil }
        guard let number = Int32(text) else {
            throw .invalidArgument("The parameter \(name) must be a whole number, not \"\(text)\".")
        }
        return Int(number)
    }

    private static func decoded(_ text: Substring.UTF8View) throws(RPCStatus) -> String {
        guard text.contains(UInt8(ascii: "%")) else { return String(Substring(text)) }
        guard let bytes = PercentEncoding.decode(text) else {
            throw .invalidArgument("The URL has a broken percent-encoding: \"\(Substring(text))\".")
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// `mask.field_paths` is `mask.fieldPaths`.
    private static func camelCased(_ name: String) -> String {
        guard name.utf8.contains(UInt8(ascii: "_")) else { return name }
        let words = name.split(separator: "_", omittingEmptySubsequences: false)
        return words.dropFirst().reduce(into: String(words[0])) {
            $0 += $1.prefix(1).uppercased() + $1.dropFirst()
        }
    }
}
