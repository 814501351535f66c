/// The client's side of one channel: which messages are on their way to the server, and which have come from it. It has neither
/// clock nor network.
///
/// Source: the client in <https://github.com/google/closure-library/tree/master/closure/goog/labs/net/webchannel>, version 8 of the
/// protocol.
struct ChannelSession: Sendable, Equatable {
    /// A request with messages for the server.
    struct Forward: Sendable, Equatable {
        /// The number of the request; a repeated one has the same.
        let request: Int
        /// The number of its first message.
        let offset: Int
        let messages: [[UInt8]]
        var attempt = 1
    }

    /// How often a request is repeated before the session is given up.
    private static let maximumRepetitions = 3
    /// The maximum number of messages in a request.
    private static let maximumMessages = 1000

    /// The id that the server has given the session; nil until then.
    private(set) var id: String?
    /// The other id that all later requests name, if the server wants that.
    var httpSession: String?
    /// The longest silence that the server promises.
    private(set) var keepAlive = Duration.seconds(30)
    /// The number of the last array that was received.
    private(set) var received = 0
    /// How often the open back channel was begun again.
    private(set) var backAttempt = 1
    private var nextRequest: Int
    private var nextMessage = 0
    private var queue: [[UInt8]] = []
    private(set) var forward: Forward?
    /// Whether the server does not know the session any more.
    private var isForgotten = false

    /// - Parameter request: The number of the first request, at random.
    init(request: Int) { nextRequest = request }
}

/// Messages to the server.
extension ChannelSession {
    mutating func send(_ message: [UInt8]) { queue.append(message) }

    /// The next request with messages; nil if there are none, or the last request is not answered yet.
    mutating func nextForward() -> Forward? {
        if forward != nil || queue.isEmpty && id != nil { return nil }
        let messages = Array(queue.prefix(ChannelSession.maximumMessages))
        queue.removeFirst(messages.count)
        let forward = Forward(request: takeRequestNumber(), offset: nextMessage, messages: messages)
        nextMessage += messages.count
        self.forward = forward
        return forward
    }

    /// The last request was answered.
    mutating func forwardSucceeded() { forward = nil }

    /// The last request has failed.
    ///
    /// - Returns: The request to repeat; nil to give the session up.
    mutating func forwardFailed() -> Forward? {
        guard var again = forward, id != nil, !isForgotten,
            again.attempt <= ChannelSession.maximumRepetitions
        else { return nil }
        again.attempt += 1
        forward = again
        return again
    }

    mutating func takeRequestNumber() -> Int {
        defer { nextRequest += 1 }
        return nextRequest
    }
}

/// Arrays from the server.
extension ChannelSession {
    /// What arrays mean for the session.
    struct Reception: Sendable, Equatable {
        /// The messages up to the first one that is missing.
        var messages: [ChannelArray.Message] = []
        /// Whether something was lost on the way; asking again brings it.
        var hasGap = false
    }

    /// Takes arrays. Those that were received before are passed over.
    mutating func receive(_ arrays: [ChannelArray]) -> Reception {
        var reception = Reception()
        for array in arrays where array.id > received || (id == nil && array.id == 0) {
            if case .opened(let id, let keepAlive) = array.message {
                if self.id == nil { self.id = id }
                if let keepAlive { self.keepAlive = max(keepAlive, .seconds(1)) }
                continue
            }
            if array.id != received + 1 {
                reception.hasGap = true
                break
            }
            received = array.id
            reception.messages.append(array.message)
        }
        if !reception.messages.isEmpty { backAttempt = 1 }
        return reception
    }

    /// A back channel has ended without an array.
    ///
    /// - Returns: Whether another is worth trying.
    mutating func backFailed() -> Bool {
        backAttempt += 1
        return !isForgotten && backAttempt <= ChannelSession.maximumRepetitions + 1
    }

    /// The server does not know the session any more: repeating anything is in vain.
    mutating func forget() { isForgotten = true }
}
