import EmulatorAccess
import FirestoreModel
import FirestoreREST
import FirestoreRPC
import HTTPServing
import HTTPTransport
import HTTPTypes

/// The streams of the service for SDKs in browsers, which have no streams of requests: a channel made of ordinary requests.
///
/// One request opens the channel, further ones bring messages, and one that stays open fetches the answers.
struct WebChannelFront: Sendable {
    /// Opens a stream; the last argument is called when there is something to take from it.
    typealias Open =
        @Sendable (ChannelKind, CallMetadata, @escaping @Sendable () -> Void) throws(RPCStatus)
        -> any ChannelStream

    let channels: ChannelRegistry
    private let clock: ChannelClock
    private let maximumMessageSize: Int
    private let open: Open

    /// - Parameter maximumMessageSize: The largest message to accept, in bytes of JSON.
    init(
        clock: any Clock<Duration>, maximumMessageSize: Int,
        randomNumber: @escaping @Sendable () -> UInt64 = { .random(in: .min ... .max) },
        open: @escaping Open
    ) {
        self.clock = ChannelClock(clock)
        self.maximumMessageSize = maximumMessageSize
        self.open = open
        channels = ChannelRegistry(clock: self.clock, randomNumber: randomNumber)
    }

    /// The largest body to accept with a request, in bytes; nil if it is not about a channel.
    func maximumBodySize(of request: HTTPRequest) -> Int? {
        // Percent-encoded, a byte of a message takes up to three.
        ChannelRequest(request).map { _ in 3 * maximumMessageSize + WebChannelFront.maximumOverhead }
    }

    /// The header fields, and the names of the messages.
    private static let maximumOverhead = 64 << 10

    /// Answers a request; nil if it is not about a channel.
    ///
    /// - Parameter body: The body; nil if it is too large.
    func reply(to request: HTTPRequest, body: [UInt8]?) -> HTTPReply? {
        ChannelRequest(request).map { allow(reply(to: $0, request, body), request) }
    }

    private func reply(to channel: ChannelRequest, _ request: HTTPRequest, _ body: [UInt8]?) -> HTTPReply {
        switch channel.action {
        case .handshake: return .now(handshake(channel, request, body))
        case .forward(let id, let acknowledged):
            guard let open = channels.channel(id, channel.kind) else { return .now(.unknownChannel) }
            return .now(forward(body, to: open, id: id, acknowledged))
        case .back(let id, let acknowledged, let mode):
            guard let open = channels.channel(id, channel.kind) else { return .now(.unknownChannel) }
            let back = open.attach(mode, acknowledging: acknowledged)
            return .stream(.backChannel) { back.frames }
        case .terminate(let id):
            // Also for a channel that is gone, and for one of the other kind that cannot be meant.
            if channels.channel(id, channel.kind) != nil { channels.close(id) }
            return .now(HTTPExchangeResponse(head: .channel(.ok)))
        case .unknown: return .now(.badRequest("Bad Request: this is no request of a channel.\n"))
        }
    }

    private func handshake(
        _ request: ChannelRequest, _ head: HTTPRequest, _ body: [UInt8]?
    ) -> HTTPExchangeResponse {
        let reading = reading(of: body)
        if case .broken = reading { return .brokenForm }
        let metadata = metadata(reading.form?.headers, ChannelHeaders(request.headers), head.headerFields)
        let kind = request.kind
        let channel = Channel(kind, clock: clock) { onOutput throws(RPCStatus) in
            if case .tooLarge = reading { throw tooLarge }
            return try open(kind, metadata, onOutput)
        }
        guard let id = channels.add(channel) else { return .tooManyChannels }
        _ = channel.receive(reading.form?.maps ?? [], acknowledging: nil)
        let greeting = #"[[0,["c","\#(id)","",8,12,\#(WebChannelFront.keepAlive)]]]"#
        return HTTPExchangeResponse(head: .channel(.ok), body: ChannelFrame.encode(Array(greeting.utf8)))
    }

    private func forward(
        _ body: [UInt8]?, to channel: Channel, id: String, _ acknowledged: Int?
    ) -> HTTPExchangeResponse {
        let reading = reading(of: body)
        switch reading {
        case .broken: return .brokenForm
        case .tooLarge: channel.fail(tooLarge)
        case .form: break
        }
        guard let answer = channel.receive(reading.form?.maps ?? [], acknowledging: acknowledged) else {
            channels.close(id)
            return .unknownChannel
        }
        return HTTPExchangeResponse(head: .channel(.ok), body: answer)
    }

    private enum Reading {
        case form(ChannelForm)
        case broken
        case tooLarge

        var form: ChannelForm? {
            if case .form(let form) = self { form } else { nil }
        }
    }

    /// - Parameter body: The body; nil if it is too large.
    private func reading(of body: [UInt8]?) -> Reading {
        guard let body else { return .tooLarge }
        guard let form = ChannelForm(body) else { return .broken }
        return form.maps.contains { $0.json.count > maximumMessageSize } ? .tooLarge : .form(form)
    }

    /// Who calls, by the header fields in the form, in the query or of the request.
    private func metadata(
        _ form: ChannelHeaders?, _ query: ChannelHeaders, _ fields: HTTPFields
    ) -> CallMetadata {
        func value(_ name: HTTPField.Name) -> String? {
            form?.value(name.rawName) ?? query.value(name.rawName) ?? fields.value(name)
        }
        return CallMetadata(
            authorization: value(.authorization), isInBackground: value(.rulesLog) == "background",
            sentBy: .webChannel)
    }

    private var tooLarge: RPCStatus {
        .invalidArgument("Request payload size exceeds the limit: \(maximumMessageSize) bytes.")
    }

    /// In milliseconds.
    private static let keepAlive = BackChannelState.keepAlive.components.seconds * 1000

    /// Lets a page read an answer. Pages send their requests with credentials, so the page is named.
    private func allow(_ reply: HTTPReply, _ request: HTTPRequest) -> HTTPReply {
        let crossOrigin = CrossOrigin(request)
        switch reply {
        case .now(let response, let afterwards):
            return .now(crossOrigin.allow(response), afterwards: afterwards)
        case .stream(let head, let pieces):
            return .stream(crossOrigin.allow(HTTPExchangeResponse(head: head)).head, pieces)
        case .later: return reply
        }
    }
}

extension HTTPResponse {
    /// The head of an answer to a request of a channel.
    fileprivate static func channel(_ status: HTTPResponse.Status) -> HTTPResponse {
        HTTPResponse(
            status: status,
            headerFields: [
                .contentType: "text/plain; charset=utf-8", .vary: "Origin",
                .accessControlExposeHeaders:
                    "x-client-wire-protocol, x-http-session-id, x-http-initial-response",
            ])
    }

    /// The head of a response that stays open. Nothing on the way may hold it back, to look at it or to compress it.
    fileprivate static var backChannel: HTTPResponse {
        var head = channel(.ok)
        head.headerFields[.xContentTypeOptions] = "nosniff"
        head.headerFields[.cacheControl] = "private, max-age=0, no-transform"
        return head
    }
}

extension HTTPExchangeResponse {
    fileprivate static func badRequest(_ text: String) -> HTTPExchangeResponse {
        HTTPExchangeResponse(head: .channel(.badRequest), body: Array(text.utf8))
    }

    /// Clients open a new channel when they find `Unknown SID` after other text.
    fileprivate static let unknownChannel = badRequest("Bad Request: Unknown SID\n")

    fileprivate static let brokenForm = badRequest("Bad Request: the form is broken.\n")

    fileprivate static let tooManyChannels = HTTPExchangeResponse(
        head: .channel(.serviceUnavailable), body: Array("Too many channels are open.\n".utf8))
}
