import CoreValues

/// The path of a request and its parameters, percent-decoded.
struct RequestTarget: Sendable, Equatable {
    /// One `name=value`.
    struct Parameter: Sendable, Equatable {
        let name: String
        let value: String
    }

    /// The decoded path.
    let path: String
    /// The parameters, in order.
    let parameters: [Parameter]

    /// Reads a request's target.
    ///
    /// - Throws: A bad request if it is not percent-encoded UTF-8.
    init(_ text: String) throws(RESTFailure) {
        // A fragment does not belong in a request and is ignored.
        let whole = text.utf8.prefix { $0 != UInt8(ascii: "#") }
        let pathEnd = whole.firstIndex(of: UInt8(ascii: "?")) ?? whole.endIndex
        path = try RequestTarget.decoded(whole[..<pathEnd])
        var parameters: [Parameter] = []
        for item in whole[pathEnd...].dropFirst().split(separator: UInt8(ascii: "&")) {
            let nameEnd = item.firstIndex(of: UInt8(ascii: "=")) ?? item.endIndex
            // Forms write a space as a plus, and so do many libraries.
            let value = item[nameEnd...].dropFirst().map { $0 == UInt8(ascii: "+") ? UInt8(ascii: " ") : $0 }
            parameters.append(
                Parameter(
                    name: try RequestTarget.decoded(item[..<nameEnd]), value: try RequestTarget.decoded(value)
                ))
        }
        self.parameters = parameters
    }

    /// The value of a parameter, the last one if there are several; nil if there is none.
    subscript(name: String) -> String? { parameters.last { $0.name == name }?.value }

    /// The keys of the path, if it ends with `.json`.
    var resource: String? {
        // By bytes, because the point can be one character with the scalar before it.
        path.utf8.suffix(5).elementsEqual(".json".utf8) ? String(path.utf8.dropLast(5)) : nil
    }

    private static func decoded(_ text: some Collection<UInt8>) throws(RESTFailure) -> String {
        guard let bytes = PercentEncoding.decode(text) else {
            throw .badRequest("The URL has a broken percent-encoding.")
        }
        guard let text = String(validating: bytes, as: UTF8.self) else {
            throw .badRequest("The URL is not UTF-8.")
        }
        return text
    }
}
