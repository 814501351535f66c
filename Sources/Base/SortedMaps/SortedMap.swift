/// A map that keeps its keys in order, and whose old copies are cheap to keep.
///
/// Keys and values are in runs of at most ``maximumRun`` entries. A copy shares every run until one side changes it, so a
/// snapshot itself costs nothing, and a change after it copies one run and the list of runs.
///
/// It is public although no product exports it: as `package` it is not specialized in other targets, and takes twice as long.
public struct SortedMap<Key: Comparable, Value> {
    @usableFromInline struct Run {
        @usableFromInline var keys: [Key]
        /// Nil only while ``modify(_:_:)`` has moved one out.
        @usableFromInline var values: [Value?]

        @inlinable init(keys: [Key], values: [Value?]) {
            self.keys = keys
            self.values = values
        }
    }

    @inlinable static var maximumRun: Int { 128 }

    @usableFromInline var runs: [Run]
    @usableFromInline var storedCount: Int
    /// The number of keys.
    @inlinable public var count: Int { storedCount }

    /// An empty map.
    @inlinable public init() {
        runs = []
        storedCount = 0
    }

    /// The approximate number of bytes that an old copy of the map occupies alone, after this many keys have changed here.
    ///
    /// - Parameters:
    ///   - changes: The number of keys with a different value.
    ///   - isMoving: Whether keys were added or removed.
    @inlinable public func sizeOfCopy(changing changes: Int, isMoving: Bool) -> Int {
        if runs.isEmpty { return 0 }
        let entry = MemoryLayout<Value?>.stride + (isMoving ? MemoryLayout<Key>.stride : 0)
        // A run is mostly copied together with its spare capacity.
        let run = 64 + (count / runs.count + 1) * entry * 3 / 2
        return runs.count * MemoryLayout<Run>.stride + Swift.min(changes, runs.count) * run
    }

    /// Whether the map is empty.
    @inlinable public var isEmpty: Bool { count == 0 }

    /// The value of a key; setting nil removes the key.
    @inlinable public subscript(key: Key) -> Value? {
        get {
            let index = lowerBound(key)
            guard index < endIndex, runs[index.run].keys[index.offset] == key else { return nil }
            return runs[index.run].values[index.offset]
        }
        set { modify(key) { $0 = newValue } }
    }

    /// Changes the value of a key in place: nil means a missing key, before and after.
    @inlinable public mutating func modify<Result>(_ key: Key, _ change: (inout Value?) -> Result) -> Result {
        // Keys often come in order: one comparison instead of a search.
        let isNew = runs.last?.keys.last.map { $0 < key } ?? true
        let index = isNew ? endIndex : lowerBound(key)
        if index < endIndex, runs[index.run].keys[index.offset] == key {
            // Moved out of the run and back, so that it is uniquely referenced.
            var value: Value?
            swap(&value, &runs[index.run].values[index.offset])
            let result = change(&value)
            if let value {
                runs[index.run].values[index.offset] = value
            } else {
                remove(at: index)
            }
            return result
        }
        var value: Value?
        let result = change(&value)
        if let value { insert(key, value, before: index) }
        return result
    }

    @inlinable mutating func insert(_ key: Key, _ value: Value, before index: Index) {
        storedCount += 1
        guard !runs.isEmpty else {
            runs.append(Run(keys: [key], values: [value]))
            return
        }
        // Between two runs, the end of the first is better, because keys are often written in ascending order.
        var (run, offset) = (index.run, index.offset)
        if offset == 0, run > 0 { (run, offset) = (run - 1, runs[run - 1].keys.count) }
        runs[run].keys.insert(key, at: offset)
        runs[run].values.insert(value, at: offset)
        if runs[run].keys.count > Self.maximumRun { split(run, insertedAt: offset) }
    }

    /// Splits a run that is too long: in the middle, or at its end if it grows there.
    @inlinable mutating func split(_ run: Int, insertedAt offset: Int) {
        let length = runs[run].keys.count
        let cut = offset == length - 1 ? length - 1 : length / 2
        let tail = Run(keys: Array(runs[run].keys[cut...]), values: Array(runs[run].values[cut...]))
        runs[run].keys.removeSubrange(cut...)
        runs[run].values.removeSubrange(cut...)
        runs.insert(tail, at: run + 1)
    }

    @inlinable mutating func remove(at index: Index) {
        storedCount -= 1
        runs[index.run].keys.remove(at: index.offset)
        runs[index.run].values.remove(at: index.offset)
        if runs[index.run].keys.isEmpty { runs.remove(at: index.run) }
    }

    /// The position of the first key that is not less than this one.
    @inlinable public func lowerBound(_ key: Key) -> Index {
        // The last run that begins at or before the key may hold it; otherwise the key belongs where the next run begins.
        var (low, high) = (0, runs.count)
        while low < high {
            let middle = (low + high) / 2
            if runs[middle].keys[0] <= key { low = middle + 1 } else { high = middle }
        }
        guard low > 0 else { return startIndex }
        let run = low - 1
        let keys = runs[run].keys
        var (first, last) = (0, keys.count)
        while first < last {
            let middle = (first + last) / 2
            if keys[middle] < key { first = middle + 1 } else { last = middle }
        }
        return first < keys.count ? Index(run: run, offset: first) : Index(run: run + 1, offset: 0)
    }
}

extension SortedMap: BidirectionalCollection {
    /// The position of a key.
    public struct Index: Comparable {
        @usableFromInline var run: Int
        @usableFromInline var offset: Int

        @inlinable init(run: Int, offset: Int) {
            self.run = run
            self.offset = offset
        }

        /// Orders positions like their keys.
        @inlinable public static func < (left: Index, right: Index) -> Bool {
            (left.run, left.offset) < (right.run, right.offset)
        }
    }

    /// The position of the first key.
    @inlinable public var startIndex: Index { Index(run: 0, offset: 0) }
    /// The position after the last key.
    @inlinable public var endIndex: Index { Index(run: runs.count, offset: 0) }

    /// The key and value at a position.
    @inlinable public subscript(position: Index) -> (key: Key, value: Value) {
        guard let value = runs[position.run].values[position.offset] else {
            preconditionFailure("A sorted map lost the value of a key.")
        }
        return (runs[position.run].keys[position.offset], value)
    }

    /// The position after another one.
    @inlinable public func index(after index: Index) -> Index {
        index.offset + 1 < runs[index.run].keys.count
            ? Index(run: index.run, offset: index.offset + 1) : Index(run: index.run + 1, offset: 0)
    }

    /// The position before another one.
    @inlinable public func index(before index: Index) -> Index {
        index.offset > 0
            ? Index(run: index.run, offset: index.offset - 1)
            : Index(run: index.run - 1, offset: runs[index.run - 1].keys.count - 1)
    }

    /// The number of keys from one position to another, counted by runs.
    @inlinable public func distance(from start: Index, to end: Index) -> Int {
        if start > end { return -distance(from: end, to: start) }
        if start.run == end.run { return end.offset - start.offset }
        return runs[start.run..<end.run].reduce(end.offset - start.offset) { $0 + $1.keys.count }
    }
}

extension SortedMap: Sendable where Key: Sendable, Value: Sendable {}
extension SortedMap.Run: Sendable where Key: Sendable, Value: Sendable {}
