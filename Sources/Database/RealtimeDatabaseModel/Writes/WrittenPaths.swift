/// The paths of one update, none of which contains another.
struct WrittenPaths {
    /// The paths, while they are in order: then only the last one can contain the next.
    private var ascending: [DatabasePath] = []
    /// The paths after one was out of order.
    private var tree: Tree?

    /// Adds a path.
    ///
    /// - Returns: False if it contains an existing path, or an existing path contains it.
    mutating func insert(_ path: DatabasePath) -> Bool {
        if let tree { return tree.insert(path) }
        guard let last = ascending.last else {
            ascending.append(path)
            return true
        }
        if last.contains(path) { return false }
        guard last.keys.lexicographicallyPrecedes(path.keys) else {
            let tree = Tree()
            for known in ascending { _ = tree.insert(known) }
            self.tree = tree
            return tree.insert(path)
        }
        ascending.append(path)
        return true
    }

    private final class Tree {
        private var isWritten = false
        private var children: [DataKey: Tree] = [:]

        func insert(_ path: DatabasePath) -> Bool {
            var place = self
            for key in path.keys {
                if place.isWritten { return false }
                if let child = place.children[key] {
                    place = child
                } else {
                    let child = Tree()
                    place.children[key] = child
                    place = child
                }
            }
            guard !place.isWritten, place.children.isEmpty else { return false }
            place.isWritten = true
            return true
        }
    }
}
