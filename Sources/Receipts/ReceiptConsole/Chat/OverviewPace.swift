/// How much to read for the list of conversations, and how often.
struct OverviewPace: Sendable {
    /// The maximum number of listed conversations.
    var limit: Int
    /// The time between two reads of the list.
    var list: Duration
    /// The time between two rounds of reading last messages.
    var round: Duration
    /// How many of the newest messages of all conversations to read, at first and later.
    var firstNewest: Int
    var newest: Int
    /// How many unknown conversations to read per round.
    var first: Int
    /// How many other conversations to read per round, those that have waited longest.
    var rotation: Int
    /// The time between two reads of a visible conversation.
    var look: Duration
    /// How many of its messages to read to count unread ones.
    var window: Int

    /// The maximum number of visible conversations per request.
    static let lookLimit = 40
    /// How many of them to read at the same time.
    static let concurrentLooks = 8

    /// - Parameters:
    ///   - isTold: Whether the database reports changes.
    ///   - isBilled: Whether reads cost money.
    init(isTold: Bool, isBilled: Bool) {
        limit = isBilled ? 200 : 1000
        list = isBilled ? .seconds(300) : isTold ? .milliseconds(200) : .seconds(3)
        round = isBilled ? .seconds(30) : isTold ? .milliseconds(200) : .seconds(1)
        firstNewest = isBilled ? 100 : 1000
        newest = isBilled ? 10 : 50
        first = isBilled ? 30 : 100
        rotation = isBilled ? 10 : 20
        look = isBilled ? .seconds(30) : .milliseconds(500)
        window = isBilled ? 10 : 100
    }
}
