/// The state of one channel: a client's messages in, the arrays to it out. A value; times are counted from any beginning.
///
/// Source: the client in <https://github.com/google/closure-library/tree/master/closure/goog/labs/net/webchannel>, version 8 of the
/// protocol.
struct ChannelSession: Sendable {
    private enum Phase: Sendable {
        case open
        /// The end of the stream is among the arrays.
        case ended
        case closed
    }

    private var phase = Phase.open
    private var maps = MapOrder()
    private var arrays = ArrayQueue()
    private var backChannel: BackChannelState?
    private var lastNumber = 0
    /// The number of the last array that was ever sent.
    private var lastSent = 0
    private var lastActivity: Duration
    private var isTaking = false
    /// Whether the stream has more to take already.
    private var hasMore = false
    private let bounds: Bounds
    /// Whether the stream is asked for messages even if nobody hears them yet.
    private let takesUnheard: Bool

    /// How much may wait for an acknowledgement before nothing more is taken from the stream.
    struct Bounds: Sendable {
        var arrays = 4096
        var bytes = 16 << 20
        /// With more than this, a back channel that has sent everything ends, so that a quiet client acknowledges and nothing is kept
        /// for it.
        var quietBytes = 64 << 10
    }

    init(takesUnheard: Bool, bounds: Bounds = Bounds(), at time: Duration) {
        self.takesUnheard = takesUnheard
        self.bounds = bounds
        lastActivity = time
    }

    private var isFull: Bool { arrays.count >= bounds.arrays || arrays.byteCount >= bounds.bytes }
    private var isHeavy: Bool { arrays.byteCount >= bounds.quietBytes && !hasMore }
}

/// What comes from the client.
extension ChannelSession {
    /// What is new after a request with messages.
    struct Reception: Sendable {
        /// The messages whose turn it is.
        let messages: [[UInt8]]
        /// The answer to the request.
        let answer: [UInt8]
    }

    /// Takes the messages of a request, and the acknowledgement in it.
    ///
    /// - Returns: nil if the client is so far ahead of itself that the session is given up.
    mutating func receive(_ maps: [ChannelMap], acknowledging id: Int?, at time: Duration) -> Reception? {
        lastActivity = time
        if let id { arrays.acknowledge(id) }
        let answer = status
        let messages = self.maps.take(maps)
        if self.maps.isTooFarAhead { return nil }
        return Reception(messages: phase == .open ? messages : [], answer: answer)
    }

    /// Whether a back channel is open, the last array sent, and the bytes that were not acknowledged.
    private var status: [UInt8] {
        let isOpen = backChannel.map { !$0.isEnding } ?? false
        return ChannelFrame.encode(
            Array("[\(isOpen ? 1 : 0),\(backChannel?.sent ?? lastSent),\(arrays.byteCount)]".utf8))
    }

    /// Opens a back channel instead of the one that is open.
    ///
    /// - Returns: Its number.
    mutating func attach(
        _ mode: BackChannelState.Mode, acknowledging id: Int, at time: Duration
    ) -> Int {
        lastActivity = time
        arrays.acknowledge(id)
        lastNumber += 1
        // Another request may have acknowledged more meanwhile.
        let sent = min(max(id, arrays.acknowledged), arrays.lastID)
        backChannel = BackChannelState(number: lastNumber, mode, after: sent, at: time)
        return lastNumber
    }

    /// The client has left a back channel, unless another has replaced it.
    mutating func detach(_ number: Int, at time: Duration) {
        guard backChannel?.number == number else { return }
        backChannel = nil
        lastActivity = time
    }

    /// Ends everything.
    mutating func close() {
        phase = .closed
        backChannel = nil
        arrays = ArrayQueue()
        maps = MapOrder()
    }

    /// Whether the client is gone: it has neither asked nor taken anything for five minutes.
    func isAbandoned(at time: Duration) -> Bool {
        phase == .closed || time - lastActivity >= ChannelSession.patience
    }

    private static let patience = Duration.seconds(300)
}

/// What comes from the stream.
extension ChannelSession {
    /// Asks for the right to take messages from the stream; ``endTaking(_:end:)`` gives it back.
    ///
    /// It is given to one at a time, so that messages stay in order, and only when those before them are on their way: whoever reads
    /// slowly finds one difference instead of many.
    mutating func beginTaking() -> Bool {
        guard phase == .open, !isTaking, !isFull, takesUnheard || isHeard else { return false }
        isTaking = true
        return true
    }

    private var isHeard: Bool { backChannel.map { $0.sent == arrays.lastID && !$0.isEnding } ?? false }

    /// Adds messages, and the stream's end, if it has come.
    ///
    /// - Parameter hasMore: Whether more can be taken at once.
    mutating func endTaking(
        _ messages: [ArraySlice<UInt8>], hasMore: Bool = false, end: ArraySlice<UInt8>? = nil
    ) {
        isTaking = false
        self.hasMore = hasMore
        if phase != .open { return }
        for message in messages { arrays.append(message) }
        if let end { self.end(with: end) }
    }

    /// Ends the stream with a last message.
    mutating func end(with message: ArraySlice<UInt8>) {
        guard phase == .open else { return }
        arrays.append(message)
        phase = .ended
    }
}

/// What goes to the client.
extension ChannelSession {
    enum Step: Sendable, Equatable {
        case send([UInt8])
        case wait
        case end
    }

    /// The next step of a back channel.
    mutating func step(_ number: Int, at time: Duration) -> Step {
        guard var back = backChannel, back.number == number else { return .end }
        lastActivity = time
        if back.isEnding {
            backChannel = nil
            return .end
        }
        if arrays.lastID == back.sent, back.isNoopDue(at: time) {
            arrays.append(ChannelSession.noop)
            if back.isLifeOver(at: time) { back.end() }
        }
        guard let frame = arrays.frame(after: back.sent) else { return .wait }
        back.didSend(upTo: frame.lastID, at: time)
        lastSent = max(lastSent, frame.lastID)
        // A client acknowledges only by a request: when much has been sent, it is made to send one.
        if frame.lastID == arrays.lastID, back.mode != .streaming || isFull || isHeavy { back.end() }
        backChannel = back
        return .send(frame.bytes)
    }

    /// Whether time alone makes the open back channel send something.
    func isDue(at time: Duration) -> Bool {
        backChannel.map { $0.sent == arrays.lastID && $0.isNoopDue(at: time) } ?? false
    }

    private static let noop = Array(#""noop""#.utf8)[...]
}
