/// Which transactions of a history come before which.
struct DependencyGraph {
    private typealias Kind = Anomaly.Dependency.Kind

    private var edges: [[Anomaly.Dependency]]

    init(_ history: History, _ findings: History.Findings) {
        edges = Array(repeating: [], count: history.transactions.count)
        var next: [History.Findings.Element: Int] = [:]
        var first: [String: Int] = [:]
        for (list, order) in findings.orders {
            let writers = order.map { findings.writers[.init(list: list, number: $0)] }
            first[list] = writers.first ?? nil
            for (place, writer) in writers.enumerated().dropFirst() {
                guard let before = writers[place - 1], let writer else { continue }
                next[.init(list: list, number: order[place - 1])] = writer
                add(before, writer, .ww)
            }
        }
        for read in history.reads {
            guard let last = read.elements.last else {
                if let writer = first[read.list] { add(read.transaction, writer, .rw) }
                continue
            }
            let element = History.Findings.Element(list: read.list, number: last)
            if let writer = findings.writers[element] { add(writer, read.transaction, .wr) }
            if let writer = next[element] { add(read.transaction, writer, .rw) }
        }
        addTimes(of: history)
    }

    private mutating func add(_ from: Int, _ to: Int, _ kind: Kind) {
        let edge = Anomaly.Dependency(from: from, to: to, kind: kind)
        if from != to, !edges[from].contains(edge) { edges[from].append(edge) }
    }

    /// Adds what follows from the time. Only the latest of those that have ended matter: earlier ones come before them.
    private mutating func addTimes(of history: History) {
        var events: [(place: Int, transaction: Int, begins: Bool)] = []
        for (index, transaction) in history.transactions.enumerated() where transaction.outcome == .committed
        {
            guard let span = transaction.span else { continue }
            events.append((span.lowerBound, index, true))
            events.append((span.upperBound, index, false))
        }
        var latest: Set<Int> = []
        var before: [Int: Set<Int>] = [:]
        for event in events.sorted(by: { $0.place < $1.place }) {
            if event.begins {
                before[event.transaction] = latest
                for earlier in latest.sorted() { add(earlier, event.transaction, .time) }
            } else {
                latest.subtract(before[event.transaction] ?? [])
                latest.insert(event.transaction)
            }
        }
    }

    /// The worst cycle; nil if there is none.
    var cycle: Anomaly? {
        let suspects = core.sorted()
        if suspects.isEmpty { return nil }
        for times: Set<Kind> in [[], [.time]] {
            let searches: [(Anomaly.Cycle, Kind, Set<Kind>)] = [
                (.g0, .ww, [.ww]), (.g1c, .wr, [.ww, .wr]), (.gSingle, .rw, [.ww, .wr]),
                (.g2, .rw, [.ww, .wr, .rw]),
            ]
            for (name, kind, others) in searches {
                let found = suspects.lazy.flatMap { edges[$0] }.filter { $0.kind == kind }.compactMap {
                    edge in
                    path(from: edge.to, to: edge.from, by: others.union(times)).map { [edge] + $0 }
                }
                if let shortest = found.min(by: { $0.count < $1.count }) { return .cycle(name, shortest) }
            }
        }
        return nil
    }

    /// What remains when transactions that nothing comes before, or after, are taken away again and again.
    private var core: Set<Int> {
        var rest = Set(edges.indices)
        while true {
            let targets = Set(rest.flatMap { edges[$0].map(\.to) }.filter { rest.contains($0) })
            let kept = targets.filter { edges[$0].contains { targets.contains($0.to) } }
            if kept.count == rest.count { return rest }
            rest = kept
        }
    }

    /// The shortest way.
    private func path(from start: Int, to end: Int, by kinds: Set<Kind>) -> [Anomaly.Dependency]? {
        var arrivals: [Int: Anomaly.Dependency] = [:]
        var layer = [start]
        while !layer.isEmpty, arrivals[end] == nil {
            var following: [Int] = []
            for edge in layer.flatMap({ edges[$0] }) where kinds.contains(edge.kind) && edge.to != start {
                if arrivals[edge.to] != nil { continue }
                arrivals[edge.to] = edge
                following.append(edge.to)
            }
            layer = following
        }
        var steps: [Anomaly.Dependency] = []
        var place = end
        while place != start {
            guard let arrival = arrivals[place] else { return nil }
            steps.insert(arrival, at: 0)
            place = arrival.from
        }
        return steps
    }
}
