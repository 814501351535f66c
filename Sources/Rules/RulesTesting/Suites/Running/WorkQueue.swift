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

    /// Makes something of each place of a list, some of them side by side.
    ///
    /// - Returns: What was made, in the order of the list.
    static func map<Element: Sendable>(
        count: Int, lanes: Int, _ make: @escaping @Sendable (Int) async throws -> Element
    ) async throws -> [Element] {
        let queue = WorkQueue(count: count)
        return try await withThrowingTaskGroup(of: [(Int, Element)].self) { group in
            for _ in 0..<max(1, min(lanes, count)) {
                group.addTask {
                    var elements: [(Int, Element)] = []
                    while let index = queue.next() {
                        try Task.checkCancellation()
                        elements.append((index, try await make(index)))
                    }
                    return elements
                }
            }
            var elements: [(Int, Element)] = []
            for try await part in group { elements += part }
            return elements.sorted { $0.0 < $1.0 }.map(\.1)
        }
    }
}
