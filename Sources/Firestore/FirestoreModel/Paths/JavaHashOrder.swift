extension [FieldPath] {
    /// The paths in the order in which Google's emulator applies a mask: that of a tree of Java's `HashMap`s, one
    /// level for each name.
    package var inJavaHashOrder: [FieldPath] { inJavaHashOrder(from: 0) }

    private func inJavaHashOrder(from level: Int) -> [FieldPath] {
        var names: [FieldName] = []
        var groups: [FieldName: [FieldPath]] = [:]
        for path in self where path.names.count > level {
            let name = path.names[level]
            if groups[name] == nil { names.append(name) }
            groups[name, default: []].append(path)
        }
        var buckets = 16
        while names.count * 4 > buckets * 3 { buckets *= 2 }
        let ordered = names.enumerated().sorted { left, right in
            (left.element.string.javaBucket(of: buckets), left.offset)
                < (right.element.string.javaBucket(of: buckets), right.offset)
        }
        return ordered.flatMap { entry in
            let group = groups[entry.element] ?? []
            return group.filter { $0.names.count == level + 1 } + group.inJavaHashOrder(from: level + 1)
        }
    }
}

extension String {
    fileprivate func javaBucket(of count: Int) -> Int {
        let hash = utf16.reduce(UInt32(0)) { 31 &* $0 &+ UInt32($1) }
        return Int((hash ^ (hash >> 16)) & UInt32(count - 1))
    }
}
