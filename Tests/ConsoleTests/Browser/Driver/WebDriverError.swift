import HTTPTransport

/// What chromedriver refused, or why it could not be asked; one line.
struct WebDriverError: Error, Equatable, CustomStringConvertible {
    /// The name of the error, as the WebDriver standard has it: `no such element`, `timeout`.
    let code: String
    /// What happened, without the stack of chromedriver.
    let message: String

    init(_ code: String, _ message: String) {
        self.code = code
        // The lines below the first one are the browser's version and addresses in chromedriver.
        let line = message.prefix { !$0.isNewline }
        self.message = String(line.hasPrefix("\(code): ") ? line.dropFirst(code.count + 2) : line)
    }

    init(_ error: HTTPTransportError) {
        self.init(error.kind == .cancelled ? "cancelled" : "chromedriver unreachable", error.message)
    }

    var description: String { message.isEmpty ? code : "\(code): \(message)" }
}
