/// A pattern as instructions for a machine that follows several ways at once.
struct PatternProgram: Sendable {
    struct Instruction: Sendable {
        enum Kind: UInt8, Sendable {
            /// Consumes a scalar of the set `operand`.
            case consume
            /// Continues in both places, and prefers `next`.
            case split
            /// Saves the position in the text in the slot `operand`.
            case save
            /// Continues if the assertion `operand` holds.
            case assert
            case match
        }

        var kind: Kind
        var operand: Int32 = 0
        var next: Int32 = 0
        var other: Int32 = 0
    }

    /// The maximum number of instructions: nested counted repetitions multiply.
    static let mostInstructions = 50_000

    private(set) var instructions: [Instruction] = [Instruction(kind: .match)]
    private(set) var start: Int32 = 0
    private(set) var alphabet = ScalarAlphabet.empty
    /// The number of capturing groups.
    let groupCount: Int
    private var sets: [ScalarSet] = []
    private var setNumbers: [ScalarSet: Int32] = [:]

    init(_ node: PatternNode, groupCount: Int) throws(PatternError) {
        self.groupCount = groupCount
        if node.instructionCount > PatternProgram.mostInstructions { throw .tooLarge }
        start = emit(node, 0)
        alphabet = try ScalarAlphabet(sets)
        (sets, setNumbers) = ([], [:])
    }

    /// Whether the program tests anything but the ends of the text.
    var looksAround: Bool {
        instructions.contains { instruction in
            guard instruction.kind == .assert else { return false }
            let assertion = PatternAssertion(rawValue: instruction.operand)
            return assertion != .beginText && assertion != .endText
        }
    }
}

extension PatternProgram {
    /// Appends the instructions of a node.
    ///
    /// - Parameter next: Where to continue after it.
    /// - Returns: Where it begins.
    private mutating func emit(_ node: PatternNode, _ next: Int32) -> Int32 {
        switch node {
        case .empty: return next
        case .scalar(let scalar): return consume(ScalarSet([scalar...scalar]), next)
        case .set(let set): return consume(set, next)
        case .assertion(let assertion):
            return append(Instruction(kind: .assert, operand: assertion.rawValue, next: next))
        case .capture(let number, let inner):
            let end = append(Instruction(kind: .save, operand: Int32(2 * number + 1), next: next))
            return append(Instruction(kind: .save, operand: Int32(2 * number), next: emit(inner, end)))
        case .repetition(let inner, let bounds): return emit(inner, bounds, next)
        case .concatenation(let items):
            var next = next
            for item in items.reversed() { next = emit(item, next) }
            return next
        case .alternation(let branches):
            let starts = branches.map { emit($0, next) }
            return starts.dropLast().reversed().reduce(starts[starts.count - 1]) { others, first in
                append(Instruction(kind: .split, next: first, other: others))
            }
        }
    }

    private mutating func emit(
        _ node: PatternNode, _ bounds: PatternRepetition, _ next: Int32
    ) -> Int32 {
        var next = next
        var copies = bounds.least
        if let most = bounds.most {
            let end = next
            for _ in bounds.least..<max(bounds.least, most) {
                let body = emit(node, next)
                next = append(.split(body, end, bounds.isGreedy))
            }
        } else {
            let loop = append(Instruction(kind: .split))
            let body = emit(node, loop)
            instructions[Int(loop)] = .split(body, next, bounds.isGreedy)
            next = loop
            // At least once, so the body comes before the choice.
            if copies > 0 { (next, copies) = (body, copies - 1) }
        }
        for _ in 0..<copies { next = emit(node, next) }
        return next
    }

    private mutating func consume(_ set: ScalarSet, _ next: Int32) -> Int32 {
        let number: Int32
        if let known = setNumbers[set] {
            number = known
        } else {
            number = Int32(sets.count)
            sets.append(set)
            setNumbers[set] = number
        }
        return append(Instruction(kind: .consume, operand: number, next: next))
    }

    private mutating func append(_ instruction: Instruction) -> Int32 {
        instructions.append(instruction)
        return Int32(instructions.count - 1)
    }
}

extension PatternProgram.Instruction {
    /// The choice between a body and what comes after it.
    fileprivate static func split(_ body: Int32, _ end: Int32, _ isGreedy: Bool) -> Self {
        Self(kind: .split, next: isGreedy ? body : end, other: isGreedy ? end : body)
    }
}

extension PatternNode {
    /// The number of instructions of a node, or any number beyond the limit.
    fileprivate var instructionCount: Int {
        let count =
            switch self {
            case .empty: 0
            case .scalar, .set, .assertion: 1
            case .capture(_, let inner): inner.instructionCount + 2
            case .repetition(let inner, let bounds):
                (inner.instructionCount + 1)
                    * max(bounds.least + (bounds.most == nil ? 1 : 0), bounds.most ?? 0)
            case .concatenation(let items): items.reduce(0) { $0 + $1.instructionCount }
            case .alternation(let branches): branches.reduce(branches.count) { $0 + $1.instructionCount }
            }
        return min(count, 1_000_000)
    }
}
