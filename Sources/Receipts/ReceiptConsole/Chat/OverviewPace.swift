/// How much is read for the list of conversations, and how often.
struct OverviewPace: Sendable {
    /// How many conversations are listed.
    var limit: Int
    /// The time between two looks at which conversations there are.
    var list: Duration
    /// The time between two rounds of looking at what was said last in them.
    var round: Duration
    /// How many of the newest messages of all conversations are asked for, at first and then.
    var firstNewest: Int
    var newest: Int
    /// How many conversations of which nothing is known are looked at in a round.
    var first: Int
    /// How many others are, those that were not for longest.
    var rotation: Int
    /// The time between two looks at a conversation that is shown.
    var look: Duration
    /// How many of its messages are counted at most to see how many are unread.
    var window: Int

    /// How many conversations are looked at for a page at once.
    static let lookLimit = 40
    /// How many of them at the same time.
    static let concurrentLooks = 8

    /// - Parameters:
    ///   - isTold: Whether the database tells of changes.
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
