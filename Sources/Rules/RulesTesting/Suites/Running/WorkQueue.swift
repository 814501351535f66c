import Synchronization

/// Hands out the places of a list, each once.
final class WorkQueue: Sendable {
    private let count: Int
    private let given = Atomic(0)

    private init(count: Int) {
        self.count = count
    }

    /// The next place; nil if none is left.
    private func next() -> Int? {
        let index = given.add(1, ordering: .relaxed).oldValue
        return index < count ? index : nil
    }

    /// Makes an element for each place of a list, several at a time.
    ///
    /// - Parameters:
    ///   - makeLane: Creates what the elements of a lane share. They are made one after the other.
    /// - Returns: The elements in the order of the list.
    static func map<Element: Sendable, Lane>(
        count: Int, lanes: Int, lane makeLane: @escaping @Sendable () -> Lane,
        _ make: @escaping @Sendable (Int, inout Lane) async throws -> Element
    ) async throws -> [Element] {
        let queue = WorkQueue(count: count)
        return try await withThrowingTaskGroup(of: [(Int, Element)].self) { group in
            for _ in 0..<max(1, min(lanes, count)) {
                group.addTask {
                    var lane = makeLane()
                    var elements: [(Int, Element)] = []
                    while let index = queue.next() {
                        try Task.checkCancellation()
                        elements.append((index, try await make(index, &lane)))
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
