import HTTPTransport

/// An error of a browser, or the reason it could not be reached; one line.
struct WebDriverError: Error, Equatable, CustomStringConvertible {
    /// The name of the error in the WebDriver standard: `no such element`, `timeout`.
    let code: String
    /// The message, without chromedriver's stack trace.
    let message: String

    init(_ code: String, _ message: String) {
        self.code = code
        // The lines after the first are the browser's version and addresses in chromedriver.
        let line = message.prefix { !$0.isNewline }
        self.message = String(line.hasPrefix("\(code): ") ? line.dropFirst(code.count + 2) : line)
    }

    init(_ error: HTTPTransportError) {
        self.init(error.kind == .cancelled ? "cancelled" : "browser unreachable", error.message)
    }

    var description: String { message.isEmpty ? code : "\(code): \(message)" }
}
