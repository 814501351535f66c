/// Notices when so many cursors of a large group move at once that counting costs less than hearing each of them, and when that is over. A value.
struct CursorRush: Sendable {
    /// How many moves a second are heard before the server counts instead.
    static let limit = 100

    /// How often the server counts while it lasts.
    static let countingPause = Duration.milliseconds(500)

    /// Whether the server counts, and no cursor is heard.
    private(set) var isOn = false
    /// The moves of the last second, and how old the first of them is.
    private var heard = (moves: 0, age: Duration.zero)

    /// Notes moves that were heard.
    ///
    /// - Parameters:
    ///   - moves: How many.
    ///   - cost: How many reads one count of all messages is billed.
    mutating func heard(_ moves: Int, costOfCounting cost: Int) {
        if moves == 0 { return }
        if heard.age >= .seconds(1) { heard = (0, .zero) }
        heard.moves += moves
        // Twice the price of what replaces them.
        isOn = heard.moves > max(Self.limit, 4 * cost)
    }

    /// Notes a count: as soon as few cursors move between two of them, they are heard again.
    ///
    /// - Parameter change: By how much the count that has changed most has grown.
    mutating func counted(change: Int) {
        if change < Self.limit / 4 { self = CursorRush() }
    }

    /// Time has passed.
    mutating func passed(_ time: Duration) { heard.age += time }
}
