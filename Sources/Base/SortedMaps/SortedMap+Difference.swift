/// What has changed between two copies of a map.
extension SortedMap {
    /// Whether both are copies of one map that has not changed since.
    ///
    /// - Returns: False also if equal maps do not share their entries.
    @inlinable public func isShared(with other: SortedMap) -> Bool {
        storedCount == other.storedCount && Self.isShared(runs, other.runs)
    }

    @inlinable static func isShared<Element>(_ left: [Element], _ right: [Element]) -> Bool {
        if left.count != right.count { return false }
        if left.isEmpty { return true }
        return left.withUnsafeBufferPointer { left in
            right.withUnsafeBufferPointer { left.baseAddress == $0.baseAddress }
        }
    }

    /// Calls a function with each key that was added, removed, or has another value than in an earlier copy, in order.
    ///
    /// Runs that both share are skipped, so this takes as long as there are runs and changes, not as there are keys.
    ///
    /// - Parameters:
    ///   - old: The earlier copy.
    ///   - isSame: Whether two values of a key are the same.
    ///   - body: Called with the key, its value in the earlier copy, and its value here; nil where it is missing.
    @inlinable public func forEachDifference(
        from old: SortedMap, isSame: (Value, Value) -> Bool, _ body: (Key, Value?, Value?) -> Void
    ) {
        if isShared(with: old) { return }
        var (here, there) = (startIndex, old.startIndex)
        while here.run < runs.count, there.run < old.runs.count {
            let (run, oldRun) = (runs[here.run], old.runs[there.run])
            if here.offset == there.offset, Self.isShared(run.keys, oldRun.keys) {
                if !Self.isShared(run.values, oldRun.values) {
                    for offset in here.offset..<run.keys.count {
                        guard let value = run.values[offset], let oldValue = oldRun.values[offset] else {
                            continue
                        }
                        if !isSame(oldValue, value) { body(run.keys[offset], oldValue, value) }
                    }
                }
                here = Index(run: here.run + 1, offset: 0)
                there = Index(run: there.run + 1, offset: 0)
                continue
            }
            let (key, oldKey) = (run.keys[here.offset], oldRun.keys[there.offset])
            if key == oldKey {
                if let value = run.values[here.offset], let oldValue = oldRun.values[there.offset],
                    !isSame(oldValue, value)
                {
                    body(key, oldValue, value)
                }
                here = index(after: here)
                there = old.index(after: there)
            } else if key < oldKey {
                body(key, nil, run.values[here.offset])
                here = index(after: here)
            } else {
                body(oldKey, oldRun.values[there.offset], nil)
                there = old.index(after: there)
            }
        }
        for (key, value) in self[here...] { body(key, nil, value) }
        for (key, value) in old[there...] { body(key, value, nil) }
    }
}
