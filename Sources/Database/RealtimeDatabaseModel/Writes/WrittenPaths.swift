/// The paths of one update, none of which leads through another one.
struct WrittenPaths {
    /// The paths, as long as each comes after the one before it: then no other one than the last can lead to the next.
    private var ascending: [DatabasePath] = []
    /// The paths from when one has come out of order.
    private var tree: Tree?

    /// Adds a path.
    ///
    /// - Returns: False when it leads through a path that is there, or one that is there through it.
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
