import Dispatch
import FirestoreEmulator
import FirestoreREST
import HTTPTransport
import HTTPTypes
import JSONText

extension FuzzTarget {
    /// A request to the emulator: a line with the method and the target, lines with header fields, an empty line and the body. An answer comes,
    /// and one that a client can read.
    static let requests = FuzzTarget("requests") { input in
        guard let (request, body) = request(input) else { return }
        let response = wait { try? await Emulator().transport.send(request, body: body) }
        guard let response, request.method != .head else { return }
        let (code, text) = (response.head.status.code, String(decoding: response.body, as: UTF8.self))
        try BrokenPromise.unless(code != 500, "\(request.path ?? ""): \(text)")
        guard code != 200, text != "Not Found\n", !(request.path ?? "").contains("/channel") else { return }
        let isPreflight = request.method == .options && response.body.isEmpty
        try BrokenPromise.unless(
            isPreflight || ErrorBody.decode(response.body, httpStatus: code)?.code.httpStatus == code,
            "\(request.path ?? ""): \(code) \(text)")
    }

    private static func request(_ input: [UInt8]) -> (HTTPRequest, body: [UInt8])? {
        let text = String(decoding: input, as: UTF8.self)
        let parts = text.split(separator: "\n\n", maxSplits: 1, omittingEmptySubsequences: false)
        let lines = parts[0].split(separator: "\n", omittingEmptySubsequences: false)
        let words = lines[0].split(separator: " ", maxSplits: 1)
        guard words.count == 2, let method = HTTPRequest.Method(rawValue: String(words[0])) else {
            return nil
        }
        var request = HTTPRequest(method: method, scheme: nil, authority: nil, path: String(words[1]))
        for line in lines.dropFirst() {
            let field = line.split(separator: ":", maxSplits: 1)
            guard field.count == 2, let name = HTTPField.Name(String(field[0])) else { continue }
            request.headerFields.append(HTTPField(name: name, value: String(field[1])))
        }
        return (request, parts.count > 1 ? Array(parts[1].utf8) : [])
    }

    /// Waits for a task, as a fuzzer's function is not asynchronous.
    private static func wait<Result: Sendable>(_ body: @escaping @Sendable () async -> Result) -> Result {
        let (done, box) = (DispatchSemaphore(value: 0), Box<Result>())
        Task {
            box.value = await body()
            done.signal()
        }
        done.wait()
        guard let result = box.value else { preconditionFailure("the task has ended without a result") }
        return result
    }

    /// The result of a task. The semaphore orders its writing before its reading.
    private final class Box<Value: Sendable>: @unchecked Sendable {
        var value: Value?
    }
}
