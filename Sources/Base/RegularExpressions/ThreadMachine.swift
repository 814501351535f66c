/// Runs a program on a text in time linear in both: all ways through the program advance together, the preferred ones first.
///
/// This is the machine of Pike and Thompson: <https://swtch.com/~rsc/regexp/regexp2.html>.
struct ThreadMachine {
    /// The places in the program from which it may continue, in order of preference.
    private struct Threads {
        private(set) var places: [Int32] = []
        /// The positions that each has saved, one after the other.
        private(set) var slots: [Int] = []
        private var isIn: [Bool]

        init(_ count: Int) {
            isIn = Array(repeating: false, count: count)
        }

        mutating func clear() {
            for place in places { isIn[Int(place)] = false }
            places.removeAll(keepingCapacity: true)
            slots.removeAll(keepingCapacity: true)
        }

        /// Enters a place, unless a preferred way has already been there.
        mutating func enter(_ place: Int32) -> Bool {
            guard !isIn[Int(place)] else { return false }
            isIn[Int(place)] = true
            places.append(place)
            return true
        }

        mutating func note(_ values: [Int]) { slots.append(contentsOf: values) }
        mutating func note(_ values: ArraySlice<Int>) { slots.append(contentsOf: values) }
    }

    /// The work left while all ways from one place are entered.
    private enum Task {
        case visit(Int32)
        case restore(Int, Int)
    }

    private let program: PatternProgram
    /// The number of positions that each thread saves: none, the bounds of the match, or those of all groups.
    private let slotCount: Int
    private var current: Threads
    private var waiting: Threads
    private var noted: [Int]
    private var tasks: [Task] = []
    private(set) var remainingSteps: Int

    init(_ program: PatternProgram, slotCount: Int, mostSteps: Int) {
        remainingSteps = mostSteps
        self.program = program
        self.slotCount = slotCount
        current = Threads(program.instructions.count)
        waiting = Threads(program.instructions.count)
        noted = Array(repeating: -1, count: slotCount)
    }
}

extension ThreadMachine {
    /// Finds the first match from a position on, or a match of the whole text.
    ///
    /// - Returns: The positions saved by the best way; nil if there is no match.
    mutating func run(
        _ bytes: UnsafeBufferPointer<UInt8>, from start: Int, whole: Bool
    ) throws(MatchFailure) -> [Int]? {
        var cursor = TextCursor(bytes, at: start)
        var best: [Int]?
        waiting.clear()
        while true {
            try expand(cursor, startsAnew: best == nil && (!whole || cursor.position == start))
            if current.places.isEmpty, best != nil || whole { return best }
            let next = cursor.next()
            let index = next.map { program.alphabet.index($0.scalar) } ?? 0
            waiting.clear()
            threads: for (thread, place) in current.places.enumerated() {
                let instruction = program.instructions[Int(place)]
                switch instruction.kind {
                case .consume:
                    guard next != nil, program.alphabet.contains(instruction.operand, index) else { continue }
                    if waiting.enter(instruction.next) { waiting.note(slots(of: thread)) }
                case .match:
                    if whole, next != nil { continue }
                    best = Array(slots(of: thread))
                    if slotCount > 1 { best?[1] = cursor.position }
                    // All remaining ways are less preferred.
                    break threads
                case .split, .save, .assert: continue
                }
            }
            guard let next else { return best }
            cursor.move(to: next.end)
        }
    }

    private func slots(of thread: Int) -> ArraySlice<Int> {
        current.slots[thread * slotCount..<(thread + 1) * slotCount]
    }

    /// Enters all places that can be reached without consuming a scalar.
    private mutating func expand(
        _ cursor: TextCursor, startsAnew: Bool
    ) throws(MatchFailure) {
        current.clear()
        for (thread, place) in waiting.places.enumerated() {
            for slot in 0..<slotCount { noted[slot] = waiting.slots[thread * slotCount + slot] }
            visit(place, cursor)
        }
        if startsAnew {
            for slot in 0..<slotCount { noted[slot] = -1 }
            if slotCount > 0 { noted[0] = cursor.position }
            visit(program.start, cursor)
        }
        remainingSteps -= current.places.count + 1
        if remainingSteps < 0 { throw .tooLong }
    }

    private mutating func visit(_ place: Int32, _ cursor: TextCursor) {
        tasks.append(.visit(place))
        while let task = tasks.popLast() {
            switch task {
            case .restore(let slot, let value): noted[slot] = value
            case .visit(let place):
                guard current.enter(place) else { continue }
                current.note(noted)
                let instruction = program.instructions[Int(place)]
                switch instruction.kind {
                case .split:
                    tasks.append(.visit(instruction.other))
                    tasks.append(.visit(instruction.next))
                case .save:
                    let slot = Int(instruction.operand)
                    if slot < slotCount {
                        tasks.append(.restore(slot, noted[slot]))
                        noted[slot] = cursor.position
                    }
                    tasks.append(.visit(instruction.next))
                case .assert:
                    let assertion = PatternAssertion(rawValue: instruction.operand)
                    if let assertion, cursor.satisfies(assertion) { tasks.append(.visit(instruction.next)) }
                case .consume, .match: continue
                }
            }
        }
    }
}
