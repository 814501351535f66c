/// The failure of a call to Firestore: the code, and the server's message.
package struct RPCStatus: Error, Sendable, Equatable, CustomStringConvertible {
    package var code: StatusCode
    /// The message; nil if the server sent none.
    package var message: String?
    /// The number of the rules decision that caused it, if an emulator keeps it.
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
