/// How a call to Firestore failed: the code, and the server's own words.
package struct RPCStatus: Error, Sendable, Equatable, CustomStringConvertible {
    package var code: StatusCode
    /// The text; nil where a server gives none.
    package var message: String?
    /// The number of the decision of the rules that is to blame, where an emulator keeps it.
    package var decision: Int?

    package init(_ code: StatusCode, _ message: String?) {
        self.code = code
        self.message = message
    }

    package static func invalidArgument(_ message: String) -> RPCStatus {
        RPCStatus(.invalidArgument, message)
    }

    package var description: String { message.map { "\(code.name): \($0)" } ?? code.name }
}
