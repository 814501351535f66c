import JSONText
import TestSupport

/// A connection to Firefox's Marionette, into which geckodriver translates the WebDriver standard.
///
/// Each message is `LENGTH:JSON`. Commands are `[0, ID, NAME, PARAMETERS]`, answers `[1, ID, ERROR, RESULT]`. One command is sent at a
/// time. (Source: Firefox, `remote/doc/marionette/Protocol.md`.)
actor Marionette {
    private let connection: RawConnection
    private var received: [UInt8] = []
    private var commands = 0
    private var last: Task<Void, Never>?

    /// Connects to a Firefox.
    init(_ process: DriverProcess) async throws {
        connection = try RawConnection(port: process.port)
        // Its greeting.
        _ = try await message()
    }

    /// Sends a command, such as `WebDriver:Navigate`, and waits for its result.
    @discardableResult
    func send(_ command: String, _ parameters: JSON = [:]) async throws(WebDriverError) -> JSON {
        let before = last
        // A task of its own: a test that is cancelled must not leave half a message behind.
        let exchange = Task { () -> Result<JSON, WebDriverError> in
            await before?.value
            do throws(WebDriverError) {
                return .success(try await self.exchange(command, parameters))
            } catch {
                return .failure(error)
            }
        }
        last = Task { _ = await exchange.value }
        return try await exchange.value.get()
    }

    /// Runs the body of a function in the browser itself, beside its pages.
    ///
    /// - Parameter isAsync: Whether its last argument is a callback for the result.
    @discardableResult
    func runInBrowser(
        _ script: String, _ arguments: JSON..., isAsync: Bool = false
    ) async throws(WebDriverError) -> JSON {
        try await send("Marionette:SetContext", ["value": "chrome"])
        let result: Result<JSON, WebDriverError>
        do throws(WebDriverError) {
            result = .success(
                try await send(
                    isAsync ? "WebDriver:ExecuteAsyncScript" : "WebDriver:ExecuteScript",
                    ["script": .string(script), "args": .array(arguments)]))
        } catch {
            result = .failure(error)
        }
        try await send("Marionette:SetContext", ["value": "content"])
        return try result.get()
    }

    private func exchange(_ command: String, _ parameters: JSON) async throws(WebDriverError) -> JSON {
        commands += 1
        let text = JSON.array([0, .number("\(commands)"), .string(command), parameters]).compactText
        guard await connection.send("\(text.utf8.count):\(text)") else { throw Self.ended }
        guard let answer = try await message().array, answer.count == 4 else {
            throw WebDriverError("unknown error", "the answer to \(command) is not an array of four elements")
        }
        if let error = answer[2]["error"]?.string {
            throw WebDriverError(error, answer[2]["message"]?.string ?? "")
        }
        // Most results are in an object of their own.
        return answer[3]["value"] ?? answer[3]
    }

    private func message() async throws(WebDriverError) -> JSON {
        while true {
            if let colon = received.firstIndex(of: UInt8(ascii: ":")),
                let length = Int(String(decoding: received[..<colon], as: UTF8.self)),
                received.count >= colon + 1 + length
            {
                let bytes = Array(received[(colon + 1)...].prefix(length))
                received.removeFirst(colon + 1 + length)
                do throws(JSONParser.Failure) { return try JSONParser.parse(bytes) } catch {
                    throw WebDriverError("unknown error", "the answer is \(error)")
                }
            }
            guard let bytes = await connection.receive() else { throw Self.ended }
            received += bytes
        }
    }

    private static var ended: WebDriverError { WebDriverError("browser unreachable", "Firefox has ended") }
}
