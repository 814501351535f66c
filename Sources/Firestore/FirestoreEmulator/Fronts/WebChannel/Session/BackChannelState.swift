/// An open request on which arrays go to the client.
struct BackChannelState: Sendable, Equatable {
    enum Mode: Sendable, Equatable {
        /// Stays open while arrays are sent.
        case streaming
        /// Ends with the first arrays, or when there are none for this long.
        case polling(patience: Duration)
    }

    /// Tells the back channels of a session apart.
    let number: Int
    let mode: Mode
    let start: Duration
    /// The number of the last array that was sent here, or received before.
    private(set) var sent: Int
    /// When something was sent here; nil until then.
    private(set) var lastSend: Duration?
    /// Whether it ends when what is being sent has been sent.
    private(set) var isEnding = false

    init(number: Int, _ mode: Mode, after id: Int, at time: Duration) {
        self.number = number
        self.mode = mode
        sent = id
        start = time
    }

    /// Notes that arrays were sent.
    mutating func didSend(upTo id: Int, at time: Duration) {
        sent = id
        lastSend = time
    }

    mutating func end() { isEnding = true }

    /// Whether a message without content is due, so that nobody between client and server takes the connection for dead.
    func isNoopDue(at time: Duration) -> Bool {
        switch mode {
        case .polling: isLifeOver(at: time)
        case .streaming:
            // Clients wait for a first byte only for a moment before they believe that streaming is impossible.
            lastSend.map { time - $0 >= BackChannelState.keepAlive } ?? true || isLifeOver(at: time)
        }
    }

    /// Whether it should end: the client then opens another.
    func isLifeOver(at time: Duration) -> Bool {
        switch mode {
        case .polling(let patience): time - start >= patience
        case .streaming: time - start >= BackChannelState.life
        }
    }

    /// The longest silence, as the handshake announces it.
    static let keepAlive = Duration.seconds(30)
    private static let life = Duration.seconds(60)
}
