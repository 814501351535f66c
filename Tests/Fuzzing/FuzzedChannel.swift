import FirestoreEmulator
import HTTPTransport
import HTTPTypes
import JSONText

/// A client of a channel that sends any forms, and polls for the answers.
struct FuzzedChannel {
    private let emulator = Emulator()
    private let path: String
    /// Nil when the channel is gone.
    private var id: String?
    /// The messages so far.
    private(set) var messages: [JSON] = []

    /// Opens a channel for `Listen` or `Write` with a form.
    init(_ stream: String, _ form: [UInt8]) async throws {
        path = "/google.firestore.v1.Firestore/\(stream)/channel?VER=8&CVER=22"
        guard let answer = try await request(.post, "", form) else { return }
        id = answer.first?.array?.last?.array?.dropFirst().first?.string
        try BrokenPromise.unless(id != nil, "a channel without an id: \(answer)")
    }

    /// Sends another form.
    mutating func send(_ form: [UInt8]) async throws {
        guard let id else { return }
        let answer = try await request(.post, "&SID=\(id)&AID=\(messages.count)", form)
        try BrokenPromise.unless(answer.map { $0.count == 3 } ?? true, "\(answer ?? [])")
    }

    /// Fetches the messages that wait, a second time too, as if the first answer had been lost.
    mutating func poll() async throws {
        guard let id else { return }
        let query = "&SID=\(id)&RID=rpc&CI=1&TO=0&AID=\(messages.count)"
        guard let arrays = try await request(.get, query) else {
            self.id = nil
            return
        }
        let again = try await request(.get, query)
        try BrokenPromise.unless(arrays == again, "\(arrays) becomes \(again ?? [])")
        for array in arrays {
            let parts = array.array ?? []
            try BrokenPromise.unless(
                parts.first == .number("\(messages.count + 1)") && parts.count == 2,
                "\(array) follows \(messages.count)")
            messages += parts.dropFirst()
        }
    }

    func close() async throws {
        if let id { _ = try await request(.get, "&SID=\(id)&TYPE=terminate") }
    }

    /// The elements of the frames of an answer; nil if it was refused.
    private func request(
        _ method: HTTPRequest.Method, _ query: String, _ body: [UInt8] = []
    ) async throws -> [JSON]? {
        let request = HTTPRequest(method: method, scheme: nil, authority: nil, path: path + query)
        let response = try await emulator.transport.send(request, body: body)
        let text = String(decoding: response.body, as: UTF8.self)
        guard response.head.status == .ok else {
            try BrokenPromise.unless(
                response.head.status == .badRequest && text.hasPrefix("Bad Request: "), text)
            return nil
        }
        return try FuzzedChannel.frames(text)
    }

    /// The elements of frames, each after its length in UTF-16 units.
    private static func frames(_ text: String) throws -> [JSON] {
        var rest = Array(text.utf16)[...]
        var elements: [JSON] = []
        while let end = rest.firstIndex(of: 10) {
            let length = Int(String(decoding: rest[..<end], as: UTF16.self)) ?? -1
            rest = rest[(end + 1)...]
            try BrokenPromise.unless((0...rest.count).contains(length), "a frame of \(length) in \(text)")
            let frame = String(decoding: rest.prefix(length), as: UTF16.self)
            guard let array = try? JSONParser.parse(Array(frame.utf8)).array else {
                throw BrokenPromise("a frame without an array: \(frame)")
            }
            elements += array
            rest = rest.dropFirst(length)
        }
        try BrokenPromise.unless(rest.isEmpty, "text after the frames: \(text)")
        return elements
    }
}
