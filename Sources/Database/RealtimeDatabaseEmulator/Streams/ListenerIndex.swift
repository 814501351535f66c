import RealtimeDatabaseModel

/// Listeners by their paths, so that a write costs nothing for the listeners it does not concern.
struct ListenerIndex: Sendable {
    private struct Place: Sendable {
        var listeners: Set<Int> = []
        var children: [DataKey: Place] = [:]

        var isEmpty: Bool { listeners.isEmpty && children.isEmpty }
    }

    private var root = Place()

    mutating func insert(_ id: Int, at path: DatabasePath) {
        ListenerIndex.change(&root, path.keys[...]) { $0.insert(id) }
    }

    mutating func remove(_ id: Int, at path: DatabasePath) {
        ListenerIndex.change(&root, path.keys[...]) { $0.remove(id) }
    }

    /// The listeners at the paths of writes, above and below them: each with the writes that concern it.
    func concerned(by entries: [DatabaseUpdate.Entry]) -> [(id: Int, entries: [DatabaseUpdate.Entry])] {
        var found: [Int: [DatabaseUpdate.Entry]] = [:]
        for entry in entries {
            var place = root
            for id in place.listeners { found[id, default: []].append(entry) }
            var isReached = true
            for key in entry.path.keys {
                guard let child = place.children[key] else {
                    isReached = false
                    break
                }
                place = child
                for id in place.listeners { found[id, default: []].append(entry) }
            }
            if isReached { ListenerIndex.collect(below: place) { found[$0, default: []].append(entry) } }
        }
        return found.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
    }

    private static func collect(below place: Place, _ take: (Int) -> Void) {
        for child in place.children.values {
            for id in child.listeners { take(id) }
            collect(below: child, take)
        }
    }

    private static func change(
        _ place: inout Place, _ keys: ArraySlice<DataKey>, _ work: (inout Set<Int>) -> Void
    ) {
        guard let key = keys.first else { return work(&place.listeners) }
        change(&place.children[key, default: Place()], keys.dropFirst(), work)
        if place.children[key]?.isEmpty == true { place.children[key] = nil }
    }
}
