import Synchronization

/// Counts, from any task.
final class Counter: Sendable {
    private let count = Atomic(0)

    /// How often it has counted before.
    func next() -> Int { count.wrappingAdd(1, ordering: .relaxed).oldValue }

    var value: Int { count.load(ordering: .relaxed) }
}
