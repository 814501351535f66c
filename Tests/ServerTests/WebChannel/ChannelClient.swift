import CoreValues
import FirestoreClient
import HTTPTransport
import HTTPTypes
import JSONText
import TestSupport
import Testing

/// A client of a channel by plain requests, as the SDK for the web sends them.
struct ChannelClient {
    let server: TestServer
    private let kind: String
    /// The id of the channel, once it is open.
    var id = ""
    /// The number of the last array that was read.
    var lastArray = 0
    private var lastRequest = 1000
    private var mapCount = 0

    init(_ kind: String, on server: TestServer) {
        self.kind = kind
        self.server = server
    }

    /// The name of the database.
    var database: String { "projects/\(server.project)/databases/(default)" }

    /// Opens the channel with messages.
    mutating func open(_ messages: String..., headers: String = "") async throws -> HTTPExchangeResponse {
        let form = "headers=\(headers.percentEncoded)&" + form(messages, from: 0)
        mapCount = messages.count
        let response = try await exchange(.post, "RID=\(lastRequest)&CVER=22", form)
        let text = String(decoding: response.body, as: UTF8.self)
        let arrays = try FrameReader.arrays(text)
        id = arrays.first?.message.array.flatMap { $0.count > 1 ? $0[1].string : nil } ?? ""
        return response
    }

    /// Sends messages, numbered after those before.
    mutating func send(_ messages: String...) async throws -> HTTPExchangeResponse {
        defer { mapCount += messages.count }
        return try await send(form: form(messages, from: mapCount))
    }

    /// Sends a form of messages.
    mutating func send(form: String) async throws -> HTTPExchangeResponse {
        lastRequest += 1
        return try await exchange(.post, "SID=\(id)&RID=\(lastRequest)&AID=\(lastArray)", form)
    }

    func form(_ messages: [String], from number: Int) -> String {
        let items = messages.enumerated().map { "req\($0)___data__=\($1.percentEncoded)" }
        return (["count=\(messages.count)", "ofs=\(number)"] + items).joined(separator: "&")
    }

    func terminate(_ method: HTTPRequest.Method = .post) async throws -> HTTPExchangeResponse {
        try await exchange(method, "SID=\(id)&RID=\(lastRequest + 1)&TYPE=terminate", "")
    }

    /// Opens a back channel.
    func back(polling: Bool = false) async throws -> (head: HTTPResponse, frames: FrameReader) {
        let (request, _) = request(
            .get, "RID=rpc&SID=\(id)&AID=\(lastArray)&CI=\(polling ? 1 : 0)&TYPE=xmlhttp", "")
        let response = try await server.transport.open(request, body: [])
        return (response.head, FrameReader(response.body))
    }

    private func exchange(
        _ method: HTTPRequest.Method, _ query: String, _ form: String
    ) async throws -> HTTPExchangeResponse {
        let (request, body) = request(method, query, form)
        return try await server.transport.send(request, body: body)
    }

    private func request(
        _ method: HTTPRequest.Method, _ query: String, _ form: String
    ) -> (HTTPRequest, [UInt8]) {
        let path = "/google.firestore.v1.Firestore/\(kind)/channel?VER=8&database=\(database.percentEncoded)"
        var request = HTTPRequest(
            method: method, scheme: "http", authority: "\(server.endpoint.host):\(server.endpoint.port)",
            path: "\(path)&\(query)&zx=a1b2c3&t=1")
        request.headerFields[.origin] = "http://localhost:3000"
        // Google's emulator closes the connection after each answer without saying so.
        request.headerFields[.connection] = "close"
        if method == .post { request.headerFields[.contentType] = "application/x-www-form-urlencoded" }
        return (request, Array(form.utf8))
    }
}

extension ChannelClient {
    /// A request to listen to a collection.
    func addTarget(_ id: Int, _ collection: String) -> String {
        #"{"database":"\#(database)","addTarget":{"targetId":\#(id),"query":{"parent":"\#(database)/documents","#
            + #""structuredQuery":{"from":[{"collectionId":"\#(collection)"}],"orderBy":[{"field":{"fieldPath":"#
            + #""__name__"},"direction":"ASCENDING"}]}}}}"#
    }
}

/// An array of a frame.
struct ChannelArray {
    let id: Int
    let message: JSON
}

/// Reads the frames of a back channel.
struct FrameReader {
    private var pieces: any AsyncIteratorProtocol<[UInt8], HTTPTransportError>
    private var rest: [UInt8] = []

    init(_ body: any AsyncSequence<[UInt8], HTTPTransportError> & Sendable) {
        func iterator<Body: AsyncSequence>(
            _ body: Body
        ) -> any AsyncIteratorProtocol<[UInt8], HTTPTransportError>
        where Body.Element == [UInt8], Body.Failure == HTTPTransportError { body.makeAsyncIterator() }
        pieces = iterator(body)
    }

    /// Waits for the arrays of the next piece; nil at the end, which is never amid a frame.
    mutating func next() async throws -> [ChannelArray]? {
        while let piece = try await pieces.next(isolation: nil) {
            rest += piece
            guard let text = String(validating: rest, as: UTF8.self), let arrays = try? Self.arrays(text)
            else {
                continue
            }
            rest = []
            return arrays
        }
        #expect(rest.isEmpty)
        return nil
    }

    /// Waits for a message with a text in it; returns all up to it.
    mutating func messages(until text: String) async throws -> [ChannelArray] {
        var all: [ChannelArray] = []
        while !all.contains(where: { $0.message.compactText.contains(text) }) {
            all += try #require(try await next(), "the back channel ended before \(text)")
        }
        return all
    }

    /// Reads whole frames.
    static func arrays(_ text: String) throws -> [ChannelArray] {
        var units = Array(text.utf16)[...]
        var arrays: [ChannelArray] = []
        while let lineEnd = units.firstIndex(of: 10) {
            let length = try #require(Int(String(decoding: units[..<lineEnd], as: UTF16.self)))
            let content = units[(lineEnd + 1)...].prefix(length)
            if content.count < length { throw UnfinishedFrame() }
            units = units[content.endIndex...]
            let json = try JSONParser.parse(Array(String(decoding: content, as: UTF16.self).utf8))
            arrays += try (json.array ?? []).map { array in
                let parts = try #require(array.array)
                guard case .number(let id)? = parts.first else { throw UnfinishedFrame() }
                let content = parts[1]
                // The answer to a handshake is no list of messages.
                return ChannelArray(
                    id: Int(id) ?? -1, message: id == "0" ? content : content.array?.first ?? .null)
            }
        }
        if !units.isEmpty { throw UnfinishedFrame() }
        return arrays
    }

    private struct UnfinishedFrame: Error {}
}
