/// Limits the concurrent requests to each host; the others wait in order of arrival.
///
/// Curl has such a limit too, but its connect timeout includes the wait, so that a long queue looks like a dead server.
package struct AdmissionQueue<Host: Hashable, ID: Equatable> {
    private struct Line {
        var admitted = 0
        var waiting: [ID] = []
        /// Where the line begins in `waiting`; moving this is cheaper than moving all elements.
        var first = 0
    }

    private let limit: Int
    private var lines: [Host: Line] = [:]

    /// Creates a queue that admits `limit` requests, at least one, for each host.
    package init(limit: Int) {
        self.limit = max(1, limit)
    }

    /// Adds a request.
    ///
    /// - Returns: Whether it may begin now. Otherwise a later ``leave(host:)`` returns it.
    package mutating func enter(_ id: ID, host: Host) -> Bool {
        var line = lines.removeValue(forKey: host) ?? Line()
        defer { lines[host] = line }
        guard line.admitted < limit else {
            line.waiting.append(id)
            return false
        }
        line.admitted += 1
        return true
    }

    /// A request has ended.
    ///
    /// - Returns: The next one, which may begin now.
    package mutating func leave(host: Host) -> ID? {
        guard var line = lines.removeValue(forKey: host) else { return nil }
        guard line.first < line.waiting.count else {
            line.admitted -= 1
            // A host without requests is forgotten, so that hosts do not pile up.
            if line.admitted > 0 { lines[host] = line }
            return nil
        }
        let next = line.waiting[line.first]
        line.first += 1
        if line.first > 64, line.first * 2 > line.waiting.count {
            line.waiting.removeFirst(line.first)
            line.first = 0
        }
        lines[host] = line
        return next
    }

    /// Removes a request that has not begun.
    package mutating func withdraw(_ id: ID, host: Host) {
        guard var line = lines.removeValue(forKey: host) else { return }
        if let place = line.waiting[line.first...].firstIndex(of: id) { line.waiting.remove(at: place) }
        lines[host] = line
    }
}
