import Synchronization

/// Hands out the places of a list, each once, to whoever asks next.
final class WorkQueue: Sendable {
    private let count: Int
    private let given = Atomic(0)

    init(count: Int) {
        self.count = count
    }

    /// The next place; nil when there is none left.
    func next() -> Int? {
        let index = given.add(1, ordering: .relaxed).oldValue
        return index < count ? index : nil
    }
}
