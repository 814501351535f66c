import OrderedCollections

/// Functions must not call themselves, directly or through others.
enum CallCycleCheck {
    static func diagnostics(_ checker: RulesChecker) -> [Diagnostic] {
        var search = CycleSearch(checker.calls)
        let names = checker.declarations.functions.map(\.syntax.name)
        return search.cycles().map { cycle in
            cycle.count == 1 ? .recursion(names[cycle[0]]) : .cycle(cycle.map { names[$0] })
        }
    }
}

/// Finds all cycles of a call graph, in the order of a walk along all paths from each function in turn.
private struct CycleSearch {
    /// A dense graph has more cycles than anyone wants to read, so their number and the walk are limited.
    static let maximumCycles = 200
    static let maximumSteps = 20_000

    private let callees: [OrderedSet<Int>]
    /// The functions from which a cycle can be reached.
    private let looping: [Bool]
    private var found: [[Int]] = []
    private var known: Set<[Int]> = []
    private var steps = 0

    init(_ calls: CallGraph) {
        callees = calls.callees
        looping = calls.heights.map { $0 == nil }
    }

    mutating func cycles() -> [[Int]] {
        for start in callees.indices where looping[start] { walk(from: start) }
        return found
    }

    private mutating func walk(from start: Int) {
        var path = [(function: start, next: 0)]
        var isOnPath = looping.map { _ in false }
        isOnPath[start] = true
        while let (function, next) = path.last {
            let isExhausted = steps >= Self.maximumSteps || found.count >= Self.maximumCycles
            guard next < callees[function].count, !isExhausted else {
                path.removeLast()
                isOnPath[function] = false
                continue
            }
            path[path.count - 1].next += 1
            steps += 1
            let callee = callees[function][next]
            guard looping[callee] else { continue }
            if isOnPath[callee], let first = path.firstIndex(where: { $0.function == callee }) {
                report(path[first...].map(\.function))
            } else {
                path.append((callee, 0))
                isOnPath[callee] = true
            }
        }
    }

    private mutating func report(_ cycle: [Int]) {
        // A cycle is the same from any start.
        guard let least = cycle.indices.min(by: { cycle[$0] < cycle[$1] }) else { return }
        if known.insert(Array(cycle[least...] + cycle[..<least])).inserted { found.append(cycle) }
    }
}

extension Diagnostic {
    fileprivate static func recursion(_ function: Identifier) -> Diagnostic {
        Diagnostic(.error, "Recursive call is not allowed.", at: function.range)
    }

    fileprivate static func cycle(_ functions: [Identifier]) -> Diagnostic {
        let names = functions.map(\.name).joined(separator: ",")
        return Diagnostic(
            .error, "Detected a call cycle between [\(names)] functions.", at: functions.first?.range)
    }
}
