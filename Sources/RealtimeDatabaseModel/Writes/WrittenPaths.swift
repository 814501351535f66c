/// The paths of one update, none of which leads through another one.
final class WrittenPaths {
    private final class Place {
        var isWritten = false
        var children: [DataKey: Place] = [:]
    }

    private let root = Place()

    /// Adds a path.
    ///
    /// - Returns: False when it leads through a path that is there, or one that is there through it.
    func insert(_ path: DatabasePath) -> Bool {
        var place = root
        for key in path.keys {
            if place.isWritten { return false }
            if let child = place.children[key] {
                place = child
            } else {
                let child = Place()
                place.children[key] = child
                place = child
            }
        }
        guard !place.isWritten, place.children.isEmpty else { return false }
        place.isWritten = true
        return true
    }
}
